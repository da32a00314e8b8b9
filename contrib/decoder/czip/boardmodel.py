"""Models of boards, and what they say of a choice: positions.md, sections 8.4 and 9.

    model = shipped()               squares.czs;  BoardModel(data) reads another
    model.number                    its checksum, 64 bits
    features_of(choice, xs)         the features of a choice, 32 bits each (8.2: begin, add)
    model.bit(features), model.pieces(table, features), model.square(features)
                                    scores
    frequencies_of(scores)
"""

import functools

from . import lists
from .basics import Source, unzstd, xxh64
from .refused import CHECKSUM, DAMAGED, VERSION, Refused

MARKER, VERSION_BYTE = b"CZS", 1
M64 = (1 << 64) - 1
MAX_LENGTH = lists.limit("LEARNED_BOARD_MAX_MODEL")
MAX_ROWS = lists.limit("LEARNED_BOARD_MAX_ROWS")
LEAST_ROWS = 4
TABLES = (("bits", 1), ("pawns", 2), ("pieces", 8), ("squares", 1))     # and weights of a row


def mix(x):
    x &= M64
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93 & M64
    return x ^ x >> 32


CHOICES = lists.board_choices()


def features_of(choice, xs):
    """The features of a choice that know the numbers xs, in order."""
    salt, count, _ = CHOICES[choice]
    assert len(xs) in (count, 0), choice
    base = salt * 0x632BE59BD9B4E019
    found = []
    for x in xs:
        base += 0x9FB21C651E98DF25
        x = (x + base & M64) * 0xFF51AFD7ED558CCD & M64
        x = (x ^ x >> 32) * 0xD6E8FEB86659FD93 & M64
        found.append(x >> 32)
    return found


def _exponentials():
    """e to the power -d/16, in 1/2^24, for d from 0 to 223."""
    found = []
    c = 1 << 63
    for _ in range(224):
        found.append(c >> 39)
        c = c * 17329112349219823218 >> 64
    return found


EXPONENTIAL = _exponentials()


def frequencies_of(scores):
    """Frequencies that add up to 65,536 of things with these scores."""
    top = max(scores)
    e = [EXPONENTIAL[top - x] if top - x < len(EXPONENTIAL) else 0 for x in scores]
    share = (65536 - len(scores) << 40) // sum(e)
    f = [1 + (x * share >> 40) for x in e]
    f[scores.index(top)] += 65536 - sum(f)
    return f


class BoardModel:
    """A model of boards. Raises Refused if the file is none."""

    def __init__(self, data):
        if len(data) > MAX_LENGTH or len(data) < 12 or data[:3] != MARKER:
            raise Refused(DAMAGED, "no model of boards")
        if data[3] != VERSION_BYTE:
            raise Refused(VERSION, "an unknown version of models of boards")
        self.number = int.from_bytes(data[-8:], "little")
        if xxh64(data[:-8]) != self.number:
            raise Refused(CHECKSUM, "the checksum of a model of boards")
        src = Source(data, 4, len(data) - 8)
        parts = {}
        while src.left():
            kind = src.byte()
            if kind not in (1, 2) or kind in parts:
                raise Refused(DAMAGED, "a wrong part of a model of boards")
            parts[kind] = src.sized()
        if 2 not in parts or len(parts[2]) < 4:
            raise Refused(DAMAGED, "a model of boards without weights")
        self.text = parts.get(1, b"")
        self._read_weights(parts[2])

    def _read_weights(self, part):
        self.logs = logs = tuple(part[:4])
        if any(not LEAST_ROWS <= x <= MAX_ROWS for x in logs):
            raise Refused(DAMAGED, "a model of boards with too many or too few rows")
        sizes = [width << x for x, (_, width) in zip(logs, TABLES)]
        total = sum(sizes)
        content = unzstd(part[4:], total // 8 + total)
        weights = unpack(content, total)
        at = 0
        self.tables = {}
        for size, x, (name, width) in zip(sizes, logs, TABLES):
            self.tables[name] = (weights[at:at + size], 32 - x, width)
            at += size

    def bit(self, features):
        """The score of the value 1."""
        w, shift, _ = self.tables["bits"]
        return sum([w[x >> shift] for x in features])

    def square(self, features):
        """The score of the square that has these features."""
        w, shift, _ = self.tables["squares"]
        return sum([w[x >> shift] for x in features])

    def pieces(self, table, features):
        """The scores of all things of a choice of pawns or of pieces; of thing 0 it is 0."""
        w, shift, width = self.tables[table]
        rows = [(x >> shift) * width for x in features]
        return [0] + [sum([w[i + k] for i in rows]) for k in range(width)]


def unpack(content, total):
    """The weights, of which the masks say which are not 0."""
    masks = content[:total // 8]
    values = memoryview(content).cast("b")[total // 8:]
    if len(masks) != total // 8 or sum(map(int.bit_count, masks)) != len(values) or 0 in values:
        raise Refused(DAMAGED, "weights of a model of boards are missing, left over or 0")
    bits = [[i for i in range(8) if m >> i & 1] for m in range(256)]
    weights = [0] * total
    at = 0
    base = 0
    for m in masks:
        if m:
            for i in bits[m]:
                weights[base + i] = values[at]
                at += 1
        base += 8
    return weights


@functools.lru_cache(None)
def shipped():
    """The model of chesszip."""
    path = lists.file_named("squares.czs")
    model = BoardModel(lists.data(path))
    if model.number != lists.files()[path].model:
        raise ValueError(path + " is not the model of files.txt")
    return model
