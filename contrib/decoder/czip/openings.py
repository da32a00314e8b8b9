"""Section 9.12: the column of openings, the book that predicts it, and what openings are called."""

import os
import re

from . import Corrupt
from .archive import Reader
from .board import PAWN, START, parse_fen
from .columns import unzstd
from .fast import Played, Ranked
from .logistic import S
from .mixed import Model, tables
from .rangecoder import Decoder
from .textmodel import ROOT
from .xxh64 import xxh64

M64 = (1 << 64) - 1
FACTOR = 0x9E3779B97F4A7C15
TAGS = (b"ECO", b"Opening", b"Variation", b"ECOUrl")
SYSTEMS = 4
EIGHTHS = (256, 279, 304, 332, 362, 395, 431, 470)
ONE = 65536
FLAGS = 10       # candidates that are asked for one by one
NONE = 64        # how likely a move is that is not legal, where no book has the position
PLAYED = 0


class _Names:
    """The table openings.bin."""

    def __init__(self):
        with open(os.path.join(ROOT, "internal/model/openings/openings.bin"), "rb") as f:
            r = Reader(unzstd(f.read()), what="openings.bin")
        if r.bytes(4) != b"CZO\x03":
            raise Corrupt("openings.bin: not version 3")
        self.names = {}
        for tag in TAGS:
            self.names[tag] = r.bytes(r.uv()).split(b"\n")
        systems = []
        for _ in range(SYSTEMS):
            n = r.uv()
            keys = [r.fixed(4) for _ in range(n)]
            columns = [[r.fixed(2) for _ in range(n)] for _ in TAGS]
            systems.append({k: row for k, *row in zip(keys, *columns)})
        r.done()
        keys = sorted(set().union(*systems))
        self.numbers = {k: i for i, k in enumerate(keys)}
        self.systems = systems
        self.keys = keys

    def guesses(self, tag, system):
        """By 1 + the number of a position, the number of the value that it has in a system."""
        at = TAGS.index(tag)
        return {1 + self.numbers[k]: row[at] - 1 for k, row in self.systems[system].items() if row[at]}


class _Book:
    """The table book.bin: for each book, the moves of positions and how often they were played."""

    def __init__(self):
        with open(os.path.join(ROOT, "internal/model/book/book.bin"), "rb") as f:
            data = f.read()
        if data[:4] != b"CZB\x01":
            raise Corrupt("book.bin: not version 1")
        sizes = [int.from_bytes(data[4 + 4 * i:8 + 4 * i], "little") for i in range(2)]
        pos = 12
        self.books = []
        for rows in sizes:
            keys = memoryview(data)[pos:pos + 4 * rows].cast("I")
            counts = data[pos + 4 * rows:pos + 5 * rows]
            pos += 5 * rows
            book = {}
            for key, n in zip(keys, counts):
                book[key] = data[pos:pos + 3 * n]
                pos += 3 * n
            self.books.append(book)
        if pos != len(data):
            raise Corrupt("book.bin: too long")

    def row(self, number, key):
        b = self.books[number].get(key >> 32, b"")
        out = []
        for i in range(0, len(b), 3):
            f = min(b[i + 2], 167)
            out.append((b[i] | b[i + 1] << 8, (EIGHTHS[f & 7] << (f >> 3)) >> 4))
        return out


_names = _book = None


def table():
    global _names
    if _names is None:
        _names = _Names()
    return _names


def book():
    global _book
    if _book is None:
        _book = _Book()
    return _book


def key_of(p):
    """What stands for a position."""
    planes = [0, 0, 0]
    for k in range(1, 7):
        for i in range(3):
            if k >> i & 1:
                planes[i] |= p.kinds[k]
    ep = 0
    if p.ep >= 0:
        for m in p.legal():
            if m >> 6 & 63 == p.ep and p.kind_at(m & 63) == PAWN and (m & 7) != p.ep & 7:
                ep = p.ep
    wk, wq, bk, bq = p.rights
    rest = p.turn | (wk | wq << 4 | bk << 8 | bq << 12) << 8 | ep << 32
    h = 0
    for x in (*planes, p.colours[1], rest):
        h = (h ^ x) * FACTOR & M64
        h ^= h >> 29
    return h * FACTOR & M64


def start_of(fen):
    """The position from which the moves of a game with such a tag FEN start."""
    if fen is not None:
        try:
            return parse_fen(re.sub(rb'\\(["\\])', rb"\1", fen).decode("ascii"))
        except (Corrupt, ValueError, IndexError, UnicodeDecodeError):
            pass
    return parse_fen(START)


class Column:
    """Stream 14: the first moves of games."""

    def __init__(self, data):
        if not data:
            raise Corrupt("openings: the head is missing")
        self.plies, self.first = data[0] & 31, data[0] >> 5
        if not 1 <= self.plies <= 30 or self.first > 1:
            raise Corrupt("openings: the head says what it cannot")
        self.d = Decoder(data[1:])
        self.model = Model(18, 255, tables("gameframe")["gameframe.openings"])
        self.counts = {}                 # by position, or position and player: moves

    def game(self, fen, plies, white, black):
        """The first moves of a game, and for each system 1 + the number of its last position that has a name."""
        p = start_of(fen)
        players = [0 if n is None else xxh64(n) for n in (white, black)]
        theirs = ours = None
        moves, last = [], [0] * SYSTEMS
        for ply in range(min(self.plies, plies)):
            m = self.move(p, key_of(p), ply, players[p.turn], theirs, ours)
            if m == 0:
                break
            moves.append(m)
            theirs, ours = Played(p, m), theirs
            p = p.play(m)
            number = table().numbers.get(key_of(p) >> 32)
            if number is not None:
                for i, system in enumerate(table().systems):
                    if any(system.get(table().keys[number], ())):
                        last[i] = 1 + number
        return moves, last

    def move(self, p, key, ply, name, theirs, ours):
        ranked = None
        mine = (key ^ name) * FACTOR & M64
        weights, rest = {}, ONE          # of candidates, in their order
        rows = [row for row in (book().row(1 - self.first, key), book().row(self.first, key)) if row]
        for row in rows:
            rest = mix(weights, rest, row, 48, 1)
        if not rows:
            ranked = Ranked(p, theirs, ours)
            total = sum(ranked.chance(m) for m in ranked.legal)
            weights = {m: ranked.chance(m) * (ONE - NONE) // total for m in ranked.legal}
            rest = NONE
        for k, part in ((key, 12 * 16 if not rows else 128 * 16), (mine, 16)):
            if k in self.counts:
                rest = mix(weights, rest, self.counts[k].items(), part, 16)
        candidates = [[m, w] for m, w in weights.items()]
        left = rest + sum(w for _, w in candidates)
        for order in range(min(len(candidates), FLAGS)):
            best = max(range(order, len(candidates)), key=lambda i: (candidates[i][1], -i))
            candidates[order], candidates[best] = candidates[best], candidates[order]
            m, w = candidates[order]
            chance = w * ONE // max(left, 1)
            given = S[min(max(chance, 64), ONE - 64) >> 4]
            which = 0 if order == 0 else 1 + min(order, 3)
            if self.model.bit(self.d, self.model.use(PLAYED, ply, m, name), 1, which, given):
                if m not in p.legal():
                    raise Corrupt("openings: a move is illegal")
                self.count(key, mine, m)
                return m
            left -= min(w, left)
        asked = {m for m, _ in candidates[:FLAGS]}
        m = self.other(ranked or Ranked(p, theirs, ours), asked)
        if m:
            self.count(key, mine, m)
        return m

    def other(self, ranked, asked):
        """A move that was not asked for, 0 for none that the column holds."""
        others = [m for m in ranked.legal if m not in asked]
        if not others:
            return 0
        total = sum(ranked.chance(m) for m in others)
        place, at = self.d.place(), 0
        for m in others:
            width = 1 + ranked.chance(m) * (ONE - 1 - len(others)) // total
            if place < at + width:
                self.d.take(at, width)
                return m
            at += width
        self.d.take(at, ONE - at)
        return 0

    def count(self, key, mine, m):
        for k in (key, mine):
            moves = self.counts.setdefault(k, {})
            moves[m] = moves.get(m, 0) + 1


def mix(weights, rest, row, part, unit):
    """Mixes counts, of so many to a game's 1/16, over the weights; part is what these weigh."""
    total = part + sum(unit * n for _, n in row)
    scale = part * ONE // total
    for m in weights:
        weights[m] = weights[m] * scale // ONE
    for m, n in row:
        weights[m] = weights.get(m, 0) + unit * n * ONE // total
    return rest * scale // ONE
