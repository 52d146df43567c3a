"""The page of whose letters somebody does not want, and the way back."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tanelorn.core.amounts import read_number
from tanelorn.site.club.talk.letters import shunned
from tanelorn.site.club.talk.models import Shun
from tanelorn.site.live.seats.visitors import doors


@require_safe
@login_required
def unheard(request: HttpRequest) -> HttpResponse:
    """Whose letters the visitor has muted or blocked."""
    return render(request, "tanelorn/talk/unheard.html", {"shunned": shunned(doors.of_request(request).person)})


@require_POST
@login_required
def hear_again(request: HttpRequest) -> HttpResponse:
    """Let somebody's letters come again; one who is none of the visitor's changes nothing."""
    number = read_number(request.POST.get("number", "")) or 0
    Shun.objects.filter(pk=number, person=doors.of_request(request).person).delete()
    return redirect("/letters")
