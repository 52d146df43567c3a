"""What a bot reckons with: hosts and what they are worth, how far places lie apart and who gets where in a turn, what a
battle brings, what places are worth, and what could strike a city.
"""
