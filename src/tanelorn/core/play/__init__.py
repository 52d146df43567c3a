"""A game in play: the table, who decides there, what is done besides, when time is up, and the record of it all.

May use the steps, choices and positions that lie beside it; nothing of those knows a table.
"""
