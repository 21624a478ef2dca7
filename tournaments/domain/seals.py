"""The sealed draw: the office commits itself, the hall draws cards, and everybody can check it afterwards.

What is sealed is all that a draw depends on beside its seed: the way to draw, who plays and where each one stands, and
the hash of the whole field. Entries are numbers, so that somebody can be made anonymous later and the seal still holds;
who has which number cannot change while a seal stands.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime

from engine.notation import cards_text, parse_cards
from tournaments.enums import RoundState
from tournaments.models import Championship, Round, Seal, Stage
from tournaments.pairing import sealed
from tournaments.pairing.certificate import inputs_hash
from tournaments.pairing.field import EntryState, PairingRefusedError
from tournaments.pairing.formats import PairingFormat

from .change import Actor, changing
from .draws import Inputs, draw_of, inputs_of, qualified, said
from .refusal import Refused, refused
from .rounds import draw_next, give_up, known_entries, last_round, stage_of
from .standings import last_visible_round


def seal_round(championship_id: int, *, absent: tuple[int, ...] = (), actor: Actor = None) -> Seal:
    """Seal the next draw as things stand now. A seal whose list has changed since is given up for the new one.

    Raises `Refused`: `sealed_already` (by somebody else, with the same list), `round_drawn`, and as `draw_round` does
    for what cannot be drawn.
    """
    with changing(championship_id, actor) as change:
        championship = change.championship
        number = next_number(championship)
        lines = lines_of(inputs_now(championship, number, absent, drawable=True))
        before = championship.seals.standing().filter(round_number=number).first()
        if before is not None:
            if before.lines == lines:
                raise refused("sealed_already", round=number)
            give_up(change, before)
        secret = secrets.token_hex(32)
        kept = Seal.objects.create(
            championship=championship,
            round_number=number,
            seal=sealed.seal(lines, number, secret),
            secret=secret,
            lines=lines,
            absent=sorted(absent),
            sealed_by=change.actor,
            sealed_at=change.time,
        )
        change.record("draw_sealed", round=number, seal=kept.seal)
        return kept


def open_seal(championship_id: int, *, cards: str, seal: str = "", accept_open: str = "", actor: Actor = None) -> Round:
    """Draw the sealed round with the cards of the hall (codes in the order drawn). `seal`: the one the reader saw.

    Raises `Refused`: `no_seal`, `seal_broken` (the list has changed: seal anew), `cards_unreadable`, `too_few_cards`,
    and as `draw_round` does.
    """
    with changing(championship_id, actor) as change:
        number = next_number(change.championship)
        standing = standing_seal(change.championship, number)
        if seal not in {"", standing.seal}:
            raise refused("no_seal", round=number)
        if is_broken(standing):
            raise refused("seal_broken", round=number)
        seed = seed_of(standing, cards)
        standing.cards, standing.opened_at = cards_text(parse_cards(cards)), change.time
        standing.save(update_fields=["cards", "opened_at"])
        change.record("seal_opened", round=number, seal=standing.seal, secret=standing.secret, cards=standing.cards)
        return draw_next(change, seed, accept_open=accept_open, absent=standing.absent, sealed=standing.seal)


def give_up_seal(championship_id: int, *, actor: Actor = None) -> Seal:
    """Draw without it. That it was sealed stays in sight. Raises `Refused`: `no_seal`, `round_drawn`."""
    with changing(championship_id, actor) as change:
        standing = standing_seal(change.championship, next_number(change.championship))
        give_up(change, standing)
        return standing


def standing_seal(championship: Championship, number: int) -> Seal:
    """The seal that stands for this round. Raises `Refused`: `no_seal`."""
    found = championship.seals.standing().filter(round_number=number).first()
    if found is None:
        raise refused("no_seal", round=number)
    return found


def next_number(championship: Championship) -> int:
    """The number of the round to be drawn. Raises `Refused`: `round_drawn` while there is a proposal."""
    before = last_round(championship)
    if before is not None and before.state == RoundState.DRAFT:
        raise refused("round_drawn", round=before.number)
    return before.number + 1 if before else 1


def seed_of(seal: Seal, cards: str) -> int:
    """The seed that secret and cards make. Raises `Refused`: `cards_unreadable`, `too_few_cards`."""
    try:
        return sealed.seed_of(seal.seal, seal.secret, cards)
    except PairingRefusedError as error:
        raise said(error) from error


# What is sealed --------------------------------------------------------------------------------------------------


def inputs_now(championship: Championship, number: int, absent: tuple[int, ...], *, drawable: bool = False) -> Inputs:
    """What the next round would be drawn from. With `drawable` what cannot be drawn is refused here already."""
    stage: Stage = stage_of(championship, number)
    if stage.kind == "final" and stage.qualified is None:
        stage.qualified = qualified(championship, number - 1)  # in memory: it is written down by the draw
    inputs = inputs_of(championship, stage, number, 0, known_entries(championship, absent))
    if drawable:
        draw_of(inputs, 0)
    return inputs


def lines_of(inputs: Inputs) -> list[str]:
    """What is sealed, line by line: the way to draw, the hash of the field, and each entry by its number."""
    way = [str(inputs.chosen), f"{inputs.field.rounds_after} rounds after this one"]
    if inputs.plan.mind_other_role:
        way.append("other roles minded")
    if away := only_away(inputs):
        way.append(f"places kept for {' '.join(map(str, away))}")
    return ["; ".join(way), f"field {inputs_hash(inputs.field)}", *map(entry_line, inputs.field.entries)]


def only_away(inputs: Inputs) -> list[int]:
    """Those who miss the first round of a round robin and have their place in it (`draws.first_order`)."""
    if inputs.chosen is not PairingFormat.ROUND_ROBIN or inputs.plan.number > 1:
        return []
    playing = {each.id for each in inputs.field.entries}
    return sorted(int(str(entry)) for entry in inputs.plan.order if entry not in playing)


def entry_line(entry: EntryState) -> str:
    """`7; rank 3; points 4; Il Bagat Sedrun; table 2`, with one blank between words as it is hashed."""
    parts = [str(entry.id), f"rank {entry.rank}", f"points {entry.points}", *entry.groups]
    if entry.table is not None:
        parts.append(f"table {entry.table}")
    return " ".join("; ".join(parts).split())


def is_broken(seal: Seal) -> bool:
    """Whether what would be drawn from now is not what was sealed."""
    try:
        now = inputs_now(seal.championship, seal.round_number, tuple(seal.absent))
    except Refused:
        return True
    sealed_then: list[str] = seal.lines
    return lines_of(now) != sealed_then


# What is shown ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SealLine:
    """A seal as everybody may see it: secret, cards and seed only after it was opened (else empty).

    `number` counts the seals of the round. `broken`: it stands, but the list has changed. `lines` are empty while they
    would tell results that are hidden.
    """

    number: int
    round: int
    seal: str
    sealed_at: datetime
    opened_at: datetime | None
    given_up_at: datetime | None
    broken: bool
    secret: str
    cards: str
    seed: int | None
    lines: tuple[str, ...]

    @property
    def standing(self) -> bool:
        return self.opened_at is None and self.given_up_at is None

    @property
    def fits(self) -> bool:
        """Whether seal and seed follow from what is shown, as this server computes it."""
        return self.seed is not None and not sealed.verify(
            self.lines, self.round, sealed=self.seal, secret=self.secret, cards=self.cards, seed=self.seed
        )


def seals_of(championship: Championship, number: int, *, public: bool = False) -> list[SealLine]:
    """Every seal of a round, the first one first."""
    hidden = number - 1 > last_visible_round(championship, public=public)
    rows = championship.seals.filter(round_number=number).select_related("championship").order_by("pk")
    return [shown(row, place, hidden=hidden) for place, row in enumerate(rows, 1)]


def shown(row: Seal, place: int, *, hidden: bool) -> SealLine:
    opened = row.opened_at is not None
    return SealLine(
        number=place,
        round=row.round_number,
        seal=row.seal,
        sealed_at=row.sealed_at,
        opened_at=row.opened_at,
        given_up_at=row.given_up_at,
        broken=not opened and row.given_up_at is None and is_broken(row),
        secret=row.secret if opened else "",
        cards=row.cards if opened else "",
        seed=seed_of(row, row.cards) if opened else None,
        lines=() if hidden else tuple(row.lines),
    )


def sealed_next(championship: Championship, *, public: bool = False) -> SealLine | None:
    """The last seal of the first round that is not published yet, whatever became of it."""
    published = championship.rounds.published().order_by("-number").values_list("number", flat=True).first()
    return next(reversed(seals_of(championship, (published or 0) + 1, public=public)), None)
