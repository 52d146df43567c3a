"""The page on which a game is verified: what was found of its record; while it is on, what is promised."""

from __future__ import annotations

import threading
from collections import OrderedDict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from tanelorn.core.errors import Unreadable
from tanelorn.core.game import games
from tanelorn.core.play.findings import Finding, Saying, awaited, findings
from tanelorn.core.play.links import lacking
from tanelorn.core.play.record import Record
from tanelorn.core.play.verify import Verified, check, compared
from tanelorn.site.keeping import opening, store
from tanelorn.site.pages.access import watched
from tanelorn.site.wire.errors import refusal
from tanelorn.site.wire.sent import read_json

_MOST_LETTERS = 60
"""Letters of a fingerprint, however it is written."""
_MOST_KEPT = 32
"""Games of which it is remembered what was found."""
_MOST_LINKS = 300
"""Links that are compared at a time."""
_kept: OrderedDict[tuple[str, int], Verified] = OrderedDict()
_alone = threading.Lock()
"""One game is played again at a time: whoever asks for many of them holds up nobody but those who ask as well."""


@require_safe
@ensure_csrf_cookie
def verify_page(request: HttpRequest, code: str) -> HttpResponse:
    """What was checked of a game that is over and what came of it; of one that is on, the promise of its dice."""
    row = watched(request, code)
    header, game = store.header_of(row), games[row.game]
    given = request.GET.get("fingerprint", "")[:_MOST_LETTERS] if row.ended else ""
    found = _found(row.code, opening.whole_record(row), given) if row.ended else awaited(header)
    context = {
        "table": {"id": row.code, "name": row.name},
        "game": {"slug": game.slug, "title": game.title},
        "ended": row.ended,
        "sound": not any(finding.fault for finding in found),
        "findings": [_told(finding) for finding in found],
        "given": given,
        "sample": "ABCD-EFGH-IJKL-MNOP",
        "command": " ".join(_command(f"{row.game}-{row.code}.jsonl", given or header.fingerprint)),
    }
    return render(request, "tanelorn/verify.html", context)


@require_POST
def compare_links(request: HttpRequest, code: str) -> JsonResponse:
    """Tell which of the links that a page has kept stand for nothing in the record as it is now."""
    row = watched(request, code)
    kept = read_json(request.body, '{"links": ["ABCD-EFGH-…"]}').get("links")
    if not isinstance(kept, list) or len(kept) > _MOST_LINKS or not all(isinstance(link, str) for link in kept):
        raise Unreadable(
            gettext("The links cannot be read."),
            remedy=gettext("Send a list of %(most)s texts at most.") % {"most": _MOST_LINKS},
        )
    record = store.record_of(row)
    promised = record.header.commitment and not record.header.foreseen
    return JsonResponse({"lacks": lacking(kept, record.header, record.entries, row.secret) if promised else []})


def _found(code: str, record: Record, given: str) -> list[Finding]:
    """Return what is found of a record, which never changes again, by a fingerprint that somebody has written down."""
    key = (code, len(record.entries))
    with _alone:
        if key not in _kept:
            _kept[key] = check(record)
            while len(_kept) > _MOST_KEPT:
                _kept.popitem(last=False)
        checked = _kept[key]
    return findings(record, compared(checked, record.header, given))


def _command(file: str, fingerprint: str) -> tuple[str, ...]:
    return "tanelorn", "verify", file, "--fingerprint", fingerprint


def _told(finding: Finding) -> dict[str, object]:
    """Return a finding as the page shows it, in its reader's language."""
    return {
        "outcome": finding.outcome,
        "title": said(finding.title),
        "says": [said(saying) for saying in finding.says],
        "fault": refusal(finding.fault) if finding.fault is not None and finding.exact else None,
        "quotes": finding.quotes,
    }


def said(saying: Saying) -> str:
    """Return a sentence of the core in the language of whoever is being answered."""
    text = ngettext(saying.text, saying.many, int(saying.values["count"])) if saying.many else gettext(saying.text)
    return text % saying.values
