"""What a seat may know (elric/9.0a) and how it is shown: views, positions given by name, facts, cards and the scene.

It may use every chapter; only `rules` uses it.
"""
