"""Tokens: made, told once, known by their digest, taken back."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext

from tanelorn.core.errors import Illegal, TanelornError, UnknownName, nearest
from tanelorn.site.club.api.models import SCOPES, Scope, Token
from tanelorn.site.keeping.word import say_now
from tanelorn.site.wire.sent import one_line

MOST = 20
"""Tokens that somebody may have at a time."""
MOST_NAME = 60
_SIGN = "tanelorn_"
"""Stands before each, so that one that was published by mistake is known for what it is."""
_SELDOM = timedelta(minutes=1)
"""So long may pass until it is noted anew that a token is used."""


class NoToken(TanelornError):
    """What was sent as a token is none, or one that has been taken back."""


class OutOfScope(TanelornError):
    """The token is good, but not for this."""


def make(person: int, name: object, scopes: Iterable[str]) -> tuple[Token, str]:
    """Make a token for somebody and return it with its word, which is told this once; raise Illegal or UnknownName."""
    called = one_line(name, gettext("The token's name"), MOST_NAME)
    if not called:
        raise Illegal(gettext("The token has no name."), remedy=gettext("Say which program it is for."))
    wished = {"read", *scopes}
    for scope in wished.difference(SCOPES):
        raise UnknownName(
            gettext("No token is good for “%(scope)s”.") % {"scope": scope[:20]}, remedy=nearest(scope[:20], SCOPES)
        )
    if Token.objects.filter(person=person).count() >= MOST:
        raise Illegal(
            gettext("You have %(most)s tokens already.") % {"most": MOST},
            remedy=gettext("Take back one that you do not need."),
        )
    word = _SIGN + secrets.token_urlsafe(32)
    kept = [scope for scope in SCOPES if scope in wished]
    return Token.objects.create(person_id=person, name=called, digest=_digest(word), scopes=kept), word


def find(word: str) -> Token:
    """Return the token that a program has sent, and note that it is used; raise NoToken."""
    token = Token.objects.select_related("person").filter(digest=_digest(word), person__is_active=True).first()
    if token is None:
        raise gone()
    now = timezone.now()
    if token.used is None or token.used < now - _SELDOM:
        Token.objects.filter(pk=token.pk).update(used=now)
    return token


def check_stands(token: Token) -> None:
    """Raise NoToken if a token has been taken back meanwhile."""
    if not Token.objects.filter(pk=token.pk).exists():
        raise gone()


def gone() -> NoToken:
    """Return the error that says that a token is good for nothing."""
    return NoToken(
        gettext("This is no token, or one that has been taken back."),
        remedy=gettext("Make one at /me/tokens and send it as “Authorization: Bearer …”."),
    )


def check_scope(token: Token, scope: Scope) -> None:
    """Raise OutOfScope if a token is not good for something."""
    if scope not in token.scopes:
        raise OutOfScope(
            gettext("This token is not good for “%(scope)s”.") % {"scope": scope},
            remedy=gettext("Make one at /me/tokens that is."),
        )


def bearer(header: str) -> str:
    """Return the word in a header such as “Bearer tanelorn_…”; raise NoToken."""
    scheme, _, word = header.partition(" ")
    if scheme.casefold() != "bearer" or not word.strip():
        raise NoToken(
            gettext("The request bears no token."),
            remedy=gettext("Make one at /me/tokens and send it as “Authorization: Bearer …”."),
        )
    return word.strip()


def _digest(word: str) -> str:
    """Return what is kept of a word. It is drawn from 2²⁵⁶ ones, so that a fast digest will do."""
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()


@receiver(post_delete, sender=Token, dispatch_uid="api.token_gone")
def token_gone(instance: Token, **_: object) -> None:
    """Close what was opened by a token: whoever it was taken from is told nothing more."""
    group = instance.group
    transaction.on_commit(lambda: say_now(group, {"type": "token.over"}, surely=True))
