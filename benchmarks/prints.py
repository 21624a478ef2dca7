"""How long prints take. Prints JSON: for each print seconds by the clock and of the processor, pages, kilobytes.

    .venv/bin/python -m benchmarks.prints

The goal is 100 slips in less than 2 s. No database is needed.
"""

import io
import json
import os
import time
from datetime import UTC, date, datetime
from datetime import time as clock_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "troccas_site.settings.test")
django.setup()  # the environment comes first

import pypdf
from django.utils.translation import override

from tournaments.domain.sheets import EntryLine, Sheet, SheetTable
from tournaments.enums import RoundState, SideName, TableState
from tournaments.exports.round_prints import result_sheet_print, seating_print, slips_print
from tournaments.models import Championship

TABLES = 100
#: Where the codes of the slips lead.
BASE = "http://192.168.178.20:8000"


def entry(number: int) -> EntryLine:
    people = tuple(
        (f"{given} {number} Caduff-Cathomas", "Breil/Brigels", f"caduff-cathomas {given.lower()} {number}")
        for given in ("Gion Giachen", "Maria Lucrezia")
    )
    return EntryLine(number, "\u00a0– ".join(name for name, _, _ in people), "Breil/Brigels", people)


def sheet(tables: int) -> Sheet:
    """A round with a result at every table."""
    return Sheet(
        number=4,
        state=RoundState.PUBLISHED,
        seed=1,
        version=2,
        draw={},
        published_at=datetime(2026, 11, 7, 15, tzinfo=UTC),
        accepted_open="",
        results_hidden=False,
        tables=tuple(
            SheetTable(
                pk=number,
                number=number,
                a=(entry(2 * number - 1),),
                b=(entry(2 * number),),
                first_dealer=SideName.A if number % 2 else SideName.B,
                state=TableState.CONFIRMED,
                version=1,
                deals=(41, 30, 36, 50),
                at=datetime(2026, 11, 7, 16, number % 60, tzinfo=UTC),
                reasons=(),
            )
            for number in range(1, tables + 1)
        ),
        sits_out=(),
        absent=(),
    )


def main() -> None:
    championship = Championship(
        pk=1,
        name="Campiunadi grischun da troccas 2026",
        slug="campiunadi-2026",
        place="Glion",
        starts_on=date(2026, 11, 7),
        starts_at=clock_time(13),
        hall_until=clock_time(22),
    )
    round_ = sheet(TABLES)
    found = {}
    with override("de"):
        for document in (
            slips_print(championship, round_, "a5", base=BASE),
            slips_print(championship, round_, "a6", base=BASE),
            seating_print(championship, round_, "name"),
            seating_print(championship, round_, "table"),
            result_sheet_print(championship, round_, public=False),
        ):
            began, began_cpu = time.perf_counter(), time.process_time()
            pdf = document.render()
            found[document.kind] = {
                "seconds": round(time.perf_counter() - began, 3),
                "processor_seconds": round(time.process_time() - began_cpu, 3),
                "pages": len(pypdf.PdfReader(io.BytesIO(pdf)).pages),
                "kilobytes": len(pdf) // 1000,
            }
    print(json.dumps({"tables": TABLES, "prints": found}, indent=1))


if __name__ == "__main__":
    main()
