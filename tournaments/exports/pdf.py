"""PDF by typst. Data goes in as JSON and stays data: no text is ever read as markup, nothing is fetched.

The templates lie in `typst/`, the fonts in `fonts/`; fonts and packages of the machine are not looked at.
"""

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import typst

HERE = Path(__file__).parent
TEMPLATES, FONTS = HERE / "typst", HERE / "fonts"

#: PDF/UA: documents can be read aloud: title, language, headings and table heads are marked.
STANDARD: Final = "ua-1"


@functools.cache
def fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, font_paths=[FONTS])


def render(template: str, data: Mapping[str, Any]) -> bytes:
    """The PDF that a template (`slips`, `ranking`, …) makes of this data; the same data gives the same bytes.

    A letter in a name that no font has (an emoji), or that cannot be seen, is against PDF/UA: such a document is made
    without it, with a box in place of the letter. The hall needs its slips more.
    """
    try:
        return compiled(template, data, STANDARD)
    except typst.TypstError as reason:
        if "PDF/UA" not in str(reason):
            raise
        return compiled(template, data, [])


def compiled(template: str, data: Mapping[str, Any], standards: Any) -> bytes:
    return typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=fonts(),
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        pdf_standards=standards,
        package_path=TEMPLATES,
        package_cache_path=TEMPLATES,
        timestamp=0,
    )
