"""Melniboneans and Elric (elric/12.0 to 12.3): who fights whom, who controls Elric, where he appears, his sword.

It uses `hands`, `state` and `equipment`.
"""
