"""The comparison of a preview with the `.expect.json` beside a case file; written once.

The rules: `rows` must all be there, save those that a reported problem (other than a namesake) names; `null` is not
compared, empty and missing are equal; all `problems` must be reported (row null: anywhere) and no other, save those
of `also_ok`; `also_ok.rows` are other readings, `also_ok.row_numbers` other ways to count the rows. Notes are the
tool's own and do not count.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]
QUESTION = "namesake_candidate"


def differences(expected: Json, preview: Json) -> list[str]:
    """What speaks against a preview (its JSON); an empty list when it is right."""
    counts = expected["also_ok"].get("row_numbers", [])
    ways = [expected, *(_recounted(expected, numbers) for numbers in counts)]
    answers = [list(_differences(way, preview)) for way in ways]
    return min(answers, key=len)


def _recounted(expected: Json, numbers: Sequence[int]) -> Json:
    rows = [{**row, "row": number} for row, number in zip(expected["rows"], numbers, strict=True)]
    return {**expected, "rows": rows}


def _differences(expected: Json, preview: Json) -> Iterator[str]:
    also = expected["also_ok"]
    problems = [(problem["row"], problem["code"]) for problem in preview["problems"]]
    optional = {(problem["row"], problem["code"]) for problem in also.get("problems", [])}
    codes_only = {code for row, code in optional if row is None}
    counting = [each for each in problems if each not in optional and each[1] not in codes_only]
    outcome = _outcome(preview, counting)
    if outcome not in {expected["outcome"], *also.get("outcome", [])}:
        yield f"outcome {outcome} instead of {expected['outcome']}"
    if outcome == "refused" and expected["outcome"] != "refused":
        if not counting and not problems:
            yield "refused without a code"
        return
    yield from _problem_differences(expected, problems, counting)
    yield from _row_differences(expected, preview, {row for row, code in problems if code != QUESTION})


def _outcome(preview: Json, counting: Sequence[tuple[int | None, str]]) -> str:
    if not preview["rows"]:
        return "refused"
    return "ok_with_problems" if counting else "ok"


def _problem_differences(
    expected: Json, problems: Sequence[tuple[int | None, str]], counting: Sequence[tuple[int | None, str]]
) -> Iterator[str]:
    wanted = [(problem["row"], problem["code"]) for problem in expected["problems"]]
    instead = {
        (problem["instead_of"]["row"], problem["instead_of"]["code"])
        for problem in expected["also_ok"].get("problems", [])
        if "instead_of" in problem and (problem["row"], problem["code"]) in problems
    }
    for row, code in wanted:
        reported = (row, code) in problems or (row is None and code in {each for _, each in problems})
        if not reported and (row, code) not in instead:
            yield f"row {row}: {code} is missing"
    anywhere = {code for row, code in wanted if row is None}
    for row, code in counting:
        if (row, code) not in wanted and code not in anywhere:
            yield f"row {row}: {code} is too much"


def _row_differences(expected: Json, preview: Json, named: set[int | None]) -> Iterator[str]:
    found = {row["row"]: row for row in preview["rows"]}
    readings: dict[int, list[Json]] = {}
    for row in expected["also_ok"].get("rows", []):
        readings.setdefault(row["row"], []).append(row)
    for row in expected["rows"]:
        answer = found.pop(row["row"], None)
        if answer is None:
            if row["row"] not in named:
                yield f"row {row['row']} is missing"
        elif not any(_equal(each, answer) for each in (row, *readings.get(row["row"], []))):
            yield f"row {row['row']}: {answer} instead of {row}"
    for number in found:
        if number not in readings or number not in named:
            yield f"row {number} is nobody's"


def _equal(expected: Any, answer: Any) -> bool:
    """None in the expectation is not compared; empty, None and missing are one."""
    if expected is None:
        return True
    if isinstance(expected, Mapping):
        return all(_equal(value, (answer or {}).get(key)) for key, value in expected.items())
    if isinstance(expected, list):
        people = [each for each in answer or [] if not (isinstance(each, Mapping) and not each.get("name", "row"))]
        return len(people) == len(expected) and all(map(_equal, expected, people))
    return (expected or None) == (answer or None)
