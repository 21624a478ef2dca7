"""Why something was not done."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason, as a stable code and the data its sentence needs (numbers, names)."""

    code: str
    data: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, **self.data}


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """The change was refused and nothing was stored. `problems` holds every reason, at least one."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems

    @property
    def code(self) -> str:
        return self.problems[0].code


def refused(code: str, **data: Any) -> Refused:
    """A refusal for one reason."""
    return Refused(Problem(code, data))
