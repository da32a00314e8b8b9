"""The input of an archive, frame by frame."""

import functools
import os

from . import Checksum, Corrupt, LevelMissing, Version
from .archive import M32, archives
from .columns import read_column
from .games import FrameGames
from .learned import model_numbers
from .textmodel import ROOT
from .xxh64 import xxh64

VERSION = 6      # of the streams, the first byte of the header's parameters
# What their bytes depend on, beside learned levels.
TABLES = ("internal/model/rank/fast.bin", "internal/model/names/names.txt", "internal/model/openings/openings.bin",
          "internal/model/book/book.bin",
          "internal/text/textmodel/prose.txt", "internal/text/textmodel/columns.bin",
          "internal/model/squares/boards/squares.czs")
PASSABLE = range(512, 1024)      # kinds of streams that may be passed over


@functools.cache
def tables_sum():
    sums = b""
    for name in TABLES:
        with open(os.path.join(ROOT, name), "rb") as f:
            sums += xxh64(f.read()).to_bytes(8, "little")
    return (xxh64(sums) & 0xFFFF).to_bytes(2, "little")


def frame_input(frame, archive):
    """The bytes that a frame stands for."""
    s = frame.streams
    if frame.input == 0 and frame.games == 0:
        return b""
    unknown = [kind for kind in s if kind not in PASSABLE and not 1 <= kind <= 14 and not 16 <= kind <= 79]
    if unknown:
        raise Corrupt(f"frame at {frame.start}: a stream of kind {unknown[0]}, which is not known")
    if 1 in s:
        out = s[1]
    elif 2 in s:
        out = read_column(s[2])[0]
    elif 12 in s:
        from .positions import read_positions
        out = read_positions(s[12])
    else:
        out = b"".join(FrameGames(frame, *openers(archive)).texts())
    if len(out) != frame.input:
        raise Corrupt(f"frame at {frame.start}: {len(out)} bytes, not {frame.input}")
    if xxh64(out) & M32 != frame.check:
        raise Checksum(f"frame at {frame.start}: the checksum of its input does not fit")
    return out


def openers(archive):
    """What opens the streams of learned moves and of comments."""
    def moves(data):
        from .learned import LearnedMoves
        return LearnedMoves(data, archive.header.parameters)

    def comments(data, frame):
        from .comments import Comments
        return Comments(data, frame)
    return moves, comments


def decode(data):
    """The input of an archive, or of several end to end."""
    return b"".join(frame_input(f, a) for a in archives(data) if known(a.header) for f in a.frames)


def known(header):
    """Refuses an archive of another version of the frames, or of a model that is not at hand."""
    parameters = header.parameters
    if parameters[:1] != bytes([VERSION]):
        raise Version("header: not the version of the streams that this decoder knows")
    if len(parameters) not in (3, 7):
        raise Corrupt(f"header: {len(parameters)} bytes of parameters")
    if parameters[1:3] != tables_sum():
        raise Version("header: not the tables that this decoder has")
    if len(parameters) == 7 and int.from_bytes(parameters[3:], "little") not in model_numbers():
        raise LevelMissing("header: its model is none of the embedded ones")
    return True
