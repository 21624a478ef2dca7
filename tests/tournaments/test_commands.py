"""The commands that people and scripts rely on (interfaces.md): one JSON object, stable codes, exit codes."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.factories import ChampionshipFactory, enter, key, seat_round
from tests.factories.fixture_f import fixture_f
from tests.tournaments.domain.canonical import canonical
from tournaments.domain.claims import claim_result
from tournaments.domain.penalties import give_penalty
from tournaments.enums import SideName
from tournaments.models import Championship

pytestmark = pytest.mark.django_db

CASES = Path(__file__).parent / "imports" / "cases"


def run(*arguments: object) -> tuple[int, dict]:
    """Exit code and JSON answer of a command."""
    out, code = io.StringIO(), 0
    try:
        call_command(*map(str, arguments), "--json", stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        code = end.code
    return code, json.loads(out.getvalue())


def said(*arguments: object) -> str:
    """What a command answers in words."""
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_a_day_by_commands(tmp_path):
    results = tmp_path / "results.csv"
    results.write_text("table;deal 1;deal 2;deal 3;deal 4\n" + "".join(f"{n};40;30;36;50\n" for n in range(1, 26)))

    made = run("create_championship", "--preset", "pairs", "--name", "Campiunadi", "--slug", "c", "--rounds", 8)
    imported = run("import_entries", "c", CASES / "championship_51_pairs.csv")
    drawn = run("draw_round", "c", "--seed", 7)
    published = run("publish_round", "c", 1)
    stored = run("import_results", "c", 1, results)
    closed = run("close_round", "c", 1)
    standings = run("standings", "c")
    second = run("draw_round", "c", "--seed", 8, "--publish")
    log = run("verify_log", "c")

    assert made == (0, {"championship": "c"})
    assert (imported[0], imported[1]["imported"], imported[1]["problems"]) == (0, list(range(1, 52)), [])
    assert (drawn[0], drawn[1]["state"], len(drawn[1]["tables"]), len(drawn[1]["byes"])) == (0, "draft", 25, 1)
    assert published == (0, {"round": 1, "state": "published"})
    assert (stored[0], stored[1]["stored"], stored[1]["problems"]) == (0, list(range(1, 26)), [])
    assert closed == (0, {"round": 1, "state": "closed"})
    assert (standings[1]["after_round"], standings[1]["open_tables"], len(standings[1]["entries"])) == (1, 0, 51)
    assert (second[1]["round"], second[1]["state"]) == (2, "published")
    assert (log[0], log[1]["ok"]) == (0, True)


def test_a_championship_without_an_association_belongs_to_the_only_one():
    only = ChampionshipFactory().association

    run("create_championship", "--name", "Campiunadi", "--slug", "c")

    assert [championship.slug for championship in only.championships.filter(slug="c")] == ["c"]


def test_show_round_has_the_shape_that_programs_read():
    championship = ChampionshipFactory()
    a, b, c = enter(championship, *"ABC")
    key(seat_round(championship, [(a, b)], byes=[c]), 1, 41, 30, 50, 36)

    answer = run("show_round", championship.slug, 1)

    assert answer == (
        0,
        {
            "round": 1,
            "state": "published",
            "tables": [
                {
                    "number": 1,
                    "a": {"number": 1, "name": "A Uno – A Dus", "place": "Trun"},
                    "b": {"number": 2, "name": "B Uno – B Dus", "place": "Trun"},
                    "first_dealer": "a",
                    "state": "confirmed",
                    "deals": [41, 30, 50, 36],
                }
            ],
            "byes": [{"number": 3, "name": "C Uno – C Dus", "place": "Trun"}],
        },
    )


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        pytest.param(["draw_round", "x"], [{"code": "no_championship", "slug": "x"}], id="no-championship"),
        pytest.param(["show_round", "f", 9], [{"code": "no_round", "round": 9}], id="no-round"),
        pytest.param(
            ["close_round", "f", 1], [{"code": "open_tables", "round": 1, "tables": [1, 2]}], id="close-open-tables"
        ),
        pytest.param(
            ["draw_round", "f"], [{"code": "open_tables", "round": 1, "tables": [1, 2]}], id="draw-open-tables"
        ),
        pytest.param(["publish_round", "f", 1], [{"code": "round_published", "round": 1}], id="published-twice"),
        pytest.param(
            ["create_championship", "--name", "F", "--slug", "f"],
            [{"code": "slug_taken", "slug": "f"}],
            id="slug-taken",
        ),
        pytest.param(
            ["import_entries", "f", "/no/such/file"], [{"code": "unreadable", "file": "/no/such/file"}], id="no-file"
        ),
    ],
)
def test_a_refusal_ends_with_1_and_its_codes(arguments, problems):
    fixture_f(slug="f", fill=False)

    assert run(*arguments) == (1, {"problems": problems})


def test_an_empty_file_is_refused(tmp_path):
    ChampionshipFactory(slug="f")
    file = tmp_path / "empty.csv"
    file.write_text("")

    code, answer = run("import_entries", "f", file)

    assert (code, [problem["code"] for problem in answer["problems"]]) == (1, ["empty"])


def test_a_dry_run_stores_nothing():
    championship = ChampionshipFactory(slug="f")

    code, answer = run("import_entries", "f", CASES / "duplicates_and_namesakes.csv", "--dry-run")

    assert (code, answer["kind"], championship.entries.count()) == (0, "entries_pairs", 0)
    assert {"row": 14, "code": "missing_partner"}.items() <= next(
        p for p in answer["problems"] if p["row"] == 14
    ).items()


def test_problem_rows_are_reported_and_not_stored():
    championship = ChampionshipFactory(slug="f")

    code, answer = run("import_entries", "f", CASES / "duplicates_and_namesakes.csv")

    assert (code, len(answer["imported"])) == (0, 11)
    assert championship.entries.count() == 11


def test_results_of_a_file_are_replaced_only_with_a_reason(tmp_path):
    fixture = fixture_f(slug="f")
    file = tmp_path / "results.csv"
    file.write_text("table;deal 1;deal 2;deal 3;deal 4\n1;44;30;36;50\n2;20;44;44;44\n")

    refused = run("import_results", "f", 1, file)
    replaced = run("import_results", "f", 1, file, "--replace", "slip read wrongly")

    assert (refused[0], refused[1]["stored"], refused[1]["unchanged"]) == (0, [], [2])
    assert [problem["code"] for problem in refused[1]["problems"]] == ["reason_missing"]
    assert (replaced[1]["stored"], replaced[1]["unchanged"]) == ([1], [2])
    assert fixture.rounds[0].tables.get(number=1).version == 2


def test_a_ranking_in_words_is_written_as_a_terminal_shows_it():
    fixture = fixture_f(slug="f")
    give_penalty(fixture.championship.pk, 2, points=9, reason="late", after_round=1)

    lines = said("standings", "f").splitlines()

    assert lines[-1].split()[-2:] == ["-8", "-12"]


def test_a_dry_run_says_what_replacing_would_change(tmp_path):
    fixture = fixture_f(slug="f")
    before = canonical(fixture.championship)
    file = tmp_path / "results.csv"
    file.write_text("table;deal 1;deal 2;deal 3;deal 4;outcome\n1;40;30;;;walkover b\n2;20;44;44;44;\n")

    code, answer = run("import_results", "f", 1, file, "--replace", "they had left", "--dry-run")
    alone = run("import_results", "f", 1, file, "--dry-run")[1]
    words = said("import_results", "f", 1, file, "--replace", "they had left", "--dry-run")

    assert (code, canonical(fixture.championship)) == (0, before)
    assert answer["impact"] == {
        "after_round": 2,
        "replaced": [
            {
                "table": 1,
                "before": {"deals": [40, 30, 36, 50]},
                "after": {"deals": [40, 30], "outcome": "walkover_b"},
            }
        ],
        "moved": [
            {"number": 3, "before": 2, "after": 1},
            {"number": 2, "before": 4, "after": 2},
            {"number": 1, "before": 1, "after": 3},
            {"number": 4, "before": 3, "after": 4},
        ],
        "comes_in": [],
        "falls_out": [],
        "rounds": [],
    }
    assert "impact" not in alone
    assert "Table 1: 40, 30, 36, 50 becomes 40, 30 (walk-over, side B wins)." in words
    assert "A Dus: rank 1 becomes 3." in words


def test_tables_that_were_not_played_to_the_end_need_a_reason(tmp_path):
    championship = ChampionshipFactory(slug="c")
    a, b, c, d = enter(championship, *"ABCD")
    seat_round(championship, [(a, b), (c, d)])
    file = tmp_path / "results.csv"
    file.write_text("table;deal 1;deal 2;deal 3;deal 4;outcome\n1;40;30;;;broken off\n2;;;;;neither\n")

    refused = run("import_results", "c", 1, file)
    stored = run("import_results", "c", 1, file, "--reason", "the hall closed")

    assert (refused[0], [problem["code"] for problem in refused[1]["problems"]]) == (1, ["outcome_reason_missing"] * 2)
    assert (stored[0], stored[1]["stored"], stored[1]["problems"]) == (0, [1, 2], [])
    assert [table["outcome"] for table in run("show_round", "c", 1)[1]["tables"]] == ["abandoned", "neither"]
    assert run("verify_log", "c")[0] == 0


def test_a_file_says_where_a_side_says_something_else(tmp_path):
    championship = ChampionshipFactory(slug="c")
    a, b, c, d = enter(championship, *"ABCD")
    table = seat_round(championship, [(a, b), (c, d)]).tables.get(number=1)
    claim_result(table.pk, SideName.A, (41, 30, 36, 50), seen_version=0, answered_yes=True)
    file = tmp_path / "results.csv"
    file.write_text("table;deal 1;deal 2;deal 3;deal 4\n1;44;30;36;50\n2;20;44;44;44\n")

    stored = run("import_results", "c", 1, file)

    assert (stored[0], stored[1]["stored"], stored[1]["disputed"]) == (0, [1, 2], [1])
    assert run("standings", "c")[1]["open_tables"] == 1


@pytest.mark.parametrize(
    ("stage", "rounds", "after", "published"),
    [("registered", 0, 0, 0), ("paired", 1, 0, 0), ("played", 3, 3, 0), ("published", 3, 3, 1)],
)
def test_the_demo_reaches_its_stage(stage, rounds, after, published):
    code, answer = run("demo", "--stage", stage, "--seed", 1, "--pairs", 9, "--rounds", 3)
    again = run("demo", "--stage", stage, "--seed", 1, "--pairs", 9, "--rounds", 3)
    standings = run("standings", "demo")[1]

    assert (code, answer, again) == (
        0,
        {"championship": "demo", "created": True},
        (0, {"championship": "demo", "created": False}),
    )
    assert (len(standings["entries"]), standings["after_round"]) == (9, after)
    assert standings["open_tables"] == (2 if stage == "played" else 0)
    assert run("verify_log", "demo")[0] == 0


def test_the_demo_is_the_same_for_the_same_seed():
    boards = []
    for slug in ("one", "two"):
        run("demo", "--stage", "published", "--seed", 5, "--pairs", 8, "--rounds", 2, "--slug", slug)
        boards.append(run("standings", slug)[1]["entries"])

    assert boards[0] == boards[1]


@pytest.mark.parametrize(
    ("pairing", "count", "rounds"),
    [
        pytest.param(("--pairing", "knockout", "--pairs", 6), 3, 5, id="a-knock-out-ends-by-itself"),
        pytest.param(("--pairing", "round_robin", "--pairs", 5), 3, 3, id="round-robin"),
        pytest.param(("--pairing", "whist", "--individuals", 8), 3, 3, id="whist"),
        pytest.param(("--pairing", "lot", "--individuals", 9, "--absent", 1), 2, 2, id="by-lot-with-one-absent"),
    ],
)
def test_the_demo_draws_in_every_way(pairing, count, rounds):
    code, answer = run("demo", "--stage", "published", "--seed", 1, "--rounds", rounds, *pairing)

    checks = [run("check_draw", "demo", number) for number in range(1, count + 1)]
    assert (code, answer["created"], run("standings", "demo")[1]["after_round"]) == (0, True, count)
    assert [(code, check["problems"]) for code, check in checks] == [(0, [])] * count


def test_a_draw_by_command_leaves_out_who_is_absent():
    championship = ChampionshipFactory(slug="c")
    enter(championship, *"ABCDE")

    code, drawn = run("draw_round", "c", "--seed", 1, "--absent", 2)
    refused = run("draw_round", "c", "--absent", 99)

    seated = {side["number"] for table in drawn["tables"] for side in (table["a"], table["b"])}
    assert (code, seated, drawn["byes"]) == (0, {1, 3, 4, 5}, [])
    assert refused == (1, {"problems": [{"code": "round_drawn", "round": 1}]})


def test_a_championship_is_made_with_its_way_to_draw():
    run("create_championship", "--preset", "pairs", "--name", "Cup", "--slug", "cup", "--pairing", "knockout")
    unfit = run("create_championship", "--preset", "pairs", "--name", "Cup", "--pairing", "whist")

    assert Championship.objects.get().stages.get(position=1).pairing == "knockout"
    assert unfit == (1, {"problems": [{"code": "format_unfit", "given": "whist"}]})


def test_a_draw_is_sealed_and_opened_by_command():
    championship = ChampionshipFactory(slug="c", rounds=3)
    enter(championship, *"ABCDE")

    first = run("seal_draw", "c", "--absent", 5)
    given_up = run("seal_draw", "c", "--give-up")
    sealed = run("seal_draw", "c")
    too_few = run("seal_draw", "c", "--cards", "cK t21")
    drawn = run("seal_draw", "c", "--cards", "cK t21 n r3 b10 sJ", "--publish")
    shown = run("show_round", "c", 1)
    checked = run("check_draw", "c", 1)

    opened = championship.seals.exclude(opened_at=None).get()
    hidden = {"secret": None, "cards": None, "seed": None}
    assert (first[0], first[1]["round"], first[1]["state"], len(first[1]["lines"])) == (0, 1, "standing", 6)
    assert given_up == (0, {**first[1], "state": "given_up"})
    assert {**sealed[1], **hidden} == sealed[1]
    assert too_few == (1, {"problems": [{"code": "too_few_cards", "given": 2, "wanted": 6}]})
    assert (drawn[0], drawn[1]["state"], [seal["state"] for seal in drawn[1]["seals"]]) == (
        0,
        "published",
        ["given_up", "opened"],
    )
    assert shown == drawn
    assert shown[1]["seals"][1] == {
        "state": "opened",
        "seal": sealed[1]["seal"],
        "sealed_at": sealed[1]["sealed_at"],
        "secret": opened.secret,
        "cards": "cK t21 n r3 b10 sJ",
        "seed": championship.rounds.get().seed,
        "lines": sealed[1]["lines"],
    }
    assert (checked[1]["ok"], checked[1]["sealed"]) == (True, True)
