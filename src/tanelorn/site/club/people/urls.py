"""The addresses of accounts; ours stand before allauth's."""

from django.urls import include, path
from django.views.generic import RedirectView

from tanelorn.site.club.people import doorstep, pages

urlpatterns = [
    path("guest", doorstep.play_as_guest),
    path("language", pages.choose_language),
    path("me.json", pages.me),
    path("me", pages.settings_page),
    path("me/palette", pages.choose_palette),
    path("me/sessions/<int:number>/end", pages.end_session),
    path("me/sessions/end-others", pages.end_session),
    path("me/delete", pages.delete),
    path("accounts/login/", doorstep.SignIn.as_view()),
    path("accounts/signup/", doorstep.SignUp.as_view()),
    path("accounts/sessions/", RedirectView.as_view(url="/me#sessions"), name="usersessions_list"),
    path("accounts/", include("allauth.urls")),
]
