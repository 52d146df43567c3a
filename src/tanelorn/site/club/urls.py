"""The addresses of a site where people have accounts: those of one screen, and what comes before them."""

from django.urls import include, path

from tanelorn.site.club.health import health
from tanelorn.site.club.monitoring.metrics import metrics
from tanelorn.site.club.talk.moderation import moderation
from tanelorn.site.urls import handler400 as handler400
from tanelorn.site.urls import handler403 as handler403
from tanelorn.site.urls import handler404 as handler404
from tanelorn.site.urls import handler500 as handler500

urlpatterns = [
    path("", include("tanelorn.site.club.people.urls")),
    path("", include("tanelorn.site.club.gathering.urls")),
    path("", include("tanelorn.site.club.talk.urls")),
    path("", include("tanelorn.site.club.notices.urls")),
    path("health", health),
    path("metrics", metrics),
    path("", include("tanelorn.site.club.api.urls")),
    path("admin/", moderation.urls),
    path("", include("tanelorn.site.urls")),
]
