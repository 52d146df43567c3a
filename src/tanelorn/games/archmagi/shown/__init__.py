"""What is drawn: the board with its stacks, the window of a battle, the cards of the lists.

It reads views; no rule uses it.
"""
