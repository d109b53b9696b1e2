"""Where the addresses of the site lead: pages, signing in, the admin, the webhooks of mail providers."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.web.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("anymail/", include("games.inbox.urls")),
    path("admin/", admin.site.urls),
]
