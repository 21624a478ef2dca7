"""The key of a form: sent twice, it is stored once.

{% load sending %}
<form method="post">{% csrf_token %}{% form_key %}…
"""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

#: The name of the hidden field.
FIELD = "form_key"


@register.simple_tag
def form_key() -> SafeString:
    """A hidden field with a key of its own, made anew with each page."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, secrets.token_hex(16))
