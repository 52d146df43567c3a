"""The games in OpenSpiel: once this is imported, `pyspiel.load_game("tanelorn_elric(scenario=short)")` finds them."""

from tanelorn.envs.openspiel.loading import TanelornGame, register
from tanelorn.envs.openspiel.observers import TanelornObserver
from tanelorn.envs.openspiel.states import TanelornState
from tanelorn.envs.openspiel.tables import record_of, state_at

__all__ = ["TanelornGame", "TanelornObserver", "TanelornState", "record_of", "state_at"]

register()
