"""The games as environments for research: one step is one pick, of a fixed vocabulary, under a mask."""

from tanelorn.envs.observing.observer import Observation, Observer
from tanelorn.envs.picking.picks import Picking, Walk
from tanelorn.envs.picking.vocabulary import Vocabulary, vocabulary_of

__all__ = ["Observation", "Observer", "Picking", "Vocabulary", "Walk", "vocabulary_of"]
