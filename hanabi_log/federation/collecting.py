"""The clubs of some datasets as a site needs them: counted, laid aside, and free of the engine.

What the engine says of each club goes into a temporary file, in the order of clubs, and the
engine ends. Any process may then make the figures of any club, also one that was copied from
this one, which an engine at work would not bear.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from tempfile import TemporaryDirectory, gettempdir

from hanabi_log.errors import InvalidInput, Problem, reason_of
from hanabi_log.federation.dataset import ClubFolder
from hanabi_log.federation.engines import EngineName
from hanabi_log.federation.figures import ClubFigures, Entrant
from hanabi_log.federation.reading import Counted, Federation, federate
from hanabi_log.i18n import _


@contextmanager
def collected(
    datasets: Sequence[str], engine: EngineName | None = None, master: str | None = None
) -> Iterator[Sequence[Entrant]]:
    """The clubs of some datasets in the order of their ids, for as long as the context lasts.

    Raises what `federate` raises, and InvalidInput where there is no room for the file.
    """
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(TemporaryDirectory(prefix="hanabi-log-"))
            with federate(datasets, engine, master) as federation:
                clubs = _lay_aside(federation, os.path.join(folder, "counted"))
        except OSError as error:
            raise InvalidInput(
                _("The folder for temporary files cannot be used"),
                [Problem(reason_of(error), file=gettempdir())],
            ) from error
        yield clubs


def _lay_aside(federation: Federation, path: str) -> list[Entrant]:
    clubs = []
    with open(path, "wb") as file:
        for folder, counted in federation.counted():
            figures = partial(_figures, federation, folder, path, file.tell())
            clubs.append(Entrant(folder.name, figures))
            pickle.dump(tuple(counted), file)
    return clubs


def _figures(federation: Federation, folder: ClubFolder, path: str, start: int) -> ClubFigures:
    with open(path, "rb") as file:
        file.seek(start)
        return federation.figures(folder.member(), Counted(*pickle.load(file)))
