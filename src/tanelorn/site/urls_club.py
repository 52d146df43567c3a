"""The addresses of a site where people have accounts: those of one screen, and what comes before them."""

from django.urls import include, path

from tanelorn.site.health import health
from tanelorn.site.monitoring.metrics import metrics
from tanelorn.site.talk.moderation import moderation
from tanelorn.site.urls import handler400 as handler400
from tanelorn.site.urls import handler403 as handler403
from tanelorn.site.urls import handler404 as handler404
from tanelorn.site.urls import handler500 as handler500

urlpatterns = [
    path("", include("tanelorn.site.people.urls")),
    path("", include("tanelorn.site.gathering.urls")),
    path("", include("tanelorn.site.talk.urls")),
    path("", include("tanelorn.site.notices.urls")),
    path("health", health),
    path("metrics", metrics),
    path("", include("tanelorn.site.api.urls")),
    path("admin/", moderation.urls),
    path("", include("tanelorn.site.urls")),
]
