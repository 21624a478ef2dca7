"""`python -m scoring` as interfaces.md describes it."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main

DATA = Path(__file__).parent / "data"
FIXTURE = DATA / "fixture_f.json"
EXPECTED = json.loads((DATA / "fixture_f.expect.json").read_text(encoding="utf-8"))


def run(capsys, *words):
    code = main([str(word) for word in words])
    return json.loads(capsys.readouterr().out), code


def test_check_the_example_of_the_interface(capsys):
    answer, code = run(capsys, "check", 41, 30, 50, 36, "--first-dealer", "a", "--json")

    assert code == 0
    assert answer == {
        "valid": True,
        "deals": [
            {"a": 41, "b": 31, "buns_a": 5, "schliats_a": 0, "dealer": "a"},
            {"a": 30, "b": 42, "buns_a": 0, "schliats_a": 6, "dealer": "b"},
            {"a": 50, "b": 22, "buns_a": 14, "schliats_a": 0, "dealer": "a"},
            {"a": 36, "b": 36, "buns_a": 0, "schliats_a": 0, "dealer": "b"},
        ],
        "net": 13,
        "card_points": 157,
        "running": [5, -1, 13, 13],
        "questions": [],
        "problems": [],
    }


@pytest.mark.parametrize(
    ("words", "problems", "questions"),
    [
        pytest.param(
            "1 36 36 36 --first-dealer a", ["DEALER_ONE"], ["CONFIRM_EXTREME"], id="1:71, dealer's side has 1"
        ),
        pytest.param("1 36 36 36 --first-dealer b", [], ["CONFIRM_EXTREME"], id="1:71, the other side has 1"),
        pytest.param("1 36 36 36", [], ["CONFIRM_EXTREME", "DEALER_UNKNOWN"], id="1:71, dealer not known"),
        pytest.param("0 36 36 36 --first-dealer a", [], ["CONFIRM_EXTREME"], id="0:72"),
        pytest.param("36 36 36 36 --matches 2", ["MATCH_FLAG"], [], id="no match"),
        pytest.param("41 30 50 36 --side-b 31 42 22 36", [], [], id="both sides"),
        pytest.param("41 30 50 36 --side-b 31 42 22 37", ["SUM"], [], id="both sides, 73"),
        pytest.param("5 -6 +14 −3 --notation net", [], [], id="buns and schliats, with a real minus"),
        pytest.param("5 -6 14 0 --notation net --side-b -5 6 -14 1", ["DIFF"], [], id="not mirrored"),
        pytest.param("36.5 80 -1 x", ["RANGE"] * 4, [], id="no card points"),
    ],
)
def test_check(capsys, words, problems, questions):
    answer, code = run(capsys, "check", *words.split())

    assert [each["code"] for each in answer["problems"]] == problems
    assert [each["code"] for each in answer["questions"]] == questions
    assert (answer["valid"], code) == ((False, 1) if problems else (True, 0))


@pytest.mark.parametrize(
    "words",
    ["", "check 1 2 3", "check 36 36 36 36 --first-dealer c", "rank", "rank f --keys luck", "rank f --points-per card"],
)
def test_wrong_usage(capsys, words):
    with pytest.raises(SystemExit) as stopped:
        main(words.split())

    assert stopped.value.code == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("per", ["table", "deal"])
def test_rank_fixture_f(capsys, per):
    answer, code = run(capsys, "rank", FIXTURE, "--points-per", per)

    expected = EXPECTED["points_per"][per]
    assert code == 0
    assert [{name: row[name] for name in expected[0]} for row in answer["entries"]] == expected
    assert sum(row["net"] for row in answer["entries"]) == EXPECTED["field"]["net"]
    assert sum(row["card_points"] for row in answer["entries"]) == EXPECTED["field"]["card_points"]


@pytest.mark.parametrize("variant", EXPECTED["variants"], ids=lambda variant: variant["what"])
def test_rank_variants_of_fixture_f(capsys, tmp_path, variant):
    event = json.loads(FIXTURE.read_text(encoding="utf-8"))
    if "change" in variant:
        event["tables"][variant["change"]["table"]]["deals"] = variant["change"]["deals"]
    file = tmp_path / "event.json"
    file.write_text(json.dumps(event), encoding="utf-8")

    answer, _ = run(capsys, "rank", file, *variant["options"])

    rows = {row["id"]: row for row in answer["entries"]}
    assert list(rows) == variant["order"]
    for entry, values in variant.get("values", {}).items():
        assert {name: rows[entry][name] for name in values} == values


def test_rank_reads_everything_the_interface_names(capsys, monkeypatch):
    event = {
        "entries": [{"id": "A"}, {"id": "B"}, {"id": "E"}, {"id": 7}],
        "tables": [
            {"round": 1, "a": "A", "b": "B", "deals": [40, 30, 36, 50]},
            {"round": 2, "a": ["A"], "b": ["B"], "deals": None},
        ],
        "byes": [{"round": 1, "entry": "E"}],
        "absences": [{"round": 1, "entry": 7}],
        "penalties": [{"entry": "A", "points": 1}],
    }
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(event)))

    answer, code = run(capsys, "rank", "-")

    assert code == 0
    assert [(row["id"], row["rank"], row["tournament_points"], row["byes"]) for row in answer["entries"]] == [
        ("E", 1, 2, 1),
        ("A", 2, 1, 0),
        (7, 3, 0, 0),
        ("B", 4, 0, 0),
    ]


def test_rank_per_deal_gives_eight_for_a_bye_and_can_look_back(capsys, tmp_path):
    file = tmp_path / "event.json"
    file.write_text('{"entries": [{"id": "E"}], "byes": [{"round": 2, "entry": "E"}]}', encoding="utf-8")

    now, _ = run(capsys, "rank", file, "--points-per", "deal")
    before, _ = run(capsys, "rank", file, "--points-per", "deal", "--after", 1)

    assert now["entries"][0]["tournament_points"] == 8
    assert before["entries"][0]["tournament_points"] == 0


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        pytest.param("{", ["UNREADABLE"], id="no JSON"),
        pytest.param("[" * 100_000, ["UNREADABLE"], id="too deep"),
        pytest.param("[]", ["UNREADABLE"], id="no object"),
        pytest.param('{"entries": [{"id": null}]}', ["UNREADABLE"], id="no id"),
        pytest.param('{"entries": [{"id": "A"}, {"id": "A"}]}', ["DUPLICATE_ENTRY"], id="entry twice in the list"),
        pytest.param('{"entries": [], "byes": [{"round": 1, "entry": "X"}]}', ["UNKNOWN_ENTRY"], id="unknown entry"),
        pytest.param(
            '{"entries": [{"id": "A"}], "penalties": [{"entry": "A", "points": "1"}]}',
            ["UNREADABLE"],
            id="text as points",
        ),
        pytest.param(
            '{"entries": [{"id": "A"}, {"id": "B"}], "tables": [{"round": 1, "a": "A", "b": "B", "deals": [80, "x"]}],'
            ' "byes": [{"round": 1, "entry": "A"}]}',
            ["ENTRY_TWICE", "RANGE", "RANGE"],
            id="several problems at once",
        ),
        pytest.param(
            '{"entries": [{"id": "A"}, {"id": "B"}], "tables": [{"round": 1, "a": "A", "b": "B", "deals": [1],'
            ' "first_dealer": "a"}]}',
            ["DEALER_ONE"],
            id="a 1 of the dealer's side",
        ),
    ],
)
def test_rank_refuses(capsys, tmp_path, event, codes):
    file = tmp_path / "event.json"
    file.write_text(event, encoding="utf-8")

    answer, code = run(capsys, "rank", file)

    assert code == 1
    assert [each["code"] for each in answer["problems"]] == codes


def test_rank_refuses_a_missing_file(capsys, tmp_path):
    answer, code = run(capsys, "rank", tmp_path / "nothing.json")

    assert (answer["problems"][0]["code"], code) == ("UNREADABLE", 1)


def test_the_command_needs_no_site():
    program = "import sys, scoring.__main__; print(sorted({name.partition('.')[0] for name in sys.modules}))"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert not {"django", "tournaments", "celery"} & set(json.loads(done.stdout.replace("'", '"')))
