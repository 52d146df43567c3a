"""Packs (elric/3.1a): a board and the counters that go with it as files, and what can be wrong with them."""
