"""Changing settings, and what the public sees."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tournaments.domain.championships import change_settings
from tournaments.forms.settings import SettingsForm
from tournaments.models import Championship, Publication, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(slug="campiunadi", name="Campiunadi")


@pytest.fixture
def organiser(client: Client, championship: Championship) -> Client:
    client.force_login(member(championship.association))
    return client


def play(championship: Championship) -> None:
    a, b, c, d = enter(championship, "A", "B", "C", "D")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, 40, 30, 36, 50)
    key(round_, 2, 20, 44, 44, 44)


def sent(championship: Championship, **changed: Any) -> dict[str, Any]:
    """The form as the page holds it, with some fields changed."""
    form = SettingsForm(championship=championship, stages=list(championship.stages.all()))
    values = {name: form[name].value() for name in form.fields if name != "confirmed"}
    return {name: "" if value is None else value for name, value in {**values, **changed}.items()}


def seen_in(response: HttpResponse) -> str:
    """The mark of what was stored when this page was made."""
    found = re.search(r'name="seen" value="(\w+)"', response.content.decode())
    assert found is not None
    return found[1]


def seen(client: Client, address: str) -> str:
    return seen_in(client.get(address))


class TestSettings:
    URL = "/en/campiunadi/office/settings/"

    def test_what_cannot_be_changed_is_refused_before_anybody_is_asked(
        self, organiser: Client, championship: Championship
    ) -> None:
        play(championship)
        Stage.objects.filter(championship=championship).update(rounds_planned=3)
        a, b, c, d = championship.entries.order_by("number")
        seat_round(championship, [(a, c), (b, d)])

        response = organiser.post(self.URL, {**sent(championship, rounds_1=1), "seen": seen(organiser, self.URL)})

        page = response.content.decode()
        assert response.status_code == 422
        assert "There are 2 rounds already. Plan at least as many." in page
        assert "Change it anyway" not in page

    def test_change_without_a_question_before_the_first_round(
        self, organiser: Client, championship: Championship
    ) -> None:
        response = organiser.post(
            self.URL, sent(championship, name="Finala", points_win=3, rounds_1=5, kind="individuals", key_6="lot")
        )

        championship.refresh_from_db()
        assert response.status_code == 302
        assert (championship.name, championship.points_win, championship.kind) == ("Finala", 3, "individuals")
        assert championship.stages.get().rounds_planned == 5
        assert championship.keys == ["tournament_points", "net", "tables_won", "direct", "best_table", "lot"]

    def test_after_the_first_round_the_reader_is_told_what_is_touched_and_asked_once(
        self, organiser: Client, championship: Championship
    ) -> None:
        play(championship)

        asked = organiser.post(self.URL, sent(championship, points_win=3))
        unchanged = Championship.objects.get().points_win
        done = organiser.post(self.URL, sent(championship, points_win=3, confirmed="1"))

        assert (asked.status_code, unchanged) == (409, 2)
        assert "The ranking is computed anew from 2 results; ranks may change." in asked.content.decode()
        assert (done.status_code, Championship.objects.get().points_win) == (302, 3)

    def test_an_old_page_does_not_undo_what_somebody_else_has_changed(
        self, organiser: Client, championship: Championship
    ) -> None:
        old = sent(championship, name="Finala") | {"seen": seen(organiser, self.URL)}
        organiser.post(self.URL, sent(championship, bye_score="none"))

        refused = organiser.post(self.URL, old)
        stored = Championship.objects.get()
        organiser.post(self.URL, old | {"seen": seen_in(refused)})

        replaced = Championship.objects.get()
        values = [(each.name, each.bye_score) for each in (stored, replaced)]
        assert refused.status_code == 422
        assert "Stored now: Name Campiunadi; Sitting out is worth nothing." in refused.content.decode()
        assert values == [("Campiunadi", "none"), ("Finala", "win")]

    def test_a_name_nobody_can_see_is_none(self, organiser: Client, championship: Championship) -> None:
        response = organiser.post(self.URL, sent(championship, name="\u200b\u202e"))

        assert (response.status_code, Championship.objects.get().name) == (422, "Campiunadi")

    def test_saving_without_a_change_asks_nothing(self, organiser: Client, championship: Championship) -> None:
        play(championship)

        assert organiser.post(self.URL, sent(championship)).status_code == 302

    def test_what_would_change_finished_results_is_refused_by_its_name(
        self, organiser: Client, championship: Championship
    ) -> None:
        play(championship)

        response = organiser.post(self.URL, sent(championship, kind="individuals", confirmed="1"))

        assert response.status_code == 422
        assert "These settings cannot change any more, because rounds are drawn: Play as." in response.content.decode()
        assert Championship.objects.get().kind == "pairs"

    def test_a_key_is_chosen_once(self, organiser: Client, championship: Championship) -> None:
        response = organiser.post(self.URL, sent(championship, key_2="tournament_points"))

        assert response.status_code == 422
        assert "Each key can be chosen once." in response.content.decode()

    def test_fewer_rounds_than_drawn_are_refused(self, organiser: Client, championship: Championship) -> None:
        play(championship)
        enter(championship, "E")
        championship.stages.update(rounds_planned=2)
        entries = list(championship.entries.all())
        seat_round(championship, [(entries[0], entries[2]), (entries[1], entries[3])], byes=[entries[4]], publish=False)

        response = organiser.post(self.URL, sent(championship, rounds_1=1, confirmed="1"))

        assert response.status_code == 422
        assert "There are 2 rounds already." in response.content.decode()


class TestPublish:
    URL = "/en/campiunadi/office/publish/"

    def test_public_and_not(self, organiser: Client, championship: Championship) -> None:
        organiser.post(self.URL, {"do": "show"})
        shown = Championship.objects.get().is_public
        organiser.post(self.URL, {"do": "withdraw"})

        assert (shown, Championship.objects.get().is_public) == (True, False)

    def test_results_are_hidden_until_the_prizes(self, organiser: Client, championship: Championship) -> None:
        organiser.post(self.URL, {"do": "hide", "after_round": "3"})
        hidden = Championship.objects.get().hidden_after
        organiser.post(self.URL, {"do": "hide", "after_round": ""})

        assert (hidden, Championship.objects.get().hidden_after) == (3, None)

    def test_a_damaged_form_shows_no_hidden_results(self, organiser: Client, championship: Championship) -> None:
        organiser.post(self.URL, {"do": "hide", "after_round": "3"})

        response = organiser.post(self.URL, {"do": "hide"})

        assert (response.status_code, Championship.objects.get().hidden_after) == (422, 3)

    @pytest.mark.parametrize("data", [{}, {"do": "hide", "after_round": "99"}, {"do": "nonsense"}])
    def test_nothing_else_is_done(self, organiser: Client, championship: Championship, data: dict[str, str]) -> None:
        response = organiser.post(self.URL, data)

        assert response.status_code == 422
        assert (Championship.objects.get().hidden_after, Championship.objects.get().is_public) == (None, False)

    def test_the_ranking_is_published_and_listed_with_its_files(
        self, organiser: Client, championship: Championship
    ) -> None:
        play(championship)

        response = organiser.post(self.URL, {"do": "publish"}, follow=True)

        assert Publication.objects.get().after_round == 1
        assert "The ranking after round 1 is published. All results are shown." in response.content.decode()
        assert "/en/campiunadi/published/1.pdf" in response.content.decode()

    def test_a_double_click_publishes_one_ranking(self, organiser: Client, championship: Championship) -> None:
        play(championship)

        answers = [organiser.post(self.URL, {"do": "publish"}).status_code for _ in range(2)]
        once = Publication.objects.count()
        change_settings(championship.pk, place="Trun")
        organiser.post(self.URL, {"do": "publish"})

        assert (answers, once, Publication.objects.count()) == ([302, 302], 1, 2)

    def test_with_nothing_played_there_is_nothing_to_publish(
        self, organiser: Client, championship: Championship
    ) -> None:
        response = organiser.post(self.URL, {"do": "publish"})

        assert response.status_code == 409
        assert "note-red" in response.content.decode()
        assert not Publication.objects.exists()


class TestHowItIsDrawn:
    URL = "/en/campiunadi/office/settings/"

    def test_it_is_chosen_in_words(self, organiser: Client, championship: Championship) -> None:
        response = organiser.post(self.URL, sent(championship, pairing_1="round_robin", keep_clubs_apart="False"))

        championship.refresh_from_db()
        assert response.status_code == 302
        assert (championship.stages.get().pairing, championship.keep_clubs_apart) == ("round_robin", False)
        assert "everybody meets everybody once (pairs)" in organiser.get(self.URL).content.decode()

    def test_what_does_not_fit_pairs_is_refused(self, organiser: Client, championship: Championship) -> None:
        response = organiser.post(self.URL, sent(championship, pairing_1="whist"))

        assert (response.status_code, championship.stages.get().pairing) == (422, "standing")
        assert "This way to draw does not fit." in response.content.decode()

    def test_an_old_page_without_the_field_keeps_what_is_stored(
        self, organiser: Client, championship: Championship
    ) -> None:
        championship.stages.update(pairing="knockout")
        data = sent(championship)
        del data["pairing_1"], data["keep_clubs_apart"]

        response = organiser.post(self.URL, data)

        championship.refresh_from_db()
        assert response.status_code == 302
        assert (championship.stages.get().pairing, championship.keep_clubs_apart) == ("knockout", True)

    def test_during_the_event_the_reader_is_told_that_drawn_rounds_stay(
        self, organiser: Client, championship: Championship
    ) -> None:
        play(championship)

        response = organiser.post(self.URL, sent(championship, pairing_1="lot"))

        assert response.status_code == 409
        assert "Rounds that are drawn stay as they are." in response.content.decode()
