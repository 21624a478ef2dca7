"""Every code has its sentence."""

import re
from pathlib import Path

import pytest

from scoring.validation import ProblemCode, QuestionCode
from tournaments.domain.refusal import Problem
from tournaments.imports import FileCode, Fix, NoteCode
from tournaments.views.file_words import FIX_SENTENCES
from tournaments.views.messages import ALL_SENTENCES, fix, sentence

SOURCES = [
    path
    for folder in ("domain", "management", "views")
    for path in Path(__file__).parents[3].joinpath("tournaments", folder).rglob("*.py")
]
RAISED = re.compile(r"""(?:refused|Problem)\(\s*"([a-z_]+)\"""")


def raised() -> set[str]:
    return {code for path in SOURCES for code in RAISED.findall(path.read_text())}


def test_the_codes_that_are_raised_were_found():
    assert {"open_tables", "stale", "number_taken"} <= raised()


@pytest.mark.parametrize("codes", [ProblemCode, QuestionCode, FileCode, NoteCode], ids=lambda codes: codes.__name__)
def test_every_code_of_a_result_or_a_file_has_a_sentence(codes):
    assert {code for code in codes if code not in ALL_SENTENCES} == set()


def test_every_refusal_has_a_sentence():
    assert raised() - ALL_SENTENCES.keys() == set()


def test_every_proposal_has_a_sentence():
    assert set(Fix) - FIX_SENTENCES.keys() == set()


def test_a_sentence_holds_the_data_of_its_problem():
    assert sentence(Problem("open_tables", {"round": 1, "tables": [3, 7]})) == (
        "These tables have no confirmed result yet: 3, 7."
    )


def test_a_finding_of_a_file_brings_its_data_along():
    finding = {"row": 4, "code": "bad_number", "data": {"value": "４１"}, "fix": "correct_cell"}

    assert (sentence(finding), fix(finding)) == (
        "“４１” is not a number that can be used here.",
        "Correct it here, or in the file.",
    )
