"""How much of a file is read (reliability.md §3.2); what is larger is refused before it is unpacked."""

UPLOAD_BYTES = 2_000_000
UNPACKED_BYTES = 20_000_000
ARCHIVE_ENTRIES = 200
COMPRESSION_RATIO = 100
"""Unpacked bytes per packed byte, for the archive and for each larger file in it."""
RATIO_FREE_BYTES = 100_000
"""A small file of an archive may be packed as tightly as it likes."""
ROWS = 2_000
"""Rows that hold something; empty formatted rows do not count."""
COLUMNS = 60
CELL_LETTERS = 32_767
"""What Excel puts into one cell at most."""
CELLS = 250_000
"""Cells of all sheets of a workbook, empty formatted and merged ones too: about two seconds of reading."""
TAGS = 200_000
"""Marks in all other parts of a workbook, its table of texts aside: its styles, most of all."""

NAME_LETTERS = 120
PLACE_LETTERS = 80
CLUB_LETTERS = 120
PAIR_NUMBERS = range(1, 10_000)
YEARS_OF_BIRTH = range(1900, 2100)
