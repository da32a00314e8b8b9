"""The table of openings: indexes.md, section 9.

    d = Directory(data, n, games)           stream 1033 of frame n of an archive of so many games
    read_block(data, directory)             stream 1032: a list of Row

The table of a whole archive, and its text, are in openingtext.py.
"""

from . import lists
from .basics import Source, digits, quo
from .board import Position
from .coding import Bit, Coder, Many, Number, Tree
from .indexes import damaged
from .rules import legal

KEY_SIZE = lists.limit("TABLE_KEY_SIZE")
MAX_ROWS = lists.limit("TABLE_MAX_ROWS")
MAX_MOVES = lists.limit("TABLE_MAX_MOVES")
MAX_GAMES = lists.limit("TABLE_MAX_GAMES")
MAX_THRESHOLD = lists.limit("TABLE_MAX_THRESHOLD")
MAX_YEAR = lists.limit("TABLE_MAX_YEAR")
LONG_BITS = lists.limit("TABLE_LONG_BITS")
SAMPLES = lists.limit("TABLE_SAMPLES")
MOST_MOVES_OF_BLOCK = 16896
HIGHEST = 99999                     # rating
MOST_OF_WHOLE = 2**56
MOST_RATING = 2**31 - 1             # of a sample

# The squares of a key in their order.
SQUARES = [8 * (r - 1) + "abcdefgh".index(f) for r in (1, 8, 2, 7, 3, 6, 4, 5) for f in "decfbgah"]


# --- the directory (9.2)

class Directory:
    """threshold, covers, games, last_year, left (frames that are not counted), blocks, keys (the
    first key of each block). games: how many the archive has, None if that is not known."""

    def __init__(self, data, n, games=None):
        src = Source(data)
        self.threshold, self.covers, self.games = src.uvarint(), src.uvarint(), src.uvarint()
        self.last_year, left, self.blocks = src.uvarint(), src.uvarint(), src.uvarint()
        if not 1 <= self.threshold <= MAX_THRESHOLD or self.covers + self.blocks != n:
            damaged("a directory with a wrong threshold, or of other frames")
        if self.last_year > MAX_YEAR or (games is not None and self.games > games):
            damaged("a directory with too late a year or too many games")
        frame = -1
        self.left = []
        for _ in range(left):
            frame += 1 + src.uvarint()
            if frame >= self.covers:
                damaged("a directory leaves out a frame that it does not cover")
            self.left.append(frame)
        key = bytes(KEY_SIZE)
        self.keys = []
        self.positions = []
        for _ in range(self.blocks):
            positions, same = src.uvarint(), src.byte()
            if not 1 <= positions <= MAX_ROWS or same >= KEY_SIZE:
                damaged("a directory with a wrong block")
            after = key[:same] + src.take(KEY_SIZE - same)
            if after <= key or after[same] == key[same]:
                damaged("keys of a directory that do not ascend")
            key = after
            self.keys.append(key)
            self.positions.append(positions)
        src.done("a directory")


# --- keys (9.3)

def position_of(pieces, turn, rights, passant):
    """The position of a key's parts."""
    p = Position()
    for s, x in zip(SQUARES, pieces):
        if x > 12:
            damaged("a piece that is none in a table of openings")
        if x:
            p.men[(x - 1) // 6][(x - 1) % 6 + 1] |= 1 << s
    p.turn = turn
    p.right = rights[::-1]
    if max(p.right) > 8:
        damaged("a right of a wrong file in a table of openings")
    p.ep = passant
    return p


# --- blocks (9.4)

class Tally:
    """n and sums have two numbers, White's and Black's; samples are (rating, game)."""

    def __init__(self):
        self.white = self.drawn = self.black = self.other = 0
        self.n = [0, 0]
        self.sum = [0, 0]
        self.year = 0
        self.samples = []


class Row:
    """A position of the table: key, p, moves as (move, Tally), and its own tally."""


def size(g):
    return min(digits(g), 11)


def mean(s, n):
    return (2 * s + n) // (2 * n) if n else 0


class Signed:
    def __init__(self):
        self.size = Number()
        self.sign = Bit()


class Models:
    def __init__(self):
        self.same, self.piece, self.turn, self.kept = Many(Bit), Many(Tree), Many(Bit), Many(Bit)
        self.rights, self.passant = Many(Tree), Bit()
        self.moves, self.index, self.first, self.fewer = Number(), Number(), Number(), Many(Number)
        self.sum, self.differs, self.years = Bit(), Many(Signed), Signed()
        self.merged, self.rating = Bit(), Signed()
        self.other, self.drawn, self.white = Many(Number), Many(Number), Many(Number)
        self.unrated, self.ratings = Many(Number), Many(Signed)
        self.year, self.best, self.second, self.odd = Many(Signed), Many(Signed), Many(Number), Bit()


class BlockReader:
    def __init__(self, data, directory):
        src = Source(data)
        self.positions = src.uvarint()
        if not 1 <= self.positions <= MAX_ROWS:
            damaged("a block of a table with a wrong number of positions")
        self.coder = Coder(src.rest())
        self.directory = directory
        self.models = Models()
        self.game_bits = digits(max(directory.games, 1) - 1)
        self.pieces = [0 for _ in SQUARES]
        self.turn = 0
        self.rights = [0, 0, 0, 0]
        self.near = [0, 0]

    def read(self):
        rows = []
        for _ in range(self.positions):
            row = self.read_row()
            if rows and row.key <= rows[-1].key:
                damaged("keys of a block that do not ascend")
            rows.append(row)
        self.coder.finish()
        if sum(len(row.moves) for row in rows) > MOST_MOVES_OF_BLOCK:
            damaged("too many moves in a block of a table")
        return rows

    # --- numbers

    def raw_long(self, n):
        v = 0
        while n > 0:
            k = min(n, 16)
            v = v << k | self.coder.read_raw(k)
            n -= k
        return v

    def long(self, m):
        v = m.read(self.coder)
        if v >= 1 << LONG_BITS:
            v = v - (1 << LONG_BITS) << LONG_BITS | self.raw_long(LONG_BITS)
        return v

    def signed(self, m):
        v = self.long(m.size)
        return -v if v and m.sign.read(self.coder) else v

    # --- a position

    def read_key(self):
        m, coder = self.models, self.coder
        differ = 0
        for i, _ in enumerate(self.pieces):
            if m.same[i, min(differ, 3)].read(coder) == 0:
                self.pieces[i] = m.piece[self.pieces[i]].read(coder)
                differ += 1
        self.turn = m.turn[self.turn].read(coder)
        if m.kept[min(differ // 4, 1)].read(coder) == 0:
            self.rights = [m.rights[i].read(coder) for i, _ in enumerate(self.rights)]
        self.passant = coder.read_raw(6) if m.passant.read(coder) else 0
        x = self.pieces
        r = self.rights
        return (bytes(x[i] << 4 | x[i + 1] for i in range(0, 64, 2))
                + bytes([self.turn, r[0] << 4 | r[1], r[2] << 4 | r[3], self.passant]))

    def read_row(self):
        row = Row()
        row.key = self.read_key()
        row.p = position_of(self.pieces, self.turn, self.rights, self.passant)
        count = self.long(self.models.moves)
        if count > MAX_MOVES:
            damaged("too many moves of a position of a table")
        row.moves = self.read_moves(row.p, count)
        row.tally = t = self.read_whole([x for _, x in row.moves])
        if t.white + t.drawn + t.black + t.other < self.directory.threshold:
            damaged("a position of a table with too few games")
        return row

    def read_moves(self, p, count):
        m = self.models
        year = self.directory.last_year
        means = list(self.near)
        s, n = [0, 0], [0, 0]
        found = []
        last = None
        for i in range(count):
            if i == 0:
                g = 1 + self.long(m.first)
            elif g > 1:
                g -= self.long(m.fewer[size(g)])
            if not 1 <= g <= MAX_GAMES:
                damaged("a move of a table with a wrong number of games")
            index = self.long(m.index)
            if index >= len(legal(p)):
                damaged("a move of a table that is not there")
            move = legal(p)[index]
            if last and last[0] == g and last[1] >= move:
                damaged("moves of a table that are not in order")
            last = (g, move)
            t = self.read_tally(g, means, year)
            found.append((move, t))
            if i == 0:
                year = t.year
            for c in (0, 1):
                s[c] += t.sum[c]
                n[c] += t.n[c]
                if s[c] > MOST_OF_WHOLE:
                    damaged("ratings of moves of a table")
                means[c] = mean(s[c], n[c])
        for c in (0, 1):
            if n[c] > 0:
                self.near[c] = means[c]
        return found

    def read_tally(self, g, means, year):
        m = self.models
        c = size(g)
        t = Tally()
        t.other = self.long(m.other[c])
        t.drawn = self.long(m.drawn[c])
        t.white = self.long(m.white[c])
        t.black = g - t.other - t.drawn - t.white
        shift = 0
        for side in (0, 1):
            t.n[side] = g - self.long(m.unrated[side, c])
            if t.n[side] > 0:
                e = means[side] + shift
                t.sum[side] = t.n[side] * e + self.signed(m.ratings[side, size(t.n[side])])
                shift = quo(quo(t.sum[side], t.n[side]) - e, 2)
        t.year = year - self.signed(m.year[c])
        if (min(t.black, *t.n, t.year) < 0
                or not all(n <= total <= HIGHEST * n for n, total in zip(t.n, t.sum))):
            damaged("a tally of a table")
        self.read_samples(t, g, c)
        return t

    def read_samples(self, t, g, c):
        m = self.models
        total = t.sum[0] + t.sum[1]
        if g == 1:
            best = second = total // 2
        elif g == 2:
            both = total // 2
            if total % 2 == 0 and m.odd.read(self.coder):
                both -= 1
            best = (both + 1) // 2 + self.long(m.second[c])
            second = both - best
        else:
            usual = (mean(t.sum[0], t.n[0]) + mean(t.sum[1], t.n[1])) // 2
            best = usual + self.signed(m.best[c])
            second = best - self.long(m.second[c])
        if not 0 <= best <= MOST_RATING or second < 0:
            damaged("a sample of a table")
        t.samples = [(best, self.raw_long(self.game_bits))]
        if g > 1:
            t.samples.append((second, self.raw_long(self.game_bits)))
            if best == second and t.samples[0][1] >= t.samples[1][1]:
                damaged("samples of a table in the wrong order")

    def read_whole(self, tallies):
        m = self.models
        t = add_up(tallies)
        if m.sum.read(self.coder):
            return t
        fields = [t.white, t.drawn, t.black, t.other, *t.n, *t.sum]
        for i, _ in enumerate(fields):
            fields[i] += self.signed(m.differs[i])
            if not 0 <= fields[i] <= MOST_OF_WHOLE:
                damaged("a sum of a table")
        t.white, t.drawn, t.black, t.other, white, black, *t.sum = fields
        t.n = [white, black]
        t.year += self.signed(m.years)
        if t.year < 0:
            damaged("a year of a table")
        old = t.samples
        t.samples = []
        for i in range(min(t.white + t.drawn + t.black + t.other, SAMPLES)):
            if m.merged.read(self.coder):
                if i >= len(old):
                    damaged("a sample of a table that is not there")
                t.samples.append(old[i])
            else:
                rating = self.signed(m.rating)
                if rating < 0:
                    damaged("a sample of a table")
                t.samples.append((rating, self.raw_long(self.game_bits)))
        return t


def add_up(tallies):
    """The sum of tallies."""
    t = Tally()
    samples = set()
    for x in tallies:
        t.white += x.white
        t.drawn += x.drawn
        t.black += x.black
        t.other += x.other
        for c in (0, 1):
            t.n[c] += x.n[c]
            t.sum[c] += x.sum[c]
        t.year = max(t.year, x.year)
        samples.update(x.samples)
    t.samples = sorted(samples, key=lambda x: (-x[0], x[1]))[:SAMPLES]
    return t


def read_block(data, directory):
    return BlockReader(data, directory).read()
