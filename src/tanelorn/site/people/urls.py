"""The addresses of accounts; ours stand before allauth's."""

from django.urls import include, path

from tanelorn.site.people import doorstep, pages

urlpatterns = [
    path("guest", doorstep.play_as_guest),
    path("me.json", pages.me),
    path("accounts/login/", doorstep.SignIn.as_view()),
    path("accounts/signup/", doorstep.SignUp.as_view()),
    path("accounts/", include("allauth.urls")),
]
