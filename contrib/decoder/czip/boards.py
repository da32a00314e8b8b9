"""Sections 3 to 5: boards by their schemes, the rights trailer, and positions behind a selector."""

import os
from math import comb

from . import Corrupt, Truncated
from .board import KING, PAWN, ROOK, START, Position, parse_fen, squares
from .textmodel import ROOT

HOME = parse_fen(START)
REST = 64


class Bits:
    """Bits, the most significant of each byte first."""

    def __init__(self, data):
        self.data, self.pos = data, 0

    def read(self, n):
        v = 0
        for _ in range(n):
            if self.pos >= 8 * len(self.data):
                raise Truncated("position: the input ends too early")
            v = v << 1 | self.data[self.pos >> 3] >> 7 - (self.pos & 7) & 1
            self.pos += 1
        return v

    def rest(self):
        """The bytes after those begun, whose padding must be zero."""
        if self.pos % 8 and self.read(-self.pos % 8):
            raise Corrupt("position: the padding is not zero")
        return self.data[self.pos // 8:]


class Code:
    """A canonical code of the given lengths, 0 for a symbol without a word."""

    def __init__(self, lengths):
        self.lengths = lengths
        self.words, word, last = {}, 0, 0
        for n, symbol in sorted((n, symbol) for symbol, n in enumerate(lengths) if n):
            word <<= n - last
            self.words[n, word] = symbol
            word, last = word + 1, n

    def read(self, bits):
        n = word = 0
        while (n, word) not in self.words:
            word, n = word << 1 | bits.read(1), n + 1
        return self.words[n, word]


def least_cost(weights, limit=16):
    """The lengths of a code of least cost, by package-merge."""
    used = sorted((w, symbol) for symbol, w in enumerate(weights) if w)
    symbols = [(w, 0, (symbol,)) for w, symbol in used]
    packages = []
    for _ in range(limit):
        items = sorted(symbols + packages, key=lambda x: (x[0], x[1]))
        packages = [(a[0] + b[0], 1, a[2] + b[2]) for a, b in zip(items[::2], items[1::2])]
    lengths = [0] * len(weights)
    for item in items[:2 * len(used) - 2]:
        for symbol in item[2]:
            lengths[symbol] += 1
    return lengths


def nibble(piece):
    """A square's content in four bits: the kind, and 8 for black."""
    return piece if piece < 7 else piece - 6 + 8


class Tables:
    def __init__(self):
        counts = {}
        with open(os.path.join(ROOT, "vectors/layers/words.txt"), encoding="ascii") as f:
            for line in f:
                key, _, value = line.rstrip("\n").partition(": ")
                if key == "name":
                    rows = counts.setdefault(value.split()[0], [])
                elif key == "counts":
                    rows.append([int(x) for x in value.split()])
        self.classic = Code(least_cost([32] + [8, 2, 2, 2, 1, 1] * 2))
        self.runs = [Code(least_cost([16 * n + 1 for n in row])) for row in counts["runs"]]
        self.differences = []
        for piece, row in enumerate(counts["differences"]):
            home = nibble(piece)
            possible = [d != 0 and (home ^ d) & 7 != 7 and home ^ d != 8 for d in range(16)]
            self.differences.append(Code(least_cost([16 * n + 1 if ok else 0 for n, ok in zip(row, possible)])))


_tables = None


def tables():
    global _tables
    if _tables is None:
        _tables = Tables()
    return _tables


def up(i):
    """The i-th square up the files."""
    return (i & 7) << 3 | i >> 3


# XOR-diff.

def diff_read(bits, p):
    t, i = tables(), 0
    contents = [nibble(HOME.at(s)) for s in range(64)]
    while i < 64:
        run = t.runs[i & 7].read(bits)
        if run == REST:
            break
        i += run
        if i > 63:
            raise Corrupt("XOR-diff: a run beyond the board")
        s = up(i)
        contents[s] ^= t.differences[HOME.at(s)].read(bits)
        i += 1
    for s, c in enumerate(contents):
        p.put(s, c if c < 8 else c - 8 + 6)


def diff_bits(p):
    t, n, next = tables(), 0, 0
    for i in range(64):
        s = up(i)
        d = nibble(HOME.at(s)) ^ nibble(p.at(s))
        if d:
            n += t.runs[next & 7].lengths[i - next] + t.differences[HOME.at(s)].lengths[d]
            next = i + 1
    return n + (t.runs[next & 7].lengths[REST] if next < 64 else 0)


# Huffman.

def huffman_read(bits, p):
    for s in range(64):
        p.put(s, tables().classic.read(bits))


def huffman_bits(p):
    return sum(tables().classic.lengths[p.at(s)] for s in range(64))


# The piece list.

def pawn_squares(p, colour):
    free = [s for s in range(8, 56)]
    if colour:
        free = [s for s in free if not (p.kinds[PAWN] & p.colours[0]) >> s & 1]
    return free


def list_read(bits, p):
    for colour in (0, 1):
        def put(s, kind):
            if p.at(s):
                raise Corrupt("piece list: two men on a square")
            p.put(s, kind + 6 * colour)
        put(bits.read(6), KING)
        if bits.read(1):
            k = bits.read(3) + 1
            free = pawn_squares(p, colour)
            number = bits.read((comb(len(free), k) - 1).bit_length())
            if number >= comb(len(free), k):
                raise Corrupt("piece list: no such set of pawns")
            for i in range(k, 0, -1):
                c = i - 1
                while comb(c + 1, i) <= number:
                    c += 1
                number -= comb(c, i)
                put(free[c], PAWN)
        last = -1
        for _ in range(bits.read(4)):
            kind, s = bits.read(2) + 2, bits.read(6)
            if s <= last:
                raise Corrupt("piece list: men out of order")
            put(s, kind)
            last = s


def list_bits(p):
    n = 0
    for colour in (0, 1):
        men = p.colours[colour]
        pawns = [s for s in squares(men & p.kinds[PAWN])]
        others = bin(men & ~p.kinds[PAWN] & ~p.kinds[KING]).count("1")
        if p.king(colour) < 0 or len(pawns) > 8 or others > 15 or any(s < 8 or s > 55 for s in pawns):
            return None
        n += 6 + 1 + 4 + 8 * others
        if pawns:
            n += 3 + (comb(len(pawn_squares(p, colour)), len(pawns)) - 1).bit_length()
    return n


def numbered_bits(p):
    """152, or None for a board that the exact numbering does not count."""
    spare = 0
    men = p.colours[0] | p.colours[1]
    for colour in (0, 1):
        own = p.colours[colour]
        count = [bin(own & p.kinds[k]).count("1") for k in range(7)]
        promoted = max(count[5] - 1, 0) + sum(max(count[k] - 2, 0) for k in (2, 3, 4))
        if count[KING] != 1 or count[PAWN] + promoted > 8:
            return None
        spare += count[PAWN] + promoted
    if p.kinds[PAWN] & 0xFF000000000000FF:
        return None
    white, black = p.kinds[PAWN] & p.colours[0], p.kinds[PAWN] & p.colours[1]
    opposed = sum(any(white >> 8 * y + x & 1 and black >> 8 * z + x & 1 for y in range(8) for z in range(y + 1, 8)) for x in range(8))
    return 152 if opposed >= spare - 8 - (32 - bin(men).count("1")) else None


# The rights trailer.

def golomb_read(bits, order, most):
    zeros = 0
    while not bits.read(1):
        zeros += 1
        if zeros == most:
            return None
    return (1 << zeros + order | bits.read(zeros + order)) - (1 << order)


def golomb_bits(v, order):
    return 2 * (v + (1 << order)).bit_length() - order - 1


class Number:
    """The places of move numbers on a board."""

    def __init__(self, p):
        men = p.colours[0] | p.colours[1]
        gone = max(32 - bin(men).count("1"), 0)
        moved = sum(p.at(s) != HOME.at(s) for s in squares(men))
        self.centre = (3 * gone + moved + 2) // 2
        self.order = min((self.centre // 8).bit_length(), 3)

    def distance(self, n):
        c = self.centre
        return n if n > 2 * c else 2 * (n - c) - 1 if n > c else 2 * (c - n)

    def place(self, n):
        d, one = self.distance(n), self.distance(1)
        if one <= 3 or d < 3 or d > one:
            return d
        return 3 if d == one else d + 1

    def number(self, place):
        one = self.distance(1)
        if one > 3 and 3 <= place <= one:
            if place == 3:
                return 1
            place -= 1
        if place > 2 * self.centre:
            return place
        return self.centre + (place + 1) // 2 if place & 1 else self.centre - place // 2


def rooks_of(p):
    """For each right the rooks with which it can be, in Chess960 and in the standard game."""
    wide, standard = [], []
    for colour in (0, 1):
        home, own = 56 * colour, p.colours[colour]
        kings = [x for x in range(8) if (own & p.kinds[KING]) >> home + x & 1]
        rooks = [x for x in range(8) if (own & p.kinds[ROOK]) >> home + x & 1] if len(kings) == 1 else []
        for side in (0, 1):
            mine = [x for x in rooks if (x > kings[0]) == (side == 0)]
            wide.append(mine)
            standard.append([x for x in mine if x in (0, 7)] if kings == [4] else [])
    return wide, standard


def jumped(p):
    """The squares that a pawn of the side not to move may just have passed."""
    men = p.colours[0] | p.colours[1]
    out = []
    for x in range(8):
        pawn, passed, origin = (24 + x, 16 + x, 8 + x) if p.turn else (32 + x, 40 + x, 48 + x)
        if (p.kinds[PAWN] & p.colours[1 - p.turn]) >> pawn & 1 and not men >> passed & 1 and not men >> origin & 1:
            out.append(passed)
    return out


def choices(p, sets):
    """The places of the rights among the rooks of the sets, or None."""
    out = []
    for file, rooks in zip(p.rights, sets):
        if file and file - 1 not in rooks:
            return None
        out.append((rooks.index(file - 1) + 1 if file else 0, len(rooks)))
    return out


def said(p, marked=False):
    """What the first form says, as (place, number of things) each; None if the escape is needed."""
    all, form = [], []
    if not marked:
        if golomb_bits(p.clock, 0) > 15:
            return None
        wide, standard = rooks_of(p)
        all = choices(p, standard)
        if wide != standard:
            form = [0 if all else 1]
            all = all or choices(p, wide)
        if all is None:
            return None
        squares_ = jumped(p) if p.clock == 0 else []
        if p.ep >= 0 and p.ep not in squares_:
            return None
        all.append((squares_.index(p.ep) + 1 if p.ep >= 0 else 0, len(squares_)))
    elif golomb_bits(p.clock, 0) > 15:
        return None
    return form, all


def trailer_bits(p, marked=False):
    s = said(p, marked)
    if s is None:
        return 1 + 8 + 32 + (0 if marked else 22)
    number = Number(p)
    n = 1 + golomb_bits(p.clock, 0) + golomb_bits(number.place(p.number), number.order)
    return n + len(s[0]) + sum(n.bit_length() for _, n in s[1])


def trailer_read(bits, p, marked=False):
    """Sets what p has beside its board; with marks rights and en passant are there."""
    p.turn = bits.read(1)
    clock = golomb_read(bits, 0, 8)
    if clock is None:
        p.clock, p.number = bits.read(16), bits.read(16)
        if not marked:
            v = bits.read(16)
            p.rights = tuple(v >> 4 * i & 15 for i in range(4))
            p.ep = bits.read(6) or -1
        if said(p, marked) is not None:
            raise Corrupt("trailer: the escape where it is not needed")
        return
    p.clock = clock
    number = Number(p)
    place = golomb_read(bits, number.order, 17)
    if place is None or number.number(place) > 65535:
        raise Corrupt("trailer: the move number is too large")
    p.number = number.number(place)
    if marked:
        return
    wide, sets = rooks_of(p)
    chess960 = wide != sets and bits.read(1)
    if chess960:
        sets = wide
    rights = []
    for rooks in sets:
        i = bits.read(len(rooks).bit_length())
        if i > len(rooks):
            raise Corrupt("trailer: no such rook")
        rights.append(rooks[i - 1] + 1 if i else 0)
    p.rights = tuple(rights)
    if p.clock == 0:
        passed = jumped(p)
        i = bits.read(len(passed).bit_length())
        if i > len(passed):
            raise Corrupt("trailer: no such en passant square")
        p.ep = passed[i - 1] if i else -1
    if chess960 and not said(p)[0][0]:
        raise Corrupt("trailer: rights of the standard game in the form for Chess960")
