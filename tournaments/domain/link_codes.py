"""What a link to one side of a table is written as: a token for the QR code, a short code for typing.

Nothing is stored. Both are made from the championship's own key, so a reprint is the same and a slip survives a change
of the laptop. Written in Crockford's base32: digits and letters without I, L, O and U, read in either case, and what
looks alike is the same.
"""

import hmac
import unicodedata
from base64 import b32encode
from dataclasses import dataclass
from typing import Final

from tournaments.enums import SideName

#: 128 bits in a QR code, and 40 bits to type.
TOKEN_BYTES, CODE_BYTES = 16, 5
TOKEN_SYMBOLS, CODE_SYMBOLS = 26, 8

SYMBOLS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CROCKFORD = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", SYMBOLS.encode())
#: What people write for what stands there: letters that look like digits, and what only parts the symbols.
READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", **dict.fromkeys("-‐‑‒–—_. \t\n\u00a0\u202f")})
#: More than any of both is long, with all dashes and blanks.
LONGEST = 100


@dataclass(frozen=True, slots=True)
class Link:
    """One side of one table: of a round, or of whichever round is played (`round` None: the stand on the table).

    `serial` is the table's `link_serial`; raising it makes the links of that slip invalid. Stands have 0.
    """

    championship_id: int
    round: int | None
    table: int
    side: SideName
    serial: int = 0


def token_of(link: Link, *, key: str, generation: int) -> str:
    """26 symbols, 128 bits: what the QR code holds (reliability.md §3.3).

    `key` is the championship's `link_key` (64 hexadecimal digits), `generation` its `link_generation`.
    """
    return symbols(mac("token", link, key, generation)[:TOKEN_BYTES])


def code_of(link: Link, *, key: str, generation: int) -> str:
    """8 symbols, 40 bits: what somebody types who cannot scan. Its own label: it tells nothing of the token."""
    return symbols(mac("code", link, key, generation)[:CODE_BYTES])


def printed(code: str) -> str:
    """A code as it stands on the slip: `7K3F-9QRM`."""
    return f"{code[:4]}-{code[4:]}"


def mac(label: str, link: Link, key: str, generation: int) -> bytes:
    where = "stand" if link.round is None else link.round
    said = f"table-{label} {link.championship_id} {generation} {where} {link.table} {link.side.value} {link.serial}"
    return hmac.digest(bytes.fromhex(key), said.encode(), "sha256")


def symbols(data: bytes) -> str:
    return b32encode(data).rstrip(b"=").translate(CROCKFORD).decode()


def cleaned(written: str) -> str | None:
    """A token or code as somebody wrote it, in the symbols above; None for what cannot be one."""
    if len(written) > LONGEST:
        return None
    text = unicodedata.normalize("NFKC", written).upper().translate(READ_AS)
    possible = len(text) in {TOKEN_SYMBOLS, CODE_SYMBOLS} and all(symbol in SYMBOLS for symbol in text)
    return text if possible else None
