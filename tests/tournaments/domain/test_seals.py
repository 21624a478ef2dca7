"""The sealed draw: committed before, mixed with cards of the hall, checked by anybody after."""

import hashlib
import io

import pytest
from django.core.management import call_command

from tests.factories import ChampionshipFactory, enter, key, member, seat_round
from tests.tournaments.domain.test_together import together
from tournaments.domain.change import broken_links
from tournaments.domain.draw_checks import check_draw
from tournaments.domain.publishing import hide_results_after
from tournaments.domain.refusal import Refused
from tournaments.domain.registration import edit_entry, withdraw_entry
from tournaments.domain.rounds import draw_round, publish_round, undo_draw
from tournaments.domain.seals import give_up_seal, open_seal, seal_round, sealed_next, seals_of
from tournaments.domain.undo import undo_last, undoable
from tournaments.enums import Pairing, StageKind
from tournaments.models import Championship, Event, Round, Seal, Stage

pytestmark = pytest.mark.django_db
CARDS = "cK t21 n r3 b10 sJ"


def refusal_of(function, *args, **options) -> list[dict]:
    with pytest.raises(Refused) as refusal:
        function(*args, **options)
    return [problem.as_json() for problem in refusal.value.problems]


@pytest.fixture
def championship() -> Championship:
    """Five pairs; A beat B, C beat D, E sat out."""
    championship = ChampionshipFactory(slug="c")
    a, b, c, d, e = enter(championship, *"ABCDE")
    round_ = seat_round(championship, [(a, b), (c, d)], byes=[e])
    key(round_, 1, 40, 40, 40, 40)
    key(round_, 2, 40, 40, 40, 38)
    return championship


def checked(number: int = 2) -> tuple[bool, list[str]]:
    found = check_draw(Round.objects.select_related("championship", "stage").get(number=number))
    return found.ok, [each.code for each in found.problems]


def test_the_seal_is_in_sight_before_and_everything_else_after(championship):
    kept = seal_round(championship.pk)
    before = sealed_next(championship, public=True)

    open_seal(championship.pk, cards=CARDS)

    (after,) = seals_of(championship, 2, public=True)
    assert (before.seal, before.secret, before.cards, before.seed) == (kept.seal, "", "", None)
    assert (after.seal, after.secret, after.cards, after.seed) == (
        kept.seal,
        kept.secret,
        CARDS,
        Round.objects.last().seed,
    )
    assert (after.fits, checked()) == (True, (True, []))


def test_anybody_computes_seal_and_seed_in_three_lines(championship):
    seal_round(championship.pk)
    open_seal(championship.pk, cards=CARDS)
    (shown,) = seals_of(championship, 2, public=True)

    seal = hashlib.sha256("\n".join(["troccas sealed draw", "2", shown.secret, *shown.lines]).encode()).hexdigest()
    seed = hashlib.sha256(f"troccas seed\n{seal}\n{shown.secret}\n{shown.cards}".encode()).hexdigest()

    assert (seal, int(seed[:13], 16)) == (shown.seal, Round.objects.get(number=2).seed)


def test_what_is_sealed_names_nobody_and_all_that_counts(championship):
    kept = seal_round(championship.pk, absent=(4,))

    assert kept.lines[0] == "standing; 5 rounds after this one"
    assert kept.lines[2:] == [
        "1; rank 1; points 2",
        "2; rank 5; points 0",
        "3; rank 2; points 2",
        "5; rank 3; points 2",
    ]


def test_the_command_says_that_the_seal_fits(championship):
    seal_round(championship.pk)
    open_seal(championship.pk, cards=CARDS)
    out = io.StringIO()

    call_command("check_draw", "c", "2", stdout=out)

    assert "It was sealed beforehand: the log, the list, the cards and the seed fit the seal." in out.getvalue()


def test_the_log_knows_both_steps(championship):
    kept = seal_round(championship.pk)
    open_seal(championship.pk, cards=CARDS)

    sealed, opened, drawn = Event.objects.order_by("-sequence")[:3][::-1]
    championship.refresh_from_db()
    assert (sealed.type, sealed.payload) == ("draw_sealed", {"round": 2, "seal": kept.seal})
    assert (opened.type, opened.payload["cards"]) == ("seal_opened", CARDS)
    assert (drawn.type, drawn.payload["sealed"]) == ("round_drawn", kept.seal)
    assert broken_links(championship) == []


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        pytest.param("cK t21 x9 n r3 b10", {"code": "cards_unreadable", "given": "x9"}, id="no-such-card"),
        pytest.param("cK cK t21 n r3 b10", {"code": "cards_unreadable", "given": "cK"}, id="drawn-twice"),
        pytest.param("cK t21", {"code": "too_few_cards", "given": 2, "wanted": 6}, id="two-cards"),
    ],
)
def test_cards_that_cannot_be_leave_the_seal_as_it_is(championship, cards, problem):
    seal_round(championship.pk)

    assert refusal_of(open_seal, championship.pk, cards=cards) == [problem]
    assert (Seal.objects.standing().count(), Round.objects.count()) == (1, 1)


def test_an_ordinary_draw_does_not_pass_by_a_seal(championship):
    seal_round(championship.pk)

    assert refusal_of(draw_round, championship.pk) == [{"code": "round_sealed", "round": 2}]


def test_a_seal_that_was_given_up_stays_in_sight(championship):
    seal_round(championship.pk)

    give_up_seal(championship.pk)

    draw_round(championship.pk, seed=3)
    (shown,) = seals_of(championship, 2, public=True)
    assert (shown.given_up_at is not None, shown.secret, checked()) == (True, "", (True, []))


@pytest.mark.parametrize("change", ["withdrawn", "correction"])
def test_a_change_of_the_list_breaks_the_seal_and_it_is_sealed_anew_in_public(championship, change):
    seal_round(championship.pk)
    if change == "withdrawn":
        withdraw_entry(championship.entries.get(number=5).pk)
    else:
        key(Round.objects.get(), 1, 30, 30, 30, 30, reason="slip read wrongly")

    broken = sealed_next(championship, public=True).broken
    refusal = refusal_of(open_seal, championship.pk, cards=CARDS)
    again = seal_round(championship.pk)
    open_seal(championship.pk, cards=CARDS)

    first, second = seals_of(championship, 2, public=True)
    assert (broken, refusal) == (True, [{"code": "seal_broken", "round": 2}])
    assert (first.given_up_at is not None, second.seal, checked()) == (True, again.seal, (True, []))


def test_who_has_which_number_is_fixed_while_a_seal_stands():
    championship = ChampionshipFactory()
    a, _ = enter(championship, *"AB")
    seal_round(championship.pk)

    problems = refusal_of(edit_entry, a.pk, people=[], number=7)

    assert problems == [{"code": "number_fixed", "number": 1}]


def test_a_draw_that_is_taken_back_needs_a_new_seal(championship):
    seal_round(championship.pk)
    undo_draw(open_seal(championship.pk, cards=CARDS).pk)

    assert refusal_of(open_seal, championship.pk, cards=CARDS) == [{"code": "no_seal", "round": 2}]
    seal_round(championship.pk)
    open_seal(championship.pk, cards=CARDS)
    assert (len(seals_of(championship, 2)), checked()) == (2, (True, []))


def test_the_log_tells_that_a_seal_goes_with_the_round_before_it():
    championship = ChampionshipFactory(slug="c")
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])
    kept, gion = seal_round(championship.pk), member(championship.association)

    undo_draw(round_.pk, actor=gion)

    gone = championship.seals.get().given_up_at
    told = championship.events.filter(type="seal_given_up").values_list("payload", flat=True)
    undo_last(championship.pk, undoable(championship).event, actor=gion)
    championship.refresh_from_db()
    assert (gone is not None, list(told)) == (True, [{"round": 2, "seal": kept.seal}])
    assert championship.seals.get().given_up_at is None
    assert broken_links(championship) == []


def test_the_first_round_of_a_final_can_be_sealed():
    championship = ChampionshipFactory(rounds=1, finalists=2)
    Stage.objects.create(championship=championship, position=2, kind=StageKind.FINAL, rounds_planned=1)
    a, b, c, d = enter(championship, *"ABCD")
    round_ = seat_round(championship, [(a, b), (c, d)])
    key(round_, 1, 40, 40, 40, 40)
    key(round_, 2, 40, 40, 40, 38)

    seal_round(championship.pk)
    final = open_seal(championship.pk, cards=CARDS)

    assert (sorted(final.stage.qualified), checked()) == ([1, 3], (True, []))


def test_what_cannot_be_drawn_is_not_sealed():
    championship = ChampionshipFactory()
    enter(championship, "A")

    assert refusal_of(seal_round, championship.pk) == [{"code": "too_few_entries", "wanted": 2, "given": 1}]


def test_hidden_results_do_not_come_out_with_the_list(championship):
    seal_round(championship.pk)
    hide_results_after(championship.pk, after_round=0)
    championship.refresh_from_db()

    assert (seals_of(championship, 2, public=True)[0].lines, len(seals_of(championship, 2)[0].lines)) == ((), 7)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({"secret": "0" * 64}, ["seal_differs", "seed_differs"], id="secret"),
        pytest.param({"cards": "t21 cK n r3 b10 sJ"}, ["seed_differs"], id="cards"),
        pytest.param({"seal": "f" * 64}, ["seal_unknown"], id="seal"),
    ],
)
def test_what_is_changed_behind_the_seal_is_found(championship, change, expected):
    seal_round(championship.pk)
    publish_round(open_seal(championship.pk, cards=CARDS).pk)

    Seal.objects.update(**change)

    assert checked() == (False, expected)


def test_a_draw_that_denies_its_seal_is_found(championship):
    seal_round(championship.pk)
    round_ = open_seal(championship.pk, cards=CARDS)
    del round_.draw["sealed"]
    round_.save()

    assert checked() == (False, ["seal_unknown"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_repetition", range(3))
def test_two_organisers_seal_at_once_and_there_is_one_seal(_repetition):
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")

    answers = together(*[lambda: seal_round(championship.pk)] * 2)

    assert (answers, Seal.objects.count()) == (["done", "sealed_already"], 1)


@pytest.mark.django_db(transaction=True)
def test_two_organisers_open_at_once_and_there_is_one_draw():
    championship = ChampionshipFactory()
    enter(championship, *"ABCD")
    seal_round(championship.pk)

    answers = together(*[lambda: open_seal(championship.pk, cards=CARDS)] * 2)

    assert (answers, Round.objects.count()) == (["done", "round_drawn"], 1)


def test_a_place_that_is_kept_in_a_round_robin_is_sealed_too():
    """Who only misses the first round changes which place everybody has."""
    championship = ChampionshipFactory(slug="c", rounds=5)
    championship.stages.update(pairing=Pairing.ROUND_ROBIN)
    enter(championship, *"ABCDEF")

    seal = seal_round(championship.pk, absent=(4,))
    open_seal(championship.pk, cards=CARDS)

    assert seal.lines[0] == "round_robin; 4 rounds after this one; places kept for 4"
    assert check_draw(Round.objects.select_related("championship", "stage").get(number=1)).ok
