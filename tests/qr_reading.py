"""Prints as a phone sees them: the PDF is drawn, and what looks like a QR code in the picture is read."""

from dataclasses import dataclass

import numpy as np
import pypdfium2
import zxingcpp

#: Dots of the picture for a point of the page (72 an inch): coarser than any printer and than most phones see it.
SCALE = 3
MILLIMETRE = 72 / 25.4


@dataclass(frozen=True, slots=True)
class ReadCode:
    """A code on a page. `edge` is the length of its dark square in millimetres without the light edge around it.

    `quiet` is how many modules are light on all four sides (5 at most), `turned` how far it stands from upright.
    """

    page: int
    text: str
    edge: float
    quiet: int
    turned: int
    version: int
    level: str


def codes_on(pdf: bytes) -> list[ReadCode]:
    """Every QR code of a PDF, page after page."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [page.render(scale=SCALE, grayscale=True).to_numpy().squeeze() for page in document]
    read = [seen(found, page, number) for number, page in enumerate(pages, 1) for found in zxingcpp.read_barcodes(page)]
    document.close()
    return read


def seen(found: zxingcpp.Barcode, page: np.ndarray, number: int) -> ReadCode:
    place, version = found.position, int(found.extra["Version"])
    corners = [place.top_left, place.top_right, place.bottom_left, place.bottom_right]
    left, right = min(corner.x for corner in corners), max(corner.x for corner in corners)
    top, bottom = min(corner.y for corner in corners), max(corner.y for corner in corners)
    module = (right - left) / (17 + 4 * version)

    def is_light_around(modules: int) -> bool:
        far, near = round(modules * module) - 1, 2  # the edge itself may be a dot off
        parts = (
            page[top - far : top - near, left - far : right + far],
            page[bottom + near : bottom + far, left - far : right + far],
            page[top - far : bottom + far, left - far : left - near],
            page[top - far : bottom + far, right + near : right + far],
        )
        return all(part.size > 0 and int(part.min()) > 250 for part in parts)

    quiet = max((modules for modules in range(1, 6) if is_light_around(modules)), default=0)
    edge = (right - left) / SCALE / MILLIMETRE
    return ReadCode(number, found.text, edge, quiet, found.orientation % 360, version, found.ec_level)
