"""The table openings.bin: names of openings, and how games of that name begin."""

import os

from . import Corrupt
from .archive import Reader
from .columns import unzstd
from .fast import ROOT
from .xxh64 import xxh64

TAGS = (b"ECO", b"Opening", b"Variation", b"ECOUrl")


class _Table:
    def __init__(self):
        with open(os.path.join(ROOT, "internal/model/openings/openings.bin"), "rb") as f:
            r = Reader(unzstd(f.read()), what="openings.bin")
        if r.bytes(4) != b"CZO\x02":
            raise Corrupt("openings.bin: not version 2")
        self.names = {}
        for tag in TAGS:
            self.names[tag] = r.bytes(r.uv()).split(b"\n")
        self.lines, moves = {}, []
        for _ in range(r.uv()):
            name, shared, more = r.fixed(4), r.byte(), r.byte()
            moves = moves[:shared] + [r.fixed(2) for _ in range(more)]
            self.lines[name] = moves
        r.done()


_table = None


def table():
    global _table
    if _table is None:
        _table = _Table()
    return _table


def line(game):
    """The moves that games with these tags begin with; none if that is not known."""
    opening, variation, url, eco = (game.last(n) or b"" for n in (b"Opening", b"Variation", b"ECOUrl", b"ECO"))
    names = [opening + (b"\0" + variation if variation else b"") if opening else url, b"\x01" + eco if eco else b""]
    for name in names:
        moves = table().lines.get(xxh64(name) & 0xFFFFFFFF) if name else None
        if moves is not None:
            return moves
    return []
