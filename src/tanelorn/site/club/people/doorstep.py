"""How people come in: they sign up, sign in, or play as a guest."""

from __future__ import annotations

from allauth.account.mixins import RedirectAuthenticatedUserMixin
from allauth.account.views import LoginView, SignupView
from allauth.decorators import rate_limit
from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tanelorn.site.club.people.adapter import guest_of
from tanelorn.site.club.people.models import Person

_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class _GuestsToo(RedirectAuthenticatedUserMixin):
    """A form at which somebody has business who has signed in, but as a guest."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if guest_of(request):
            answer: HttpResponseBase = super(RedirectAuthenticatedUserMixin, self).dispatch(request, *args, **kwargs)  # type: ignore[misc]
            return answer
        return super().dispatch(request, *args, **kwargs)


class SignUp(SignupView, _GuestsToo):
    """Signs somebody up: a stranger, or a guest who keeps their games."""


class SignIn(LoginView, _GuestsToo):
    """Signs somebody in, who may have been a guest until now."""


@require_POST
@rate_limit(action="guest")
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """Sign a visitor in as a guest and go where they wanted, on this site alone."""
    if not request.user.is_authenticated:
        login(request, Person.objects.new_guest(), backend=_BACKEND)
        UserSession.objects.create_from_request(request)
    wanted = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return redirect(wanted if safe else "/")
