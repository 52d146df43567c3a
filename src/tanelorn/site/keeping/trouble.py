"""What is wrong with a database for now, as people are told it: not in its own words, which name files and servers."""

from __future__ import annotations

import errno

from django.db import Error, InterfaceError, OperationalError, connection
from django.utils.translation import gettext

from tanelorn.core.errors import TanelornError

_PASSES = ("08", "25006", "53", "57P", "58")
"""How the states of PostgreSQL begin by which it says that it cannot be reached, read or written for now."""
_SQLITE_PASSES = ("BUSY", "CANTOPEN", "FULL", "IOERR", "LOCKED", "READONLY")
_FULL = ("53100", "SQLITE_FULL")


class NotKept(TanelornError):
    """The disk refused; the choice is not acknowledged and the table has not moved."""


class Away(TanelornError):
    """The database cannot do for now what it is asked; nothing was changed."""


def away(error: Exception) -> Away:
    """Return the error that says to people what the database said to the site."""
    why = gettext("The site cannot do this for now: %(why)s.") % {"why": reason(error)}
    return Away(why, remedy=gettext("What was acknowledged is kept. Try it again in a while."))


def reason(error: Exception) -> str:
    """Return what is wrong, in a few words."""
    if _state(error) in _FULL or getattr(error, "errno", 0) == errno.ENOSPC:
        return gettext("there is no room left where its tables are kept")
    if passes(error) and connection.vendor != "sqlite":
        return gettext("its database does not answer")
    return str(error) if connection.vendor == "sqlite" else gettext("its database refuses it")


def remedy(error: Exception) -> str:
    """Return what would help: who plays at a file of their own can see to it, others have to wait."""
    if connection.vendor == "sqlite":
        return gettext("Free some space or choose another data folder, then try again.")
    return gettext("Try it again in a while.")


def passes(error: Exception) -> bool:
    """Whether an error is of the database as it is for now, and not of what lies in it or of what was asked."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    state = _state(error)
    if state.startswith("SQLITE_"):
        return state.removeprefix("SQLITE_").startswith(_SQLITE_PASSES)
    return state.startswith(_PASSES) or (not state and connection.vendor != "sqlite")


def _state(error: Exception) -> str:
    """Return the word by which a database says what is wrong; empty if it could not be asked."""
    said = error.__cause__ if isinstance(error, Error) else None
    return getattr(said, "sqlstate", None) or getattr(said, "sqlite_errorname", None) or ""
