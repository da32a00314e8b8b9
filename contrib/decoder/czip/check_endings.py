"""Checks of endings.txt and endingfiles.txt: endings.md."""

from . import lists
from .basics import lower_half, xxh64
from .board import read_fen, square_name
from .endings import Base, Cube
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
    for line in all_of(block, "reply"):
        fen, want = line.split(" | ")
        moves = base.distance(read_fen(fen))
        same(fen, "-" if moves is None else str(moves), want)


def check_base(block):
    base = Base(bytes.fromhex(one(block, "base")))
    same("ending", base.name, one(block, "ending"))
    for line in all_of(block, "block"):
        place, want = line.split(" | ")
        cells = base.block(tuple(map(int, place.split(" "))))
        planes = [bytes(255 if v is None else v for v in plane) for plane in cells]
        same("block " + place, f"{xxh64(b''.join(planes)):016x}", want)


def check_cube(block):
    data = bytearray(int(one(block, "cube")))
    cube = Cube(data)
    for line in all_of(block, "entry"):
        number, digits = line.split(" | ")
        entry = bytes.fromhex(digits)
        at = int(number) * len(entry)
        data[at:at + len(entry)] = entry
    for line in all_of(block, "asked"):
        fen, want = line.split(" | ")
        move, distance = cube.best(read_fen(fen))
        name = "-" if move is None else square_name(move & 63) + square_name(move >> 6)
        said = "-" if cube.size == 1 else str(distance)
        same(fen, f"{name} {said}", want)


def check_files(block):
    check_cube(block) if one(block, "cube") else check_base(block)


CHECKS = {"endings.txt": check_endings, "endingfiles.txt": check_files}
