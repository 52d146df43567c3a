"""Guided games: lessons written as data, how far a learner has come in one, and the newcomer who tries them in tests.

A lesson is a rule case with words: a position, written dice, and steps that say what to look at, wait for something
to be done, and explain by its clause what the rules made of it. It is played at a table like any other.
"""
