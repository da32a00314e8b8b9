"""The first moves of games, and names of openings: openings.md.

    key(p)                          the key of a position (2)
    read_openings(data, starts, players, plies)
                                    stream 14: a list of moves for each game; starts: the start
                                    positions; players: pairs of the numbers of White and Black;
                                    plies: the half-moves of each game
    player_number(value)            the number of a player: value is that of the tag, or None
    named(starts, moves)            for each game a list of 1 + last, for each system (5)
    last_named(line)                the same of one game with open moves
    named_games(data, starts, whites, blacks, plies)
                                    the same from stream 14
    tag_values(name)                values of the tag ECO, Opening, Variation or ECOUrl
    tag_numbers(name, system)       a list of (number of a position, number of a value from 0)
"""

import functools

from . import lists, trace
from .basics import Source, clamp, unzstd, xxh64
from .board import START, move_name, read_fen, side
from .coding import Coder
from .quick import START_QUICK, chance, planes, quick_next, quick_scores
from .refused import Refused, damaged
from .rules import legal, legal_ep, make

M64 = (1 << 64) - 1
FACTOR = lists.limit("BOOK_KEY_FACTOR")
BOOKS = lists.limit("BOOKS")
MAX_PLIES = lists.limit("OPENINGS_MAX_PLIES")
MAX_MOVES = lists.limit("OPENINGS_MAX_MOVES")
PLIES_BITS = lists.limit("OPENINGS_PLIES_BITS")
BENEATH_BOOK = lists.limit("OPENINGS_BENEATH_BOOK")
BENEATH_FRAME = lists.limit("OPENINGS_BENEATH_FRAME")
BENEATH_PIECES = lists.limit("OPENINGS_BENEATH_PIECES")
BENEATH_PLAYER = lists.limit("OPENINGS_BENEATH_PLAYER")
SIZES = lists.limit("OPENINGS_SIZES")
LEAST_SHARE = lists.limit("OPENINGS_LEAST_SHARE")
FIRST_RATE = lists.limit("OPENINGS_FIRST_RATE")
LAST_RATE = lists.limit("OPENINGS_LAST_RATE")
TAGS = (b"ECO", b"Opening", b"Variation", b"ECOUrl")
SYSTEMS = 4


def key(p):
    """Section 2."""
    rights = p.right[0] | p.right[1] << 4 | p.right[2] << 8 | p.right[3] << 12
    return mixed(0, *planes(p), side(p, 1), p.turn + (rights << 8) + (legal_ep(p) << 32))


def mixed(h, *parts):
    """A number that stands for h and all parts."""
    for x in parts:
        h = (h ^ x) * FACTOR & M64
        h ^= h >> 29
    return h * FACTOR & M64


# --- The shipped table (section 3)

class Book:
    """One of the books: row(k) gives [(move, count), ...] of the row of a key, or None."""

    def __init__(self, src, rows):
        self.keys = src.take(4 * rows)
        sizes = src.take(rows)
        self.places = {}                        # from keys to (number of the first move, moves)
        at = 0
        for i, n in enumerate(sizes):
            self.places[int.from_bytes(self.keys[4 * i:4 * i + 4], "little")] = at, n
            at += n
        self.moves = src.take(3 * at)

    def row(self, k):
        place = self.places.get(k >> 32)
        if place is None:
            return None
        out = []
        for i in range(3 * place[0], 3 * (place[0] + place[1]), 3):
            m = self.moves[i] | self.moves[i + 1] << 8
            out.append((m, frequency(self.moves[i + 2])))
        return out


def frequency(f):
    """The count that a frequency stands for."""
    return ((256, 279, 304, 332, 362, 395, 431, 470)[f & 7] << (f >> 3)) >> 4


@functools.lru_cache(None)
def books():
    src = Source(lists.data("internal/model/openings/book/book.bin.zst"))
    if src.take(4) != b"CZB\x01":
        raise ValueError("book.bin is not the table of openings")
    rows = [src.fixed(4) for _ in range(BOOKS)]
    out = [Book(src, n) for n in rows]
    src.done("book.bin")
    return out


# --- Moves (section 4)

def pieces_key(p, name):
    """The number of a player's own pieces where they are, and of the player."""
    own = side(p, p.turn)
    return mixed(name + 1 + p.turn, *(x & own for x in planes(p)))


def player_number(value):
    return 0 if value is None else xxh64(value)


def read_openings(data, starts, players, plies):
    """Section 1: the moves of each game, a list of lists."""
    src = Source(data)
    head = src.byte()
    most = head & (1 << PLIES_BITS) - 1
    book = head >> PLIES_BITS
    if not 1 <= most <= MAX_PLIES or book >= BOOKS:
        damaged("a wrong head of stream 14")
    coder = Coder(src.rest())
    column = Column(coder, book)
    out = []
    if trace.sink:
        trace.say(f"# stream 14, openings: at most {most} half-moves, book {book}")
    for start, numbers, n in zip(starts, players, plies):
        out.append(column.read_game(start, numbers, min(most, n)))
    coder.finish()
    return out


class Column:
    def __init__(self, coder, book):
        self.coder = coder
        self.upper = books()[book]
        self.lower = books()[1 - book]
        self.played = {}                # from keys to {move: number}
        self.coded = 0                  # moves, and ends of games
        self.shares = [[Share(beneath, i) for i in range(SIZES)]
                       for beneath in (BENEATH_FRAME, BENEATH_PIECES, BENEATH_PLAYER)]

    def read_game(self, start, numbers, most):
        p = start
        past = START_QUICK
        moves = []
        while len(moves) < most and self.coded < MAX_MOVES and self.has(key(p)):
            self.coded += 1
            m = self.read_move(p, past, len(moves), numbers[p.turn])
            if m is None:
                break
            moves.append(m)
            past = quick_next(past, p, m)
            p = make(p, m)
        return moves

    def has(self, k):
        """Whether a book has the position of a key."""
        return bool(self.lower.row(k) or self.upper.row(k))

    def read_move(self, p, past, ply, name):
        """The next move, or None where the openings of the game end."""
        k = key(p)
        keys = k, pieces_key(p, name), mixed(k ^ name)
        candidates = self.candidates(k)
        first = dict(zip(candidates.moves, candidates.weights))
        sources = []
        for layer, x in enumerate(keys):
            if x in self.played:
                row = self.played[x]
                source = Source14(self.share(layer, row), row)
                source.add_to(candidates)
                sources.append(source)
        m = self.choose(candidates)
        w = first.get(m, 0)
        for source in sources:
            w = source.learn(m, w)
        if m is None:
            left_out = set(candidates.moves)
            others = [x for x in legal(p) if x not in left_out]
            if trace.sink:
                trace.say(f"key {k:016x}: none of {len(candidates.moves)} candidates, {trace.took}")
            m = self.read_other(others, Likely(p, past))
            if m is None:
                if trace.sink and others:
                    trace.say(f"key {k:016x}: no further move, {trace.took}")
                return None
        elif m not in legal(p):
            damaged("a move of the openings that is not legal")
        for x in keys:
            row = self.played.setdefault(x, {})
            row[m] = row.get(m, 0) + 1
        if trace.sink:
            trace.say(f"key {k:016x}: {move_name(m)} ({m}), {trace.took}")
        return m

    def candidates(self, k):
        """Lines 2 to 5: what the books have."""
        candidates = Candidates()
        for row in (self.lower.row(k), self.upper.row(k)):
            if row:
                total = BENEATH_BOOK + sum(count for _, count in row)
                candidates.add(row, BENEATH_BOOK * 65536 // total, 65536, total)
        return candidates

    def share(self, layer, row):
        return self.shares[layer][min(sum(row.values()).bit_length() - 1, SIZES - 1)]

    def choose(self, candidates):
        """Lines 11 to 16: one of the candidates, or None."""
        t = self.coder.peek()
        c = 0
        n = len(candidates.moves)
        for m, weight in zip(candidates.moves, candidates.weights):
            w = 1 + weight * (65535 - n) // 65536
            if t < c + w:
                self.coder.take(c, w)
                return m
            c += w
        self.coder.take(c, 65536 - c)
        return None

    def read_other(self, others, likely):
        """Lines 27 to 33: one of the other moves, or None."""
        if not others:
            return None
        total = sum(likely.of(m) for m in others)
        c = 0
        t = self.coder.peek()
        for m in others:
            w = 1 + likely.of(m) * (65535 - len(others)) // total
            if t < c + w:
                self.coder.take(c, w)
                return m
            c += w
        self.coder.take(c, 65536 - c)
        return None


class Share:
    """How much of all is left to what is beneath the moves that were played."""

    def __init__(self, beneath, i):
        self.size = beneath * 65536 // (beneath + (3 << i) // 2)
        self.seen = 0

    def learn(self, part):
        size = self.size + (part - self.size >> min(FIRST_RATE + self.seen, LAST_RATE))
        self.size = clamp(size, LEAST_SHARE, 65536 - LEAST_SHARE)
        self.seen += 1


class Source14:
    """The moves that were played by a key, a dict from moves to numbers, and their share."""

    def __init__(self, share, row):
        self.share = share
        self.row = row
        self.total = sum(row.values())

    def add_to(self, candidates):
        size = self.share.size
        candidates.add(self.row.items(), size, 65536 - size, self.total)

    def learn(self, m, w):
        """Lines 19 to 22."""
        beneath = w * self.share.size // 65536
        w = beneath + self.row.get(m, 0) * (65536 - self.share.size) // self.total
        self.share.learn(beneath * 65536 // w if w else 65536)
        return w


class Candidates:
    """Moves with weights, in order."""

    def __init__(self):
        self.moves = []
        self.weights = []

    def add(self, row, size, of, total):
        """row: pairs of a move and its count."""
        weights = [w * size // 65536 for w in self.weights]
        place = {m: i for i, m in enumerate(self.moves)}
        for m, count in row:
            if m not in place:
                place[m] = len(self.moves)
                self.moves.append(m)
                weights.append(0)
            weights[place[m]] += count * of // total
        self.weights = weights


class Likely:
    """How likely the legal moves of a position are by the quick order."""

    def __init__(self, p, past):
        self.p = p
        self.past = past
        self.found = None

    def of(self, m):
        if self.found is None:
            scores = quick_scores(self.p, self.past)    # of one move any number does
            best = max(scores)
            self.found = {x: 1 + chance(best - s) for x, s in zip(legal(self.p), scores)}
        return self.found[m]


# --- Names of openings (section 5)

class Names:
    """What openings.bin says.

    values[t]       the values of the tag of TAGS[t]
    numbers[s]      a map from keys to four numbers, 0 for none, of system s
    positions       a map from keys to the numbers of positions
    """

    def __init__(self, data):
        src = Source(data)
        if src.take(4) != b"CZO\x03":
            raise ValueError("openings.bin is not the table of names")
        self.values = [src.sized().split(b"\n") for _ in TAGS]
        self.numbers = []
        for _ in range(SYSTEMS):
            n = src.uvarint()
            keys = [src.fixed(4) for _ in range(n)]
            columns = [[src.fixed(2) for _ in range(n)] for _ in TAGS]
            self.numbers.append(dict(zip(keys, zip(*columns))))
        src.done("openings.bin")
        everywhere = sorted(set().union(*self.numbers))
        self.positions = {k: i for i, k in enumerate(everywhere)}

    def numbers_of(self, system, k):
        """The four numbers of the position of a key in a system; None if it has no name."""
        four = self.numbers[system].get(k)
        return four if four is not None and any(four) else None


@functools.lru_cache(None)
def names():
    data = lists.data("internal/model/openings/openings.bin")
    return Names(unzstd(data, lists.limit("ZSTD_MAX")))


def tag_values(name):
    return names().values[TAGS.index(name)] if name in TAGS else []


def tag_numbers(name, system):
    """For each position that has a value of this tag in the system, by numbers."""
    tag = TAGS.index(name)
    table = names()
    found = [(table.positions[k], four[tag] - 1)
             for k, four in table.numbers[system].items() if four[tag]]
    return sorted(found)


def named(starts, moves):
    """For each game, and each system, 1 + last."""
    table = names()
    out = []
    for p, line in zip(starts, moves):
        found = [0] * SYSTEMS
        for m in line:
            p = make(p, m)
            k = key(p) >> 32
            if k in table.positions:
                for s in range(SYSTEMS):
                    if table.numbers_of(s, k):
                        found[s] = 1 + table.positions[k]
        out.append(found)
    return out


def last_named(line):
    """Of a game whose moves are open: only from the start position (open.md, 5)."""
    from .open import read_code
    start = p = read_fen(START)
    src = Source(line)
    moves = []
    while src.left() and len(moves) < MAX_PLIES:
        try:
            m = read_code(src, p)
        except Refused:
            break
        if m == 0:
            break
        moves.append(m)
        p = make(p, m)
    return named([start], [moves])[0]


def named_games(data, starts, whites, blacks, plies):
    players = [(player_number(w), player_number(b)) for w, b in zip(whites, blacks)]
    return named(starts, read_openings(data, starts, players, plies))
