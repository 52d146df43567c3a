"""Ways: the group in hand (albion/11.1), what a step costs it on land and at sea (11.2 to 11.8), how far it can go and
where it may not, and what people are told of all that.
"""
