"""What is drawn of a view: counters and piles, papers, what is remembered of enemy stacks, the battle window.

It reads views; no rule uses it.
"""
