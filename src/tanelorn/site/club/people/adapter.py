"""What allauth asks of the site when somebody signs up: whose name is free, and who a guest becomes."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_changed, password_set
from allauth.core import context
from allauth.usersessions.models import UserSession
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.base_user import AbstractBaseUser
from django.dispatch import receiver
from django.forms import BaseForm
from django.http import HttpRequest

from tanelorn.site.club.people.models import Person
from tanelorn.site.club.people.names import check_name, tidy
from tanelorn.site.club.people.sessions import end


def guest_of(request: HttpRequest | None) -> Person | None:
    """Return the guest who is signed in, if a guest is."""
    person = getattr(request, "user", None)
    return person if isinstance(person, Person) and person.guest else None


class Accounts(DefaultAccountAdapter):
    """Names are compared as readers would, and a guest who signs up stays the person that they are."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a name as it is kept; raise ValidationError if it cannot be one, or somebody else has it."""
        name = tidy(username)
        check_name(name)
        if not shallow:
            guest, others = guest_of(context.request), Person.objects.named(name)
            if (others.exclude(pk=guest.pk) if guest else others).exists():
                raise self.validation_error("username_taken")
        return name

    def new_user(self, request: HttpRequest) -> Person:
        """Return the guest who signs up, or somebody new."""
        return guest_of(request) or Person()

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """Keep what somebody signed up with. A guest plays on at this screen; an address of an earlier try is gone."""
        guest = guest_of(request)
        if guest:
            EmailAddress.objects.filter(user=guest).delete()
        super().save_user(request, user, form, commit)
        if guest:
            update_session_auth_hash(request, guest)
            UserSession.objects.create_from_request(request)
        return user

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return to the settings, from which people come."""
        return "/me"


@receiver((password_changed, password_set), dispatch_uid="people.signed_out_elsewhere")
def signed_out_elsewhere(request: HttpRequest, user: Person, **_: object) -> None:
    """Whoever changes their password is signed out in all other places: somebody may have known the old one."""
    end(user, but=request.session.session_key or "")


@receiver(email_confirmed, dispatch_uid="people.guest_no_more")
def guest_no_more(email_address: EmailAddress, **_: object) -> None:
    """Whoever has confirmed an address is no guest any more."""
    Person.objects.filter(pk=email_address.user_id, guest=True).update(guest=False)
