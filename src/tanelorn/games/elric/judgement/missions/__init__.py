"""What a seat wants to do with its movement: marches towards what could be taken together, errands of single
persons, and how the Olab go about founding the Bright Empire (elric/14.1).
"""
