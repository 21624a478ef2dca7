"""Who takes part: entries by hand and from files, and their undoing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import PROTECT, Max

from tournaments.enums import Consent, EntryState, ImportState, RoundState
from tournaments.models import Association, Championship, Club, Entry, EntryMember, ImportBatch, Person
from tournaments.models.association import CLUB_NAME_LENGTH
from tournaments.models.names import folded, is_seen, readable
from tournaments.models.person import LENGTHS, perhaps_under_16

from .change import Actor, Change, changing, locked_in_order
from .directory import championships_of, show_anew
from .official_lists import listed
from .refusal import Problem, Refused, refused


@dataclass(frozen=True, slots=True)
class PersonData:
    """What is known of a person of an entry. `person_id` names one of the directory instead of making a new one.

    A `year_of_birth` that leaves it open makes somebody `under_16`, too; `guardian_agrees` to the name in public.
    """

    name: str
    place: str = ""
    year_of_birth: int | None = None
    suffix: str = ""
    consent: Consent = Consent.FULL
    public_alias: str = ""
    under_16: bool = False
    guardian_agrees: bool = False
    person_id: int | None = None


def register_entry(
    championship_id: int,
    people: Sequence[PersonData],
    *,
    number: int | None = None,
    club: str = "",
    fixed_table: int | None = None,
    stand_in: bool = False,
    actor: Actor = None,
) -> Entry:
    """Enter a pair or a person; without `number` the next free one is taken.

    `fixed_table`: where it always sits. A `stand_in` fills the last table and is not ranked.
    Raises `Refused`: `wrong_people`, `number_taken`, `person_entered`, `name_missing`, `fixed_table_taken`.
    """
    with changing(championship_id, actor) as change:
        entry = add_entry(change.championship, people, number=number, club=club)
        seats = seat_for_good(entry, fixed_table, stand_in=stand_in)
        change.record("entry_registered", entry=entry.number, **seats)
        return entry


def seat_for_good(entry: Entry, fixed_table: int | None, *, stand_in: bool) -> dict[str, Any]:
    """Set the table that an entry keeps, and whether it is a stand-in; what the event tells about it."""
    same_table = entry.championship.entries.playing().filter(fixed_table=fixed_table).exclude(pk=entry.pk)
    if fixed_table is not None and (other := same_table.first()):
        raise refused("fixed_table_taken", table=fixed_table, number=other.number)
    changed = (entry.fixed_table, entry.stand_in) != (fixed_table, stand_in)
    entry.fixed_table, entry.stand_in = fixed_table, stand_in
    if not changed:
        return {}
    entry.save(update_fields=["fixed_table", "stand_in"])
    return {"fixed_table": fixed_table, "stand_in": stand_in}


def add_entry(
    championship: Championship,
    people: Sequence[PersonData],
    *,
    number: int | None = None,
    club: str = "",
    batch: ImportBatch | None = None,
) -> Entry:
    """The entry itself, inside a change that is already running."""
    wanted = 2 if championship.is_pairs else 1
    if len(people) != wanted:
        raise refused("wrong_people", wanted=wanted, given=len(people))
    people, club = tidied(people), readable(club)
    check_texts(people, club)
    if number is None:
        number = (championship.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    elif championship.entries.filter(number=number).exists():
        raise refused("number_taken", number=number)
    home = club_named(championship.association, club)
    persons = [find_or_make_person(championship, data, home) for data in people]
    entry = Entry.objects.create(championship=championship, number=number, club=home, batch=batch)
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, championship=championship, person=person, position=position)
        for position, person in enumerate(persons, 1)
    )
    return entry


def tidied(people: Sequence[PersonData]) -> list[PersonData]:
    """The same people, their texts without what nobody sees: one such letter would turn round a whole line."""
    texts: list[dict[str, Any]] = [{name: readable(getattr(person, name)) for name in LENGTHS} for person in people]
    return [replace(person, **each) for person, each in zip(people, texts, strict=True)]


def check_texts(people: Sequence[PersonData], club: str) -> None:
    """Refuse empty names and texts that no list has room for, all at once."""
    problems = [Problem("name_missing") for person in people if not any(map(is_seen, person.name))]
    problems += [
        Problem("text_too_long", {"field": name, "limit": limit, "text": getattr(person, name)[:40]})
        for person in people
        for name, limit in LENGTHS.items()
        if len(getattr(person, name)) > limit
    ]
    if len(club) > CLUB_NAME_LENGTH:
        problems.append(Problem("text_too_long", {"field": "club", "limit": CLUB_NAME_LENGTH, "text": club[:40]}))
    if problems:
        raise Refused(*problems)


def club_named(association: Association, name: str) -> Club | None:
    """The club of this name, made when missing; None for an empty name."""
    name = name.strip()
    if not name:
        return None
    return Club.objects.get_or_create(association=association, name=name)[0]


def find_or_make_person(championship: Championship, data: PersonData, club: Club | None) -> Person:
    """The person of the directory that was chosen, or a new one: two of one name are never merged by themselves."""
    if data.person_id is not None:
        person = championship.association.people.filter(pk=data.person_id).first()
        if person is None:
            raise refused("unknown_person")
        entered = EntryMember.objects.filter(championship=championship, person=person).exists()
        if entered or person.substitutions.filter(entry__championship=championship).exists():
            raise refused("person_entered", name=person.full_name)
        protect(person, data, championship)
        return person
    return Person.objects.create(
        association=championship.association,
        name=data.name.strip(),
        place=data.place.strip(),
        year_of_birth=data.year_of_birth,
        suffix=data.suffix or suffix_for(championship, data),
        consent=data.consent,
        public_alias=data.public_alias,
        under_16=is_under_16(data, championship),
        guardian_agrees=data.guardian_agrees,
        club=club,
        made_for=championship,
    )


def is_under_16(data: PersonData, championship: Championship) -> bool:
    """Said by who enters the person, or left open by the year of birth."""
    return data.under_16 or perhaps_under_16(data.year_of_birth, championship.starts_on)


def protect(person: Person, data: PersonData, championship: Championship) -> None:
    """Of a known person who turns out to be under 16 the name is published no longer, in no championship."""
    agrees = person.guardian_agrees or data.guardian_agrees
    if not is_under_16(data, championship) or (person.under_16, person.guardian_agrees) == (True, agrees):
        return
    person.under_16, person.guardian_agrees = True, agrees
    person.save(update_fields=["under_16", "guardian_agrees"])
    show_anew(championships_of([person]) - {championship.pk})


def suffix_for(championship: Championship, data: PersonData) -> str:
    """The place, when somebody of the same name from elsewhere is entered already: "(Trun)" tells them apart."""
    key = folded(data.name.strip())
    namesakes = [
        person
        for person in Person.objects.filter(entries__championship=championship, name__iexact=data.name.strip())
        if folded(person.name) == key
    ]
    for other in namesakes:
        if not other.suffix and other.place != data.place.strip():
            other.suffix = other.place
            other.save(update_fields=["suffix"])
            show_anew(championships_of([other]) - {championship.pk})
    return data.place.strip() if namesakes else ""


def edit_entry(
    entry_id: int,
    *,
    people: Sequence[PersonData],
    number: int,
    club: str = "",
    fixed_table: int | None = None,
    stand_in: bool = False,
    actor: Actor = None,
) -> Entry:
    """Correct names, places, number, club and table of an entry, and whether it is ranked; the people stay the same.

    Raises `Refused`: `number_taken`, `number_fixed` (draws and slips name it), `name_missing`, `text_too_long`,
    `fixed_table_taken`, `stand_in_fixed` (it has played: a ranking names it, or leaves it out).
    """
    entry = Entry.objects.get(pk=entry_id)
    with locked_in_order(championships_of(entry.persons)), changing(entry.championship_id, actor) as change:
        entry.refresh_from_db()
        if number != entry.number and (is_used(entry) or is_scheduled(entry) or is_sealed(entry) or listed([entry])):
            raise refused("number_fixed", number=entry.number)
        if stand_in != entry.stand_in and has_played(entry):
            raise refused("stand_in_fixed", number=entry.number)
        taken = change.championship.entries.filter(number=number).exclude(pk=entry_id)
        if taken.exists():
            raise refused("number_taken", number=number)
        people, club = tidied(people), readable(club)
        check_texts(people, club)
        was: dict[str, Any] = {} if number == entry.number else {"was": entry.number}
        entry.number, entry.club = number, club_named(change.championship.association, club)
        entry.save(update_fields=["number", "club"])
        for person, data in zip(entry.persons, people, strict=True):
            for name in ("name", "place", "year_of_birth", "suffix", "consent", "public_alias"):
                setattr(person, name, getattr(data, name))
            person.under_16 = is_under_16(data, change.championship)
            person.guardian_agrees = data.guardian_agrees
            person.save()
        change.record("entry_edited", entry=number, **was, **seat_for_good(entry, fixed_table, stand_in=stand_in))
        show_anew(championships_of(entry.persons) - {entry.championship_id}, actor=actor)
        return entry


def withdraw_entry(entry_id: int, *, actor: Actor = None) -> Entry:
    """Take an entry out of the next draws. Its results stay."""
    return set_state(entry_id, EntryState.WITHDRAWN, actor)


def return_entry(entry_id: int, *, actor: Actor = None) -> Entry:
    """Let a withdrawn entry take part again."""
    return set_state(entry_id, EntryState.REGISTERED, actor, withdrawn=True)


def check_in(entry_id: int, *, present: bool, actor: Actor = None) -> Entry:
    """Tick an entry off at the door, or take the tick back. One that was withdrawn meanwhile stays withdrawn."""
    return set_state(entry_id, EntryState.PRESENT if present else EntryState.REGISTERED, actor, withdrawn=False)


def set_state(entry_id: int, state: EntryState, actor: Actor, *, withdrawn: bool | None = None) -> Entry:
    """Change the state; with `withdrawn` only of an entry that is withdrawn (or is not)."""
    entry = Entry.objects.get(pk=entry_id)
    with changing(entry.championship_id, actor) as change:
        entry.refresh_from_db()
        applies = withdrawn in {None, entry.state == EntryState.WITHDRAWN}
        if applies and entry.state != state:
            entry.state = state
            entry.save(update_fields=["state"])
            change.record("entry_state", entry=entry.number, state=str(state))
        return entry


def remove_entry(entry_id: int, *, actor: Actor = None) -> None:
    """Delete an entry that no round uses and that never had a penalty. Raises `Refused`: `entry_used`."""
    entry = Entry.objects.get(pk=entry_id)
    with changing(entry.championship_id, actor) as change:
        entry.refresh_from_db()
        refuse_used([entry])
        remove_entries([entry])
        change.record("entry_removed", entry=entry.number)


def is_used(entry: Entry) -> bool:
    """Whether a round names it."""
    return entry.seats.exists() or entry.byes.exists()


def has_played(entry: Entry) -> bool:
    """Whether a closed round names it."""
    closed = {"round__state__in": (RoundState.CLOSED, RoundState.OFFICIAL)}
    return entry.seats.filter(**closed).exists() or entry.byes.filter(**closed).exists()


def is_scheduled(entry: Entry) -> bool:
    """Whether the tables that an organiser has brought in a file name it."""
    schedules = entry.championship.stages.values_list("schedule", flat=True)
    return any(entry.number in (*a, *b) for rows in schedules for _round, a, b in rows or ())


def is_sealed(entry: Entry) -> bool:
    """Whether a seal stands that names it: who has which number is part of what was sealed."""
    return entry.championship.seals.standing().exists()


def refuse_used(entries: Iterable[Entry]) -> None:
    """Raises `Refused` for entries that something keeps: a round, an official list, a penalty, also a lifted one."""
    entries = list(entries)
    numbers = {entry.pk: entry.number for entry in entries}
    used: set[int] = set()
    for relation in Entry._meta.related_objects:
        if relation.on_delete is PROTECT:
            rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": numbers})
            used |= set(rows.values_list(relation.field.attname, flat=True))
    used |= listed(entries)
    if used:
        raise refused("entry_used", entries=sorted(numbers[pk] for pk in used))


def remove_entries(entries: Sequence[Entry]) -> None:
    """Delete entries, and the people who came with this championship and are nowhere else."""
    championship = entries[0].championship_id if entries else None
    people = list(Person.objects.filter(entries__in=entries, made_for=championship).distinct())
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
    for person in people:
        if not person.memberships.exists() and not person.substitutions.exists():
            person.delete()


# Files -----------------------------------------------------------------------------------------------------------


def store_preview(
    championship_id: int, *, filename: str, preview: Mapping[str, Any], actor: Actor = None
) -> ImportBatch:
    """Keep what was read from a file (`preview`: the JSON of `imports`) until somebody decides."""
    with changing(championship_id, actor) as change:
        batch = ImportBatch.objects.create(
            championship=change.championship, filename=filename[:200], preview=preview, created_by=change.actor
        )
        change.record("import_read", batch=batch.pk, rows=len(preview["rows"]))
        return batch


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a file: the entries made, and each row that was not taken with its reasons."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]


def apply_import(
    batch_id: int, *, decisions: Mapping[str, Mapping[str, Any]], complete: bool = False, actor: Actor = None
) -> Applied:
    """Turn the rows of a preview into entries.

    `decisions` maps a row's number (as text) to `{"take": bool, "number": 7, "club": "", "people": [{"name", "place",
    "year_of_birth", "suffix", "person_id"}, …]}`; what is missing comes from the preview. A row without a decision is
    taken when no problem names it; namesakes are only a question, so they are taken as new people.
    Rows that cannot be stored are reported with their row number, the others are stored; with `complete` nothing is
    stored unless every row taken can be.
    Raises `Refused`: `import_done`, and with `complete` the problems of the rows.
    """
    batch = ImportBatch.objects.get(pk=batch_id)
    with changing(batch.championship_id, actor) as change:
        batch.refresh_from_db()
        if batch.state != ImportState.PREVIEW:
            raise refused("import_done")
        applied = add_rows(change, batch, decisions)
        if complete and applied.problems:
            raise Refused(*applied.problems)
        batch.state, batch.decisions = ImportState.APPLIED, dict(decisions)
        batch.save(update_fields=["state", "decisions"])
        change.record("import_applied", batch=batch.pk, entries=[entry.number for entry in applied.entries])
        return applied


#: Problems of a row that ask something and do not keep the row out.
QUESTIONS = frozenset({"namesake_candidate"})


def add_rows(change: Change, batch: ImportBatch, decisions: Mapping[str, Mapping[str, Any]]) -> Applied:
    held_back = {problem["row"] for problem in batch.preview["problems"] if problem["code"] not in QUESTIONS}
    entries, problems = [], []
    for row in batch.preview["rows"]:
        decision = decisions.get(str(row["row"]), {})
        if not decision.get("take", row["row"] not in held_back):
            continue
        values = {**row, **decision}
        try:
            with transaction.atomic():  # a row that fails half-way leaves nothing behind
                entry = add_entry(
                    change.championship,
                    [PersonData(**known_fields(person)) for person in values["people"]],
                    number=values.get("number"),
                    club=values.get("club") or "",
                    batch=batch,
                )
        except Refused as refusal:
            problems += [Problem(problem.code, {"row": row["row"], **problem.data}) for problem in refusal.problems]
        else:
            entries.append(entry)
    return Applied(tuple(entries), tuple(problems))


PERSON_FIELDS = frozenset({"name", "place", "year_of_birth", "suffix", "person_id"})


def known_fields(person: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in person.items() if key in PERSON_FIELDS and value is not None}


def undo_import(batch_id: int, *, actor: Actor = None) -> ImportBatch:
    """Take an import back as if it had never been. Raises `Refused`: `import_not_applied`, `entry_used`."""
    batch = ImportBatch.objects.get(pk=batch_id)
    with changing(batch.championship_id, actor) as change:
        batch.refresh_from_db()
        if batch.state != ImportState.APPLIED:
            raise refused("import_not_applied")
        entries = list(batch.entries.all())
        refuse_used(entries)
        remove_entries(entries)
        batch.state = ImportState.UNDONE
        batch.save(update_fields=["state"])
        change.record("import_undone", batch=batch.pk)
        return batch
