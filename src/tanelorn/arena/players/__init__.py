"""Who plays: the bots of the house, programs that are spoken with by lines, classes that others bring."""
