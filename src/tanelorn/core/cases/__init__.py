"""Rule cases: small positions written as data, with scripted dice and what must be true after each choice.

Above the table: a case lays one, plays on it, and compares.
"""
