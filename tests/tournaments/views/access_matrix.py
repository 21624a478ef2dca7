"""Who may do what at which address. An address without a line here fails `test_access`.

    "office_entries": Access(get=VIEWER, post=None, samples=[{}])

`get` and `post` name the least that a reader must be; None: the method is not allowed (405). `samples` are values for
the parameters of the address that differ from `test_access.World.values` (`slug`, `number`, `association`, …); each is
walked. A whole namespace (`admin:*`) may share one line.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any


class Who(Enum):
    """The least that a reader must be. The last four are roles in the association to which the page belongs."""

    ANYBODY = auto()
    PUBLIC = auto()
    """Anybody while the championship is public; nobody knows that it exists (404) while it is not."""
    LOGGED_IN = auto()
    ORGANISING = auto()
    """An organiser of any association."""
    STAFF = auto()
    """Those who run the whole site: none of the people of the walk."""
    VIEWER = auto()
    SCORER = auto()
    ORGANISER = auto()
    ADMIN = auto()


ANYBODY, PUBLIC, LOGGED_IN, ORGANISING, STAFF = (
    Who.ANYBODY,
    Who.PUBLIC,
    Who.LOGGED_IN,
    Who.ORGANISING,
    Who.STAFF,
)
VIEWER, SCORER, ORGANISER, ADMIN = Who.VIEWER, Who.SCORER, Who.ORGANISER, Who.ADMIN


@dataclass(frozen=True, slots=True)
class Access:
    """`by_link`: the token of a table in address or form authorises. No session is there that another site could use,
    so the form needs no token of its own; and the address is told to nobody."""

    get: Who | None = None
    post: Who | None = None
    samples: list[dict[str, Any]] = field(default_factory=lambda: [{}])
    by_link: bool = False


def formats(*names: str, **values: Any) -> list[dict[str, Any]]:
    """A sample for each file format."""
    return [{"format": name, **values} for name in names]


MATRIX: dict[str, Access] = {
    # accounts
    "account_login": Access(get=ANYBODY, post=ANYBODY),
    "account_logout": Access(get=ANYBODY, post=ANYBODY),
    "account_inactive": Access(get=ANYBODY),
    "account_change_password": Access(get=LOGGED_IN, post=LOGGED_IN),
    "account_reset_password": Access(get=ANYBODY, post=ANYBODY),
    "account_reset_password_done": Access(get=ANYBODY),
    "account_reset_password_from_key": Access(
        get=ANYBODY, post=ANYBODY, samples=[{"uidb36": "1", "key": "set-password"}]
    ),
    "account_reset_password_from_key_done": Access(get=ANYBODY),
    # the site itself
    "admin:*": Access(get=STAFF, post=STAFF),
    "design": Access(get=STAFF),
    # what everybody may read
    "championship_list": Access(get=ANYBODY),
    "recount": Access(get=ANYBODY),
    "imprint": Access(get=ANYBODY),
    "privacy": Access(get=ANYBODY),
    "accessibility": Access(get=ANYBODY),
    "championship": Access(get=PUBLIC),
    "standings": Access(get=PUBLIC),
    "round_list": Access(get=PUBLIC),
    "round": Access(get=PUBLIC),
    "sealed_draw": Access(get=PUBLIC, samples=[{"number": 3}]),
    "entry_list": Access(get=PUBLIC),
    "entry": Access(get=PUBLIC),
    "rules": Access(get=PUBLIC),
    # at the tables
    "table_page": Access(get=ANYBODY, post=ANYBODY, by_link=True),
    "table_link": Access(get=ANYBODY, post=ANYBODY, by_link=True),
    # setting up
    "office_home": Access(get=LOGGED_IN),
    "association_new": Access(post=STAFF),
    "championship_new": Access(get=ORGANISING, post=ORGANISING),
    "plan": Access(get=LOGGED_IN),
    "office_settings": Access(get=VIEWER, post=ORGANISER),
    "office_schedule": Access(get=ORGANISER, post=ORGANISER, samples=[{"position": 1}]),
    "office_publish": Access(get=VIEWER, post=ORGANISER),
    "members": Access(get=ADMIN, post=ADMIN),
    "association_imprint": Access(get=ADMIN, post=ADMIN),
    "member": Access(post=ADMIN),
    # entries
    "office_entries": Access(get=VIEWER),
    "office_entry_new": Access(get=ORGANISER, post=ORGANISER),
    "office_entry": Access(get=VIEWER, post=ORGANISER),
    "office_entry_state": Access(post=ORGANISER),
    "office_entry_remove": Access(post=ORGANISER),
    "office_numbers": Access(get=ORGANISER),
    "office_entry_withdraw": Access(get=ORGANISER, post=ORGANISER),
    "office_entry_seat": Access(post=ORGANISER),
    "office_check_in": Access(post=SCORER),
    "office_tick_list": Access(get=VIEWER),
    "office_import": Access(get=ORGANISER, post=ORGANISER),
    "office_import_preview": Access(get=ORGANISER, post=ORGANISER),
    "office_import_undo": Access(post=ORGANISER),
    # rounds, results and standings in the office
    "office": Access(get=VIEWER),
    "office_standings": Access(get=VIEWER),
    "office_undo": Access(post=SCORER),
    "office_results": Access(get=VIEWER),
    "office_rounds": Access(get=VIEWER, post=ORGANISER),
    "office_round": Access(get=VIEWER),
    "office_round_live": Access(get=VIEWER),
    "office_draw": Access(get=VIEWER),
    "office_round_publish": Access(post=ORGANISER),
    "office_round_undo": Access(post=ORGANISER),
    "office_round_close": Access(post=ORGANISER),
    "office_late": Access(get=ORGANISER, post=ORGANISER),
    "office_seal": Access(get=ORGANISER, post=ORGANISER),
    "office_rehearsal": Access(get=ORGANISER),
    "office_final": Access(get=VIEWER, post=ORGANISER),
    "office_round_swap": Access(post=ORGANISER),
    "office_round_swap_undo": Access(post=ORGANISER),
    "office_notation": Access(post=SCORER),
    "office_table": Access(get=VIEWER),
    "office_result": Access(get=SCORER, post=SCORER),
    "office_result_withdraw": Access(post=SCORER),
    "office_result_take_back": Access(post=SCORER),
    "office_conflicts": Access(get=VIEWER),
    "office_history": Access(get=VIEWER),
    "office_shown": Access(get=SCORER),
    "office_conflict": Access(get=VIEWER, post=ORGANISER),
    "office_unreported": Access(get=VIEWER),
    "office_call": Access(post=SCORER),
    "office_results_import": Access(get=SCORER, post=SCORER),
    "office_penalties": Access(get=VIEWER, post=ORGANISER),
    "office_penalty_lift": Access(get=ORGANISER, post=ORGANISER),
    "office_penalty_decide": Access(post=ORGANISER),
    "office_substitute": Access(get=ORGANISER, post=ORGANISER),
    # corrections
    "office_correction": Access(get=SCORER, post=SCORER),
    "office_round_official": Access(post=ORGANISER),
    "office_corrections": Access(get=VIEWER),
    "office_correction_decide": Access(post=ORGANISER),
    # files and prints
    "standings_file": Access(get=PUBLIC, samples=formats("csv", "json", "pdf", "xlsx")),
    "round_file": Access(get=PUBLIC, samples=formats("csv", "json", "pdf", "xlsx")),
    "published_file": Access(get=PUBLIC, samples=formats("csv", "json", "pdf", "xlsx")),
    "office_standings_file": Access(get=VIEWER, samples=formats("csv", "json", "pdf", "xlsx")),
    "slips": Access(get=VIEWER),
    "stands": Access(get=SCORER),
    "office_links": Access(get=SCORER, post=ORGANISER),
    "office_slip_invalidate": Access(post=SCORER),
    "seating": Access(get=VIEWER),
    "result_sheet": Access(get=VIEWER),
    # for programs
    "api:api-root": Access(get=ANYBODY),
    "api:openapi-json": Access(get=ANYBODY),
    "api:championships": Access(get=ANYBODY),
    "api:championship": Access(get=PUBLIC),
    "api:standings": Access(get=PUBLIC),
    "api:rounds": Access(get=PUBLIC),
    "api:round": Access(get=PUBLIC),
    "api:round-seals": Access(get=PUBLIC, samples=[{"number": 3}]),
    "api:entries": Access(get=PUBLIC),
    "api:entry": Access(get=PUBLIC),
}
