"""Where the addresses of the site lead: the pages of `games.web`, signing in, the admin, the mail providers' webhooks."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("anymail/", include("anymail.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
]
if find_spec("games.web.urls"):
    urlpatterns.append(path("", include("games.web.urls")))
