"""Addresses of the app. Readable and permanent (interfaces.md)."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
