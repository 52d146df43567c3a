"""Movement (albion/11.0 to 13.0, 5.D.3, 5.D.4): what a step costs, the group in hand, what is done on the march.

Rearranging stacks (11.9, 14.2, 14.3) is here too. What happens on coming into a hex is in `stacks`, and the combat of
an overrun (12.5c) in `combat`. It uses `items`, `recovery` and what these use.
"""
