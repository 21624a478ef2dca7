"""QR codes as drawings for typst."""

from collections.abc import Iterable
from itertools import groupby

import segno

#: Light modules around a code, which readers need to find it.
QUIET_ZONE = 4
#: 15 % of a code may be dirty or creased.
LEVEL = "m"


def qr_svg(content: str) -> str:
    """A QR code of level M with its quiet zone, one unit a module, all dark modules as one shape.

    One shape, because between shapes that only touch a printer may leave hairlines.
    """
    code = segno.make_qr(content, error=LEVEL, boost_error=False)
    rows = [
        f"M{first} {y}h{length}v1h-{length}z"
        for y, row in enumerate(code.matrix_iter(border=QUIET_ZONE))
        for first, length in dark_runs(row)
    ]
    width, _height = code.symbol_size(border=QUIET_ZONE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}" shape-rendering="crispEdges">'
        f'<path d="{"".join(rows)}"/></svg>'
    )


def dark_runs(row: Iterable[int]) -> list[tuple[int, int]]:
    """Where dark modules begin in a row, and how many there are one beside the other."""
    runs, place = [], 0
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            runs.append((place, length))
        place += length
    return runs
