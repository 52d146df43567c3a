"""Setting up (archmagi/setup.*, order.*): scenarios and options, the chits dealt out, positions by name.

It uses `sequence` and all chapters below it.
"""
