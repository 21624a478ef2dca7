"""The marks: what a template writes for a number, a state, a bar, a language."""

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils.translation import override

from tournaments.templatetags.marks import (
    LANGUAGE_NAMES,
    STATES,
    figure,
    icon,
    midline,
    moved,
    signed,
    sprite_for,
    state,
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        pytest.param(12, "+12", id="buns carry a plus"),
        pytest.param(0, "0", id="level is bare"),
        pytest.param(-8, "\u22128", id="schliats carry a real minus"),
        pytest.param(None, "–", id="no number"),
    ],
)
def test_a_net_is_always_signed(number, text):
    assert signed(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [pytest.param(12, "12", id="many"), pytest.param(0, "0", id="none"), pytest.param(-8, "−8", id="after-a-penalty")],
)
def test_a_figure_has_a_real_minus(number, text):
    assert figure(number) == text


def test_no_figure_is_a_dash():
    assert figure(None) == "–"


@pytest.mark.parametrize(
    ("number", "bar"),
    [
        pytest.param(10, '<path class="b" d="M50 0h25v10H50z"/>', id="buns: solid, to the right"),
        pytest.param(
            -10,
            '<path class="s" d="M50 .6h-25v8.8H50z"/><path fill="url(#hatch)" d="M50 .6h-25v8.8H50z"/>',
            id="schliats: hatched, to the left",
        ),
        pytest.param(0, "", id="level: only the stroke"),
        pytest.param(36, '<path class="b" d="M50 0h50v10H50z"/>', id="longer than the span: stops at the end"),
    ],
)
def test_a_bar_goes_from_the_midline(number, bar):
    drawn = midline(number, 20, 100)

    assert drawn == (
        '<svg class="mid" width="100" height="10" aria-hidden="true"><path class="ax" d="M0 9.5H100"/>'
        f'{bar}<path class="zero" d="M50 -2V12"/></svg>'
    )


def test_a_list_in_which_all_are_level_has_bars_without_length():
    assert "M55" in midline(0, 0)


@pytest.mark.parametrize("name", STATES)
def test_a_state_has_a_silhouette_and_a_word(name):
    symbol, word = STATES[name]

    assert state(name) == f'<span class="state s-{name}">{icon(symbol)}{word}</span>'
    assert sprite_for(icon(symbol)) != "", "the drawing exists"


def test_a_word_of_others_is_escaped_in_a_state():
    assert "&lt;b&gt;" in state("open", text="<b>")


@pytest.mark.parametrize(
    ("places", "words"),
    [
        pytest.param(3, "up", id="up"),
        pytest.param(-2, "down", id="down"),
        pytest.param(0, "unchanged", id="unchanged"),
    ],
)
def test_movement_is_said_in_words_too(places, words):
    assert f'<span class="visually-hidden">{words} </span>' in moved(places)


def test_without_a_round_before_there_is_no_movement():
    assert moved(None) == ""


def test_a_page_carries_each_drawing_it_uses_once():
    page = Template(
        '{% load marks %}{% sprite %}{% icon "clock" %}{% icon "clock" %}{% midline -3 20 %}{% endsprite %}'
    ).render(Context())

    assert page.count('<symbol id="clock"') == 1
    assert page.count('<pattern id="hatch"') == 1
    assert page.count("<symbol") == 1


def test_a_page_without_drawings_has_no_sprite():
    assert sprite_for("<p>Nothing</p>") == ""


def links(context):
    template = Template(
        "{% load marks %}{% language_links as links %}{% for link in links %}{{ link.url }} {% endfor %}"
    )
    return template.render(Context(context)).split()


def test_the_language_switch_leads_to_the_same_page():
    request = RequestFactory().get("/en/accounts/login/?next=/en/")

    with override("en"):
        urls = links({"request": request})

    assert urls == [f"/{code}/accounts/login/?next=/en/" for code, _ in LANGUAGE_NAMES]


def test_the_language_switch_of_a_kept_page_keeps_nothing_of_one_reader():
    request = RequestFactory().get("/en/accounts/login/?after=2&trap=1")

    with override("en"):
        urls = links({"request": request, "canonical_query": "after=2"})

    assert urls == [f"/{code}/accounts/login/?after=2" for code, _ in LANGUAGE_NAMES]


def test_the_language_switch_works_where_nothing_is():
    request = RequestFactory().get("/en/no/such/page/of/the/site/")

    with override("en"):
        urls = links({"request": request})

    assert urls == [f"/{code}/no/such/page/of/the/site/" for code, _ in LANGUAGE_NAMES]


@pytest.mark.parametrize(("language", "tag"), [("rm", "rm-sursilv"), ("de", "de-CH"), ("it", "it-CH"), ("en", "en-GB")])
def test_a_page_says_its_language(language, tag):
    with override(language):
        page = Template("{% load marks %}{% html_lang %}").render(Context())

    assert page == tag
