"""OpenSpiel itself, or what to do where it is not installed."""

from tanelorn.envs.setting import not_installed

try:
    import pyspiel
except ImportError as error:
    raise not_installed("OpenSpiel") from error

__all__ = ["pyspiel"]
