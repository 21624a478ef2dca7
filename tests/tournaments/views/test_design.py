"""The living style page, and the pages for what goes wrong."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.translation import override

from tests.factories import UserFactory
from tests.tournaments.views.reading import main

pytestmark = pytest.mark.django_db


def test_staff_see_every_part_on_one_page(client):
    client.force_login(UserFactory(is_staff=True))

    response = client.get("/en/design/")

    assert response.status_code == 200
    html = response.content.decode()
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=", html)
    assert "Rounds : Ensure this value is less than or equal to 12." in main(html)


def test_for_others_there_is_nothing(client):
    client.force_login(UserFactory())

    assert client.get("/en/design/").status_code == 404


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "413", "500"])
@pytest.mark.parametrize("language", ["rm", "de", "it", "en"])
def test_a_page_for_what_goes_wrong_needs_nothing_from_the_request(name, language):
    with override(language):
        html = render_to_string(f"{name}.html")

    assert html.count("<h1>") == 1
    assert len(main(html)) > 60


def test_an_address_without_a_page_says_what_to_do(client):
    response = client.get("/en/no/such/page/of/the/site/")

    assert response.status_code == 404
    assert "All championships" in main(response.content.decode())


def test_a_page_for_what_goes_wrong_keeps_the_reader_on_it_when_the_language_changes():
    html = render_to_string("404.html", request=RequestFactory().get("/en/no/such/page/of/the/site/"))

    assert 'href="/de/no/such/page/of/the/site/"' in html
