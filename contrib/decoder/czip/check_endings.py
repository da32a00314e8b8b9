"""Checks of endings.txt: endings.md."""

from . import lists
from .basics import lower_half
from .board import read_fen
from .endings import Base
from .vectors import all_of, one, same


def check_endings(block):
    path, length, checksum = one(block, "base").split(" ")
    data = lists.data(path)
    same("length", len(data), int(length))
    same("checksum", f"{lower_half(data[:-4]):08x}", checksum)
    base = Base(data)
    same("name", base.name, one(block, "name"))
    for line in all_of(block, "position"):
        fen, moves = line.split(" | ")
        same(fen, base.distance(read_fen(fen)) or 0, int(moves))


CHECKS = {"endings.txt": check_endings}
