"""Combat (15.0, 16.0, 17.0): the Combat Phase, the five kinds of combat, retreats, fortresses."""
