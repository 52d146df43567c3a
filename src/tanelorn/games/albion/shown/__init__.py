"""What is shown of a view: counters, piles, cards, papers, and the battle window."""
