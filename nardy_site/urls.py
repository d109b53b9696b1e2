"""Where the addresses of the site lead: pages, signing in, the admin, the webhooks of mail providers."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("anymail/", include("anymail.urls")),
    path("admin/", admin.site.urls),
]
if find_spec("games.web.urls"):
    urlpatterns.append(path("", include("games.web.urls")))
