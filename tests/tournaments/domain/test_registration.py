"""Who takes part: by hand and from files."""

import pytest

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tournaments.domain import registration
from tournaments.domain.change import broken_links
from tournaments.domain.penalties import give_penalty, lift_penalty
from tournaments.domain.refusal import Problem, Refused
from tournaments.domain.registration import PersonData
from tournaments.domain.rounds import close_round
from tournaments.domain.schedules import store_schedule
from tournaments.enums import EntryState, ImportState, Kind
from tournaments.models import Entry, Person
from tournaments.pairing.prescribed import Row

pytestmark = pytest.mark.django_db


def row(number: int, *people: tuple[str, str], line: int | None = None) -> dict:
    return {
        "row": line or number + 1,
        "number": number,
        "people": [{"name": name, "place": place} for name, place in people],
        "club": "Il Narr",
    }


def preview(*rows: dict, problems: tuple[dict, ...] = ()) -> dict:
    return {"kind": "entries_pairs", "rows": list(rows), "problems": list(problems)}


def store(championship, content: dict):
    return registration.store_preview(championship.pk, filename="lista.csv", preview=content)


def test_entries_are_numbered_in_order():
    championship = ChampionshipFactory()

    entries = enter(championship, "Caduff", "Tuor")

    assert [(entry.number, entry.name, entry.place) for entry in entries] == [
        (1, "Caduff Uno\u00a0– Caduff Dus", "Trun"),
        (2, "Tuor Uno\u00a0– Tuor Dus", "Trun"),
    ]


@pytest.mark.parametrize(
    ("people", "options", "problems"),
    [
        pytest.param(
            [("A B", "")], {}, [Problem("wrong_people", {"wanted": 2, "given": 1})], id="one-person-for-a-pair"
        ),
        pytest.param([("A B", ""), (" ", "")], {}, [Problem("name_missing")], id="name-of-blanks"),
        pytest.param([("A B", ""), ("\u200b\u200d", "")], {}, [Problem("name_missing")], id="name-nobody-sees"),
        pytest.param([("A B", ""), ("C D", "")], {"number": 1}, [Problem("number_taken", {"number": 1})], id="number"),
        pytest.param(
            [("A" * 400, ""), ("C D", "V" * 81)],
            {},
            [
                Problem("text_too_long", {"field": "name", "limit": 120, "text": "A" * 40}),
                Problem("text_too_long", {"field": "place", "limit": 80, "text": "V" * 40}),
            ],
            id="every-long-text-at-once",
        ),
    ],
)
def test_a_refused_entry_leaves_nothing_behind(people, options, problems):
    championship = ChampionshipFactory()
    enter(championship, "Caduff")

    with pytest.raises(Refused) as refusal:
        registration.register_entry(championship.pk, [PersonData(*person) for person in people], **options)

    assert list(refusal.value.problems) == problems
    assert (Entry.objects.count(), Person.objects.count()) == (1, 2)


def test_a_person_enters_once():
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)
    (entry,) = enter(championship, "Caduff")

    with pytest.raises(Refused) as refusal:
        registration.register_entry(championship.pk, [PersonData("Caduff", person_id=entry.persons[0].pk)])

    assert refusal.value.code == "person_entered"


def test_namesakes_are_told_apart_by_their_villages():
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS)

    for place in ("Trun", "Sagogn"):
        registration.register_entry(championship.pk, [PersonData("Maria Cathomas", place)])

    assert [entry.name for entry in championship.entries.all()] == ["Maria Cathomas (Trun)", "Maria Cathomas (Sagogn)"]


def test_an_import_takes_the_good_rows_and_holds_back_those_with_a_problem():
    championship = ChampionshipFactory()
    batch = store(
        championship,
        preview(
            row(7, ("Gion Caduff", "Trun"), ("Lina Tuor", "Glion")),
            row(8, ("Sep Nay", "Vrin")),
            problems=({"row": 9, "code": "missing_partner"},),
        ),
    )

    applied = registration.apply_import(batch.pk, decisions={})

    assert [(entry.number, entry.place, entry.club.name) for entry in applied.entries] == [
        (7, "Trun / Glion", "Il Narr")
    ]
    assert applied.problems == ()


def test_a_row_that_cannot_be_stored_is_reported_and_leaves_nobody_behind():
    championship = ChampionshipFactory()
    enter(championship, "Caduff")
    batch = store(championship, preview(row(1, ("Sep Nay", "Vrin"), ("Lina Tuor", "Glion"))))

    applied = registration.apply_import(batch.pk, decisions={})

    assert applied.problems == (Problem("number_taken", {"row": 2, "number": 1}),)
    assert Person.objects.filter(name="Sep Nay").count() == 0


def test_a_decision_mends_a_row_or_leaves_it_out():
    championship = ChampionshipFactory()
    people = [{"name": "Sep Nay", "place": "Vrin"}, {"name": "Lina Tuor", "place": "Glion"}]
    batch = store(
        championship,
        preview(
            row(1, ("Sep Nay", "Vrin")),
            row(2, ("Rest Alig", "Vals"), ("Gion Foppa", "Vals")),
            problems=({"row": 2, "code": "missing_partner"},),
        ),
    )

    registration.apply_import(batch.pk, decisions={"2": {"take": True, "people": people}, "3": {"take": False}})

    assert [entry.name for entry in championship.entries.all()] == ["Sep Nay\u00a0– Lina Tuor"]


def test_an_import_is_undone_as_if_it_had_never_been():
    championship = ChampionshipFactory()
    batch = store(championship, preview(row(1, ("Sep Nay", "Vrin"), ("Lina Tuor", "Glion"))))
    registration.apply_import(batch.pk, decisions={})

    registration.undo_import(batch.pk)

    batch.refresh_from_db()
    championship.refresh_from_db()
    assert (Entry.objects.count(), Person.objects.count(), batch.state) == (0, 0, ImportState.UNDONE)
    assert broken_links(championship) == []


def test_an_import_whose_entries_play_stays():
    championship = ChampionshipFactory()
    batch = store(
        championship,
        preview(
            row(1, ("Sep Nay", "Vrin"), ("Lina Tuor", "Glion")), row(2, ("Rest Alig", "Vals"), ("Gion Foppa", "Vals"))
        ),
    )
    applied = registration.apply_import(batch.pk, decisions={})
    seat_round(championship, [applied.entries])

    with pytest.raises(Refused) as refusal:
        registration.undo_import(batch.pk)

    assert refusal.value.problems == (Problem("entry_used", {"entries": [1, 2]}),)


def test_somebody_of_the_directory_stays_when_an_import_is_undone():
    before = ChampionshipFactory(kind=Kind.INDIVIDUALS)
    (old,) = enter(before, "Caduff")
    person = old.persons[0]
    registration.remove_entry(old.pk)
    earlier = Person.objects.create(association=before.association, name="Tuor")
    championship = ChampionshipFactory(kind=Kind.INDIVIDUALS, association=before.association)
    batch = store(championship, preview(row(1, ("Tuor", "Trun"))))
    decision = {"take": True, "people": [{"name": "Tuor", "person_id": earlier.pk}]}
    registration.apply_import(batch.pk, decisions={"2": decision})

    registration.undo_import(batch.pk)

    assert list(Person.objects.all()) == [earlier]
    assert not Person.objects.filter(pk=person.pk).exists()


@pytest.mark.parametrize(
    ("change", "state"),
    [
        pytest.param(registration.withdraw_entry, EntryState.WITHDRAWN, id="withdraw"),
        pytest.param(lambda pk: registration.check_in(pk, present=True), EntryState.PRESENT, id="check-in"),
        pytest.param(registration.return_entry, EntryState.REGISTERED, id="return"),
    ],
)
def test_the_state_of_an_entry(change, state):
    (entry,) = enter(ChampionshipFactory(), "Caduff")

    assert change(entry.pk).state == state


def test_a_number_that_a_draw_names_stays():
    championship = ChampionshipFactory()
    a, b, late = enter(championship, "A", "B", "C")
    seat_round(championship, [(a, b)])
    people = [PersonData("A Uno"), PersonData("A Dus")]

    with pytest.raises(Refused) as refusal:
        registration.edit_entry(a.pk, people=people, number=77)
    registration.edit_entry(late.pk, people=people, number=77)

    assert refusal.value.problems == (Problem("number_fixed", {"number": 1}),)
    assert list(championship.entries.values_list("number", flat=True)) == [1, 2, 77]


def test_a_number_that_tables_from_a_file_name_stays():
    championship = ChampionshipFactory()
    a, *_ = enter(championship, "A", "B")
    store_schedule(championship.pk, 1, [Row(1, 1, (1,), (2,))])

    with pytest.raises(Refused) as refusal:
        registration.edit_entry(a.pk, people=[PersonData("A Uno"), PersonData("A Dus")], number=77)

    assert refusal.value.problems == (Problem("number_fixed", {"number": 1}),)


def test_a_tick_at_the_door_brings_no_withdrawn_entry_back():
    (entry,) = enter(ChampionshipFactory(), "A")
    registration.withdraw_entry(entry.pk)

    registration.check_in(entry.pk, present=True)

    assert Entry.objects.get().state == EntryState.WITHDRAWN


def test_an_old_page_that_lets_an_entry_return_takes_no_tick_back():
    (entry,) = enter(ChampionshipFactory(), "A")
    registration.check_in(entry.pk, present=True)

    registration.return_entry(entry.pk)

    assert Entry.objects.get().state == EntryState.PRESENT


def test_a_letter_that_nobody_sees_turns_no_line_round():
    championship = ChampionshipFactory()
    people = [PersonData("Gion \u202eTuor", place="Tr\u200bun"), PersonData("Lina\n\tTuor\x00")]

    entry = registration.register_entry(championship.pk, people, club="Il\u2067 Narr")
    edited = registration.edit_entry(entry.pk, people=people, number=1, club="Il\u2067 Narr")

    assert (entry.name, entry.place, entry.club.name) == ("Gion Tuor\u00a0– Lina Tuor", "Trun", "Il Narr")
    assert (edited.name, edited.place, edited.club) == (entry.name, entry.place, entry.club)


@pytest.mark.parametrize("lifted", [False, True], ids=["penalty", "lifted-penalty"])
def test_an_entry_that_had_a_penalty_is_kept(lifted):
    championship = ChampionshipFactory()
    batch = store(championship, preview(row(1, ("A B", ""), ("C D", "")), row(2, ("E F", ""), ("G H", ""))))
    _, other = registration.apply_import(batch.pk, decisions={}).entries
    penalty = give_penalty(championship.pk, 2, points=1, reason="late", after_round=0)
    if lifted:
        lift_penalty(penalty.pk, reason="it was not they")

    with pytest.raises(Refused) as removing:
        registration.remove_entry(other.pk)
    with pytest.raises(Refused) as undoing:
        registration.undo_import(batch.pk)

    problems = (Problem("entry_used", {"entries": [2]}),)
    assert (removing.value.problems, undoing.value.problems) == (problems, problems)
    assert championship.entries.count() == 2


def test_whether_it_is_ranked_stays_once_an_entry_has_played_a_closed_round():
    championship = ChampionshipFactory()
    one, other, rests, late = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(one, other)], byes=[rests])
    key(round_, 1, 40, 30, 36, 50)
    people = [PersonData("X Uno", "Trun"), PersonData("X Dus", "Trun")]
    registration.edit_entry(one.pk, people=people, number=1, stand_in=True)
    registration.edit_entry(one.pk, people=people, number=1)
    close_round(round_.pk)

    refusals = []
    for entry in (one, rests):
        with pytest.raises(Refused) as refusal:
            registration.edit_entry(entry.pk, people=people, number=entry.number, stand_in=True)
        refusals.append(refusal.value.problems)
    registration.edit_entry(late.pk, people=people, number=4, stand_in=True)
    registration.edit_entry(one.pk, people=people, number=1, club="Il Narr")

    assert refusals == [(Problem("stand_in_fixed", {"number": number}),) for number in (1, 3)]
    assert list(championship.entries.order_by("number").values_list("stand_in", flat=True)) == [False] * 3 + [True]
