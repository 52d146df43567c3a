"""Battles (archmagi/battle.*, paralyze.*, control.*): combatants, support, tactical options, the roll, the aftermath.

It uses `move`, `artifacts`, `casting`, what they use, and `victory`.
"""
