"""Losses (7.0) and attrition (8.0): who bears them, and all that follows when somebody or something leaves play."""
