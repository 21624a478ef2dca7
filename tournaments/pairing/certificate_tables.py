"""A certificate names the tables it is about: whoever exchanges two people behind it is found without the seed, too."""

import hashlib
from dataclasses import replace

from tournaments.pairing.field import Draw


def named(draw: Draw) -> Draw:
    """The draw with the hash of its tables in its certificate."""
    return replace(draw, certificate=replace(draw.certificate, tables_hash=tables_hash(draw)))


def tables_hash(draw: Draw) -> str:
    """SHA-256 over the tables in order of number, then those who sit out, a line each."""
    tables = sorted(draw.tables, key=lambda table: table.number)
    lines = [f"table {each.number} {[*each.side_a]!r} {[*each.side_b]!r} {each.first_dealer}" for each in tables]
    lines += sorted(f"sits out {bye.entry}" for bye in draw.byes)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
