"""Points off with a reason, and persons of pairs for whom somebody else plays."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import ChampionshipFactory, member
from tests.factories.fixture_f import FixtureF, fixture_f
from tests.tournaments.views.reading import main
from tournaments.domain.directory import championships_of, directory
from tournaments.domain.log_checks import check_log
from tournaments.domain.official import make_official
from tournaments.domain.penalties import give_penalty, lift_penalty
from tournaments.domain.publishing import set_public
from tournaments.domain.refusal import Problem, Refused
from tournaments.domain.registration import PersonData, register_entry
from tournaments.domain.rounds import close_round, draw_round, publish_round
from tournaments.domain.sheets import round_sheet
from tournaments.domain.standings import ranking
from tournaments.domain.substitutes import substitute
from tournaments.domain.undo import undo_last, undoable
from tournaments.enums import Kind
from tournaments.models import Championship, Penalty, Person, Substitution

pytestmark = pytest.mark.django_db


@pytest.fixture
def found() -> FixtureF:
    return fixture_f(rounds=4, slug="f")


def penalties(after: int | None = None) -> list[tuple[int, int, str, int]]:
    """Who loses how many points, why, and after which round."""
    board = ranking(Championship.objects.get(), after=after)
    return [(each.number, each.points, each.reason, each.after_round) for each in board.penalties]


def points(after: int | None = None) -> dict[int, int]:
    board = ranking(Championship.objects.get(), after=after)
    return {row.number: row.standing.tournament_points for row in board.rows}


# Penalties -------------------------------------------------------------------------------------------------------


def test_points_are_off_from_that_round_on_until_they_are_given_back(found: FixtureF):
    organiser = member(found.championship.association)

    penalty = give_penalty(found.championship.pk, 1, points=2, reason="late", after_round=2, actor=organiser)

    assert (points(1)[1], points()[1]) == (2, 1)
    assert (penalties(1), penalties()) == ([], [(1, 2, "late", 2)])
    lift_penalty(penalty.pk, reason="it was not they", actor=organiser)
    assert points()[1] == 3
    assert penalties() == []
    kept = Penalty.objects.get()
    assert (kept.created_by, kept.lifted_by) == (organiser, organiser)
    events = found.championship.events.filter(type__startswith="penalty").order_by("sequence")
    assert [(event.type, event.payload) for event in events] == [
        ("penalty_given", {"entry": 1, "points": 2, "round": 2, "reason_kept": True}),
        ("penalty_lifted", {"entry": 1, "points": 2, "round": 2, "reason_kept": True}),
    ]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        pytest.param({"points": 0}, "penalty_points", id="no points"),
        pytest.param({"points": 100}, "penalty_points", id="too many"),
        pytest.param({"reason": " "}, "penalty_reason_missing", id="no reason"),
        pytest.param({"after_round": 3}, "penalty_round", id="a round that is not drawn"),
        pytest.param({"after_round": -1}, "penalty_round", id="before the start"),
        pytest.param({"number": 9}, "unknown_entry", id="nobody"),
    ],
)
def test_what_is_no_penalty(found: FixtureF, values, code):
    given = {"number": 1, "points": 1, "reason": "late", "after_round": 1} | values

    with pytest.raises(Refused) as refusal:
        give_penalty(found.championship.pk, given.pop("number"), **given)

    assert refusal.value.code == code


def test_an_official_ranking_takes_no_penalty_and_keeps_those_it_has(found: FixtureF):
    penalty = give_penalty(found.championship.pk, 1, points=1, reason="late", after_round=1)
    close_round(found.rounds[1].pk)
    make_official(found.rounds[1].pk)

    with pytest.raises(Refused, match="penalty_official"):
        give_penalty(found.championship.pk, 1, points=1, reason="late", after_round=2)
    with pytest.raises(Refused, match="penalty_official"):
        lift_penalty(penalty.pk, reason="it was not they")


def test_an_organiser_gives_and_lifts_it_on_the_page_and_everybody_reads_it(client: Client, found: FixtureF):
    set_public(found.championship.pk, public=True)
    client.force_login(member(found.championship.association))
    address = reverse("office_penalties", args=["f"])

    client.post(address, {"entry": 1, "points": 1, "after_round": 2, "reason": "came late twice"})

    assert "came late twice" in client.get(address).content.decode()
    assert "came late twice" in Client().get(reverse("standings", args=["f"])).content.decode()
    lift = reverse("office_penalty_lift", args=["f", Penalty.objects.get().pk])
    page = main(client.get(lift).content.decode())
    silent = client.post(lift, {"reason": " "})
    client.post(lift, {"reason": "the clock was wrong"})
    assert "Give 1 point back to A Uno – A Dus?" in page
    assert "points 2 → 3" in page
    assert (silent.status_code, "This field is required" in silent.content.decode()) == (422, True)
    assert "came late twice" not in Client().get(reverse("standings", args=["f"])).content.decode()
    given_back = main(client.get(address).content.decode())
    assert "lifted by" in given_back
    assert "the clock was wrong" in given_back
    assert "lifted by" in main(client.get(lift).content.decode())


def test_points_are_not_given_back_without_a_reason(found: FixtureF):
    penalty = give_penalty(found.championship.pk, 1, points=1, reason="late", after_round=1)

    with pytest.raises(Refused, match="lift_reason_missing"):
        lift_penalty(penalty.pk, reason=" ")

    assert Penalty.objects.get().lifted_at is None


def test_points_below_nothing_have_a_real_minus_everywhere(client: Client, found: FixtureF):
    organiser = member(found.championship.association)
    given = give_penalty(found.championship.pk, 2, points=9, reason="late", after_round=1, actor=organiser)
    set_public(found.championship.pk, public=True)
    client.force_login(organiser)
    pages = [
        reverse("standings", args=["f"]),
        reverse("entry", args=["f", 2]),
        reverse("office_standings", args=["f"]),
        reverse("office_penalty_lift", args=["f", given.pk]),
    ]

    shown = [main(client.get(page).content.decode()) for page in pages]

    assert ["−8" in page for page in shown] == [True] * len(pages)
    assert ["-8" in page for page in shown] == [False] * len(pages)
    assert "points −8 → 1" in shown[-1]


def test_nobody_is_chosen_beforehand(client: Client, found: FixtureF):
    client.force_login(member(found.championship.association))
    address = reverse("office_penalties", args=["f"])

    html = client.get(address).content.decode()
    sent = client.post(address, {"entry": "", "points": 1, "after_round": 2, "reason": "late"})

    assert re.findall(r'<option value="([^"]*)"', html) == ["", "1", "2", "3", "4"]
    assert (sent.status_code, Penalty.objects.count()) == (422, 0)


def test_a_penalty_from_the_start_is_called_so(client: Client, found: FixtureF):
    set_public(found.championship.pk, public=True)
    give_penalty(found.championship.pk, 1, points=1, reason="came late", after_round=0)
    client.force_login(member(found.championship.association))

    pages = [
        " ".join(client.get(address).content.decode().split())
        for address in (
            reverse("standings", args=["f"]),
            reverse("entry", args=["f", 1]),
            reverse("office_penalties", args=["f"]),
        )
    ]

    assert ["from the start" in html.split("</form>")[0] + html.split("<h1")[1] for html in pages] == [True] * 3
    assert ["off after round 0" in html for html in pages] == [False] * 3


def test_the_ranking_is_as_of_the_last_penalty(found: FixtureF):
    before = ranking(Championship.objects.get()).as_of
    penalty = give_penalty(found.championship.pk, 1, points=1, reason="late", after_round=2)
    given = ranking(Championship.objects.get()).as_of
    lift_penalty(penalty.pk, reason="it was not they")
    lifted = ranking(Championship.objects.get()).as_of

    assert before < given < lifted
    assert ranking(Championship.objects.get(), after=1).as_of < given


def test_what_was_typed_wrong_comes_back(client: Client, found: FixtureF):
    client.force_login(member(found.championship.association))

    page = client.post(
        reverse("office_penalties", args=["f"]), {"entry": 1, "points": 1, "after_round": 7, "reason": "x"}
    )

    assert page.status_code == 422
    assert "from 0 (from the start) to 2" in page.content.decode()


# Substitutes -----------------------------------------------------------------------------------------------------

GION = PersonData("Gion Nuth", "Sagogn")


def names(number: int, *, public: bool = False) -> list[str]:
    """Everybody at table 1 of a round."""
    sheet = round_sheet(Championship.objects.get(), number, public=public)
    return [name for line in (*sheet.tables[0].a, *sheet.tables[0].b) for name, _, _ in line.people]


def test_a_substitute_sits_from_that_round_on_and_earlier_rounds_keep_their_names(found: FixtureF):
    third = draw_round(found.championship.pk, seed=1)
    publish_round(third.pk)

    substitute(found.championship.pk, 1, 2, GION, from_round=3, reason="ill")

    assert names(1) == ["A Uno", "A Dus", "B Uno", "B Dus"]
    seated = [line for table in round_sheet(found.championship, 3).tables for line in (*table.a, *table.b)]
    pair = next(line for line in seated if line.number == 1)
    assert (pair.name, pair.place, pair.with_substitute) == ("A Uno\u00a0– Gion Nuth", "Trun / Sagogn", True)
    board = ranking(Championship.objects.get())
    assert [(row.name, row.with_substitute) for row in board.rows if row.number in {1, 2}] == [
        ("A Uno\u00a0– A Dus", True),
        ("B Uno\u00a0– B Dus", False),
    ]
    event = found.championship.events.order_by("sequence").last()
    said = {"entry": 1, "position": 2, "round": 3, "back": False, "reason_kept": True}
    assert (event.type, event.payload, event.why) == ("substituted", said, "ill")


def test_the_person_of_the_pair_plays_again(found: FixtureF):
    substitute(found.championship.pk, 1, 2, GION, from_round=3)

    substitute(found.championship.pk, 1, 2, None, from_round=4)

    entry = found.championship.entries.get(number=1)
    assert [[person.name for person in entry.persons_in(number)] for number in (2, 3, 4)] == [
        ["A Uno", "A Dus"],
        ["A Uno", "Gion Nuth"],
        ["A Uno", "A Dus"],
    ]


def test_a_later_choice_replaces_what_was_planned(found: FixtureF):
    substitute(found.championship.pk, 1, 2, GION, from_round=4)

    substitute(found.championship.pk, 1, 2, PersonData("Lina Spescha", "Trun"), from_round=3)

    assert list(Substitution.objects.values_list("from_round", "person__name")) == [(3, "Lina Spescha")]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        pytest.param({"from_round": 1}, "substitute_round", id="a closed round"),
        pytest.param({"from_round": 5}, "substitute_round", id="a round that nobody plans"),
        pytest.param({"number": 9}, "unknown_entry", id="no such pair"),
        pytest.param({"position": 3}, "unknown_entry", id="no third person"),
        pytest.param({"person": None}, "nothing_changed", id="the person plays already"),
        pytest.param({"person": PersonData(" ", "")}, "name_missing", id="nobody"),
    ],
)
def test_who_cannot_step_in(found: FixtureF, values, code):
    given = {"number": 1, "position": 2, "person": GION, "from_round": 2} | values
    place = (given.pop("number"), given.pop("position"), given.pop("person"))

    with pytest.raises(Refused) as refusal:
        substitute(found.championship.pk, *place, **given)

    assert refusal.value.code == code


def test_nobody_plays_in_two_pairs(found: FixtureF):
    other = Person.objects.get(name="B Uno")
    once = substitute(found.championship.pk, 1, 2, GION, from_round=3).person

    for person in (other, once):
        with pytest.raises(Refused, match="person_entered"):
            substitute(found.championship.pk, 3, 1, PersonData(person.name, "", person_id=person.pk), from_round=3)


@pytest.mark.parametrize(("planned", "asked"), [(3, 3), (3, 4), (4, 3)], ids=["at once", "later", "before"])
def test_nobody_plays_both_places_of_a_pair(found: FixtureF, planned, asked):
    person = substitute(found.championship.pk, 1, 1, GION, from_round=planned).person
    again = PersonData("Gion Nuth", "Sagogn", person_id=person.pk)

    with pytest.raises(Refused, match="person_entered"):
        substitute(found.championship.pk, 1, 2, again, from_round=asked)


def given_back(found: FixtureF, actor: User) -> Person:
    """Somebody stepped in at the second place of pair 1, and its own person plays again; only that was the last."""
    person = substitute(found.championship.pk, 1, 2, GION, from_round=3, actor=actor).person
    substitute(found.championship.pk, 1, 2, None, from_round=3, actor=actor)
    return person


def undo(found: FixtureF, actor: User) -> None:
    """Take back that its own person plays again."""
    undo_last(found.championship.pk, undoable(Championship.objects.get()).event, actor=actor)


def seated(number: int, round_: int) -> list[str]:
    return [person.name for person in Championship.objects.get().entries.get(number=number).persons_in(round_)]


def test_a_stand_in_comes_back_when_it_is_undone_that_the_own_person_plays_again(found: FixtureF):
    actor = member(found.championship.association)
    given_back(found, actor)
    before = check_log(Championship.objects.get()).problems

    undo(found, actor)

    assert (seated(1, 3), before) == (["A Uno", "Gion Nuth"], ())
    assert check_log(Championship.objects.get()).problems == ()


def entered_since(found: FixtureF, person: Person, actor: User) -> None:
    people = [PersonData(person.name, person.place, person_id=person.pk), PersonData("Lina Spescha", "Trun")]
    register_entry(found.championship.pk, people)


def steps_in_since(found: FixtureF, person: Person, actor: User) -> None:
    data = PersonData(person.name, person.place, person_id=person.pk)
    substitute(found.championship.pk, 3, 1, data, from_round=4)


def at_the_other_place_since(found: FixtureF, person: Person, actor: User) -> None:
    data = PersonData(person.name, person.place, person_id=person.pk)
    substitute(found.championship.pk, 1, 1, data, from_round=4)


@pytest.mark.parametrize("since", [entered_since, steps_in_since, at_the_other_place_since])
def test_a_stand_in_who_plays_elsewhere_since_does_not_come_back_by_undo(found: FixtureF, since):
    actor = member(found.championship.association)
    person = given_back(found, actor)
    since(found, person, actor)
    rows = list(Substitution.objects.order_by("pk").values())
    why_not = undoable(Championship.objects.get()).why_not

    with pytest.raises(Refused) as refusal:
        undo(found, actor)

    assert [refusal.value.problems[0], why_not] == [Problem("person_entered", {"name": "Gion Nuth"})] * 2
    assert list(Substitution.objects.order_by("pk").values()) == rows
    assert seated(1, 3) == ["A Uno", "A Dus"]


def test_who_has_sat_at_the_other_place_before_comes_back_by_undo(found: FixtureF):
    actor = member(found.championship.association)
    person = substitute(found.championship.pk, 1, 1, GION, from_round=2, actor=actor).person
    substitute(found.championship.pk, 1, 1, None, from_round=3, actor=actor)
    data = PersonData(person.name, person.place, person_id=person.pk)
    substitute(found.championship.pk, 1, 2, data, from_round=3, actor=actor)
    substitute(found.championship.pk, 1, 2, None, from_round=3, actor=actor)

    undo(found, actor)

    assert (seated(1, 2), seated(1, 3)) == (["Gion Nuth", "A Dus"], ["A Uno", "Gion Nuth"])


def test_the_directory_knows_who_steps_in(found: FixtureF):
    person = substitute(found.championship.pk, 1, 1, GION, from_round=3).person

    assert [each.entry for each in directory(found.championship) if each.id == person.pk] == [1]


def test_single_persons_have_no_substitute():
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)

    with pytest.raises(Refused, match="unknown_entry"):
        substitute(championship.pk, 1, 1, GION, from_round=1)


def test_the_page_lets_somebody_step_in_and_lists_say_so(client: Client, found: FixtureF):
    set_public(found.championship.pk, public=True)
    client.force_login(member(found.championship.association))
    address = reverse("office_substitute", args=["f", 1])
    form = {"position": 2, "name": "Gion Nuth", "place": "Sagogn", "from_round": 3, "reason": "ill"}

    done = client.post(address, form)

    assert done.status_code == 302
    assert "From round 3: Gion Nuth plays for A Dus." in client.get(address).content.decode()
    reader = Client()
    for page in ("standings/", "entries/"):
        assert "with substitute" in reader.get(f"/en/f/{page}").content.decode()
    standing = reader.get("/api/v1/championships/f/standings").json()["entries"]
    assert [entry["number"] for entry in standing if entry.get("with_substitute")] == [1]


def test_lists_read_a_substitute_in_one_more_query(found: FixtureF, django_assert_max_num_queries):
    for number in (1, 2, 3):
        person = PersonData(f"Gion {number}", "Sagogn")
        substitute(found.championship.pk, number, 2, person, from_round=2)

    with django_assert_max_num_queries(12):
        round_sheet(Championship.objects.get(), 2)


def test_somebody_of_the_directory_is_chosen_not_doubled(client: Client, found: FixtureF):
    known = Person.objects.create(association=found.championship.association, name="Gion Nuth", place="Sagogn")
    client.force_login(member(found.championship.association))
    address = reverse("office_substitute", args=["f", 1])
    form = {"position": 2, "name": "gion nuth", "place": "", "from_round": 3, "reason": ""}

    asked = client.post(address, form)

    assert asked.status_code == 409
    assert "This person" in asked.content.decode()
    assert client.post(address, {**form, "person": str(known.pk)}).status_code == 302
    assert Substitution.objects.get().person == known


def test_a_new_name_of_a_substitute_is_shown_anew(found: FixtureF):
    person = substitute(found.championship.pk, 1, 2, GION, from_round=3).person

    assert championships_of([person]) == {found.championship.pk}


def test_who_steps_in_is_not_entered_as_well_and_may_step_in_again(found: FixtureF):
    person = substitute(found.championship.pk, 1, 2, GION, from_round=2).person
    again = PersonData("Gion Nuth", "Sagogn", person_id=person.pk)

    with pytest.raises(Refused, match="person_entered"):
        register_entry(found.championship.pk, [again, PersonData("Lina Spescha", "Trun")])

    substitute(found.championship.pk, 1, 2, None, from_round=3)
    assert substitute(found.championship.pk, 1, 2, again, from_round=4).person == person
