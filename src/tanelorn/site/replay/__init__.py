"""Looking back: the frames of the scrubber, and what lay on the table at each of its moments."""
