"""What depends on what, by the log."""

import re
from pathlib import Path

import pytest

import tournaments
from tournaments.domain.event_subjects import SUBJECTS, depends
from tournaments.models import Event
from tournaments.views.event_words import ENTRY_STATES, EVENT_WORDS

RECORDED = re.compile(r'record\(\s*(?:change, )?"(\w+)"')


def recorded() -> set[str]:
    """Types of events that the domain writes by name."""
    files = Path(tournaments.__file__).parent.joinpath("domain").glob("*.py")
    return {found for file in files for found in RECORDED.findall(file.read_text(encoding="utf-8"))}


def event(type_: str, **payload: object) -> Event:
    return Event(type=type_, payload=payload)


RESULT = event("result_confirmed", round=2, table=5, deals=[36] * 4)


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        pytest.param(event("result_claimed", round=2, table=5), True, id="a-claim-at-the-same-table"),
        pytest.param(event("result_confirmed", round=2, table=6), False, id="a-result-at-another-table"),
        pytest.param(event("result_confirmed", round=3, table=5), False, id="the-same-number-in-another-round"),
        pytest.param(event("results_from_file", round=2, results={"5": [36] * 4}), True, id="a-file-with-the-table"),
        pytest.param(event("results_from_file", round=2, results={"6": [36] * 4}), False, id="a-file-without-it"),
        pytest.param(event("round_closed", round=2), True, id="the-round-is-closed"),
        pytest.param(event("round_closed", round=1), False, id="another-round-is-closed"),
        pytest.param(event("round_drawn", round=3), True, id="the-next-draw"),
        pytest.param(event("ranking_published", after_round=2), True, id="the-ranking-is-handed-out"),
        pytest.param(event("entry_state", entry=5, state="present"), False, id="somebody-is-ticked-off"),
        pytest.param(event("table_called", round=2, table=5), False, id="the-table-is-called"),
        pytest.param(event("round_complete", round=2), False, id="the-round-is-complete"),
        pytest.param(event("something_new"), True, id="a-type-that-nobody-knows"),
    ],
)
def test_what_depends_on_a_result(later: Event, expected: bool) -> None:
    assert depends(later, RESULT) is expected


@pytest.mark.parametrize(
    ("later", "earlier", "expected"),
    [
        pytest.param(
            event("round_official", round=2), event("penalty_given", entry=1, round=2), True, id="official-penalty"
        ),
        pytest.param(
            event("round_official", round=2), event("penalty_given", entry=1, round=3), False, id="a-later-penalty"
        ),
        pytest.param(
            event("round_official", round=2), event("settings_changed", settings=["keys"]), True, id="official-rule"
        ),
        pytest.param(
            event("round_official", round=2), event("settings_changed", settings=["name"]), False, id="official-name"
        ),
        pytest.param(
            event("round_official", round=2), event("settings_changed", settings=[], rounds={"1": 9}), False, id="plan"
        ),
        pytest.param(
            event("round_closed", round=2), event("substituted", entry=1, round=1), True, id="closed-substitute"
        ),
        pytest.param(
            event("round_closed", round=2), event("substituted", entry=1, round=3), False, id="a-later-substitute"
        ),
        pytest.param(RESULT, event("round_undone", round=3, reopened=True), True, id="played-on"),
        pytest.param(RESULT, event("round_undone", round=3, reopened=False), False, id="corrected-as-before"),
        pytest.param(
            event("entry_edited", entry=9, was=4), event("entry_state", entry=4, state="present"), True, id="number"
        ),
    ],
)
def test_what_is_built_on_what(later: Event, earlier: Event, expected: bool) -> None:
    assert depends(later, earlier) is expected


def test_every_type_that_is_written_has_words() -> None:
    assert recorded() - EVENT_WORDS.keys() - {"entry_state"} == set()
    assert ENTRY_STATES.keys() == {"registered", "present", "withdrawn"}


def test_types_that_may_have_touched_everything_are_few() -> None:
    assert recorded() - SUBJECTS.keys() == {
        "championship_created",
        "draw_sealed",
        "import_applied",
        "import_undone",
        "ranking_published",
        "schedule_stored",
        "seal_given_up",
        "seal_opened",
    }
