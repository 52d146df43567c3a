"""What is asked and what happens in each phase: moves, retreats, builds; how it is told. Uses the judge and slips."""
