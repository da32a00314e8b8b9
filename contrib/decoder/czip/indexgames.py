"""What indexes say of single games: indexes.md, sections 4 to 7.

    texts_of_replay(data, games, limit)     stream 1027: a text for each game
    replay(text)                            (start position, moves), or None for an empty text
    read_signatures(data, games)            stream 1030: a Signature for each game
    read_players(data, games)               stream 1031: (names, White's places, Black's places)
    read_values(data, games)                stream 1034: {tag: (values, places)}
    read_spellings(data, games, columns)    stream 1035: {tag: values}, None for a game without
Places are counted from 0; -1 for a game without the tag.
"""

from .basics import Source
from .board import (BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, START, lowest, read_fen, seen)
from .columns import read_column
from .indexes import damaged, read_numbers
from .rules import legal, make

TAGS = ("Event", "Site", "TimeControl", "Termination", "Opening")
SPELLED = ("WhiteElo", "BlackElo", "Date", "Result", "ECO")
RESULTS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
MONTH, YEAR = 31, 372               # days
CODES = 500
GROUP = 256                         # texts of a column of replay moves
PAWN_STEPS = ((0, 1), (0, 2), (-1, 1), (1, 1), (0, 1), (-1, 1), (1, 1))
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


# --- replay moves (section 4)

def texts_of_replay(data, games, input_):
    """The texts of stream 1027; input_: bytes of the frame's input."""
    src = Source(data)
    limit = 2 * input_ + 200 * games
    found = []
    while len(found) < games:
        found += read_column(src.sized(), limit, min(GROUP, games - len(found)))
    src.done("replay moves")
    return found


def replay(text):
    """The start position and the moves of a game; None if nothing is known of it."""
    if not text:
        return None
    src = Source(text)
    pieces = src.byte()
    start = read_fen(START)
    if pieces & 128:
        start = read_fen(src.sized())
        if start is None:
            damaged("replay moves that begin with no position")
    p = start
    moves = []
    while src.left():
        m = read_move(src, p)
        if m and m not in legal(p):
            damaged("a replay move that is not legal")
        moves.append(m)
        p = make(p, m)
    return start, moves


def lowest_of(X):
    if not X:
        damaged("a replay move of a piece that is not there")
    return lowest(X)


def which(X, n):
    """A piece of two or more, the highest, if n is 1; else the lowest."""
    if n == 0:
        return lowest_of(X)
    if X.bit_count() < 2:
        damaged("a replay move of a second piece that is not there")
    return X.bit_length() - 1


def go(s, step):
    f, r = s % 8 + step[0], s // 8 + step[1]
    if (f | r) & ~7:
        damaged("a replay move leaves the board")
    return 8 * r + f


def straight(s, n):
    return 8 * (s // 8) + n if n < 8 else 8 * (n - 8) + s % 8


def diagonal(s, n):
    f, r = s % 8, s // 8
    r = r + n - f if n < 8 else r - (n - 8) + f
    if r & ~7:
        damaged("a replay move leaves the board")
    return 8 * r + n % 8


def read_move(src, p):
    """The next move; what it says is seen by the side to move."""
    b = src.byte()
    if b == 255:
        return src.fixed(2)
    if b == 254:
        return 0
    if b > 209:
        damaged("a byte that is no replay move")
    flip = 56 * p.turn
    men = p.men[p.turn]
    queen = 0

    def own(kind):
        return seen(men[kind], flip)

    if b < 88:
        s, t, queen = _pawn(b, own(PAWN))
    elif b < 104:
        s = which(own(KNIGHT), (b - 88) // 8)
        t = go(s, KNIGHT_STEPS[(b - 88) % 8])
    elif b < 136:
        s = which(own(BISHOP), (b - 104) // 16)
        t = diagonal(s, (b - 104) % 16)
    elif b < 168:
        s = which(own(ROOK), (b - 136) // 16)
        t = straight(s, (b - 136) % 16)
    elif b < 200:
        s = lowest_of(own(QUEEN))
        t = straight(s, b - 168) if b < 184 else diagonal(s, b - 184)
    else:
        s = lowest_of(own(KING))
        if b < 208:
            t = go(s, KING_STEPS[b - 200])
        else:
            t = p.right[2 * p.turn + b - 208] - 1
            if t < 0:
                damaged("castling without a right")
    if t == s:
        damaged("a replay move that stays")
    return s ^ flip | (t ^ flip) << 6 | queen << 12


def _pawn(b, pawns):
    """(origin, target, promotion) of a move of a pawn."""
    if b < 56:
        file = pawns & 0x0101010101010101 << b // 7
        if not file:
            damaged("a replay move of a pawn that is not there")
        s = file.bit_length() - 1
        return s, go(s, PAWN_STEPS[b % 7]), QUEEN if b % 7 >= 4 else 0
    file = pawns & 0x0101010101010101 << (b - 56) // 4
    if file.bit_count() < 2:
        damaged("a replay move of a second pawn that is not there")
    s = lowest(file)
    return s, go(s, PAWN_STEPS[(b - 56) % 4]), 0


# --- signatures (section 5)

class Signature:
    """count: the byte; None for pieces and squares if nothing is known."""

    def __init__(self, count, pieces=None, squares=None):
        self.count = count
        self.pieces = pieces
        self.squares = squares


UNKNOWN = 17


def read_signatures(data, games):
    counts, pieces, squares = read_column(data, 14 * games + 3, 3)
    if len(counts) != games:
        damaged("signatures of another number of games")
    pieces, squares = Source(pieces), Source(squares)
    found = []
    for v in counts:
        if v == UNKNOWN:
            found.append(Signature(v))
            continue
        left = v & 31
        if left > 16 or v > 127:
            damaged("a count of a signature")
        sets = pieces.take(5)
        places = squares.take((left + 1) // 2)
        if left % 2 and places[-1] >> 4:
            damaged("a signature with a square too many")
        found.append(Signature(v, sets, places))
    pieces.done("the pieces of signatures")
    squares.done("the squares of signatures")
    return found


# --- names of players (section 6)

def read_players(data, games):
    src = Source(data)
    names = read_column(src.sized(), 128 * games)
    if len(names) > 2 * games:
        damaged("more names than players")
    white, black = read_numbers(src, games), read_numbers(src, games)
    src.done("names of players")
    if any(v > len(names) for v in white + black):
        damaged("a name that is not there")
    return names, [v - 1 for v in white], [v - 1 for v in black]


# --- values of tags (section 7)

VALUES_MOST = 262144                # bytes of the values of a tag
VALUES_OF_GAME = 1024


def read_values(data, games):
    src = Source(data)
    has = src.byte()
    if has >> len(TAGS):
        damaged("values of an unknown tag")
    limit = min(VALUES_MOST, VALUES_OF_GAME * games)
    found = {}
    for i in range(len(TAGS)):
        if not has >> i & 1:
            continue
        values = read_column(src.sized(), limit)
        if len(values) > games:
            damaged("more values than games")
        n = 2 if len(values) > 255 else 1
        texts = read_column(src.sized(), n * games, n)
        if any(len(t) != games for t in texts):
            damaged("places of values of another number of games")
        places = list(texts[0])
        if len(texts) == 2:
            places = [a + 256 * b for a, b in zip(*texts)]
        if any(v > len(values) for v in places):
            damaged("a value that is not there")
        found[i] = (values, [v - 1 for v in places])
    src.done("values of tags")
    return found


def read_spellings(data, games, columns):
    """The values of tags that the columns of stream 1028 and stream 1035 say."""
    found = {}
    for tag, (values, places) in read_values(data, games).items():
        found[tag] = [values[at] if at >= 0 else usual(tag, [c[i] for c in columns])
                      for i, at in enumerate(places)]
    return found


def usual(tag, numbers):
    """How a tag is usually written in a game with these numbers; None for no tag."""
    white, black, first, days, result, code, _ = numbers
    if tag < 2:
        rating = (white, black)[tag]
        return b"%d" % (rating - 1) if rating else None
    if tag == 2:
        return date(first, days) if days else None
    if tag == 3:
        return RESULTS[result - 1] if 1 <= result <= len(RESULTS) else None
    if not 1 <= code <= CODES:
        return None
    letter, number = divmod(code - 1, 100)
    return b"%c%02d" % (65 + letter, number)


def date(first, days):
    year, rest = divmod(first, YEAR)
    month, day = divmod(rest, MONTH)
    return (b"%04d." % year + (b"??" if days >= YEAR else b"%02d" % (month + 1)) + b"."
            + (b"??" if days >= MONTH else b"%02d" % (day + 1)))
