"""Pages that need not be made to be known: a function, and everything that it is given.

The function asks for nothing but its arguments, and the digest is taken of all of them. So
no input can be forgotten: what does not stand among the arguments cannot reach the page.
Figures and charts, which are the dear part, come up only when the function is called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import isfunction
from typing import NamedTuple

from hanabi_log.site.contexts.base import Frame
from hanabi_log.site.sameness import digest_of


class Kept(NamedTuple):
    """A page that is there already and would say the same; its file below the root."""

    path: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A page to be written: its file below the root of the language, its template, and how its
    context is made: `make(*arguments)`, by a function of a module, which holds nothing itself.
    """

    path: str
    template: str
    make: Callable[..., Frame]
    arguments: tuple[object, ...]

    def __post_init__(self) -> None:
        # Lambdas, methods, and functions inside of others have dots or brackets in their names.
        if not isfunction(self.make) or not self.make.__qualname__.isidentifier():
            raise TypeError(f"{self.make} may know more than it is given")

    @property
    def context(self) -> Frame:
        """The context, made anew each time."""
        return self.make(*self.arguments)

    def key(self, basis: str) -> str:
        """The same for a page that would say the same; `basis` stands for all that pages have
        in common. Raises TypeError for arguments without a digest.
        """
        made_by = f"{self.make.__module__}.{self.make.__name__}"
        return digest_of(basis, self.template, made_by, self.arguments)
