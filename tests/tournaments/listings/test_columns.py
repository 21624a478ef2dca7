"""Columns of listings: right-aligned figures, signed nets, states in words, bare values for files."""

import django_tables2 as tables
import pytest
from django.test import RequestFactory

from tournaments.listings.columns import NetColumn, NumberColumn, PairColumn, RankColumn, StateColumn


class Listing(tables.Table):
    rank = RankColumn(movement="movement", shared="shared")
    name = PairColumn(place="place")
    points = NumberColumn(css="key")
    net = NetColumn(bar_span=20)
    plain = NetColumn(accessor="net")
    state = StateColumn()

    class Meta:
        orderable = False


ROW = {
    "rank": 2,
    "shared": True,
    "movement": 3,
    "name": "Aita <b>",
    "place": "Trun",
    "points": 7,
    "net": -8,
    "state": "claimed",
}


@pytest.fixture
def cells():
    return Listing([ROW]).rows[0].cells


def test_a_rank_says_that_it_is_shared_and_how_far_it_moved(cells):
    assert str(cells["rank"]).startswith('<b>2</b><span class="visually-hidden"> shared</span> <span class="mv">')


def test_a_name_is_escaped_and_followed_by_its_place_on_a_phone(cells):
    assert cells["name"] == '<span class="pn">Aita &lt;b&gt;</span><span class="pl narrow-only"> Trun</span>'


def test_a_net_is_signed(cells):
    assert cells["plain"] == "\u22128"


def test_a_net_may_have_a_bar(cells):
    assert 'url(#hatch)"' in cells["net"]
    assert cells["net"].endswith("<b>\u22128</b></span>")


def test_a_state_is_a_word(cells):
    assert cells["state"].endswith("claimed</span>")


def test_figures_stand_on_the_right():
    points = Listing([ROW]).columns["points"]

    assert set(points.attrs["td"]["class"].split()) == {"num", "key"}
    assert set(points.attrs["th"]["class"].split()) == {"num", "key"}


def test_files_get_bare_values():
    assert list(Listing([ROW]).as_values())[1] == [2, "Aita <b>", 7, -8, -8, "claimed"]


def test_a_listing_is_drawn_in_a_frame_that_the_keyboard_reaches():
    html = Listing([ROW]).as_html(RequestFactory().get("/"))

    assert '<div class="scroll" tabindex="0" role="region" aria-label="List">' in html
