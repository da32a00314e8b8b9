"""Open columns: open.md.

    o = Open(streams, games, input_)    those of a frame; streams: a map from kinds to bytes
    o.numbers                       seven lists, a number for each game, or None (2)
    o.values(tag)                   a value or None for each game; None if no open column has it
    o.lines                         the texts of the moves of each game (5), or None
    read_numbers(src, games)        a block of numbers; src: a Source
    read_list(data, kind, games, input_)    (values, for each side a number for each game) (4)
    read_code(src, p)               the next move, in position p (5.1)
    line_start(fen, variant)        where a line begins (5.2)
    replay(start, codes)            all moves
    read_signatures(data, games)    stream 512: a Signature for each game (7)
    days, rating_of, result_of, eco_of      what is read of tags (3)
"""

import re

from . import lists
from .basics import Source, any_result
from .blocks import read_blocks
from .board import (BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, START, home_king, lowest, occupied,
                    read_fen, seen)
from .columns import read_column
from .refused import damaged
from .rules import make, usable

BLOCK = lists.limit("OPEN_BLOCK_GAMES")
LIST_BLOCK = lists.limit("OPEN_LIST_BLOCK")
MAX_WIDTH = lists.limit("OPEN_MAX_WIDTH")
MOST_NUMBER = 2**MAX_WIDTH - 2
MOST_CODES = lists.limit("OPEN_MOST_CODES")
MAX_STEPS = lists.limit("MAX_STEPS")
NUMBERS = range(256, 263)
PLAYERS = 263
LISTS = range(272, 288)
MOVES, SIGNATURES = 511, 512
TAGS = (b"Event", b"Site", b"TimeControl", b"Termination", b"Opening", b"Variation", b"Round",
        b"ECOUrl", b"WhiteTitle", b"BlackTitle", b"WhiteTeam", b"BlackTeam", b"Annotator",
        b"EventDate", b"EventType", b"Source")      # of the lists
SIDES = (b"White", b"Black")
WHITE, BLACK, DAY, DAYS, RESULT, ECO, HALF_MOVES = range(7)
GIVEN = {b"WhiteElo": WHITE, b"BlackElo": BLACK, b"Date": DAY, b"Result": RESULT, b"ECO": ECO}
RESULTS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
MOST_RESULT = lists.limit("OPEN_RESULTS")
MONTH, YEAR = 31, 372               # days
CODES = 500
ELSEWHERE = bytes([lists.limit("OPEN_ELSEWHERE")])
UNPLAYED = bytes([lists.limit("OPEN_UNPLAYED")])
MOVES_BEGIN = (ELSEWHERE, UNPLAYED)
PAWN_STEPS = ((0, 1), (0, 2), (-1, 1), (1, 1), (0, 1), (-1, 1), (1, 1))
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Open:
    def __init__(self, streams, games, input_):
        self.streams = streams
        self.games = games
        self.input = input_
        self.numbers = self.odd = self.lines = None
        self.lists = {}                 # from kinds to what read_list gives
        if NUMBERS[0] in streams:
            found = [read_column_of_numbers(streams[k], k, games, input_) for k in NUMBERS]
            self.numbers = [numbers for numbers, _ in found]
            self.odd = [odd for _, odd in found]        # from games to exceptions; None without
            for result, plies in zip(self.numbers[RESULT], self.numbers[HALF_MOVES]):
                if not (1 <= result <= MOST_RESULT and 1 <= plies <= MAX_STEPS + 1):
                    damaged("a game without a result or half-moves")
        if MOVES in streams:
            self.lines = read_lines(streams[MOVES], games, input_)

    def values(self, tag):
        k = GIVEN.get(tag)
        if k is not None:
            if self.numbers is None or self.odd[k] is None:
                return None
            return [self.odd[k].get(g) if g in self.odd[k] else usual(tag, numbers)
                    for g, numbers in enumerate(zip(*self.numbers))]
        kind = PLAYERS if tag in SIDES else LISTS[TAGS.index(tag)] if tag in TAGS else None
        if kind not in self.streams:
            return None
        if kind not in self.lists:
            self.lists[kind] = read_list(self.streams[kind], kind, self.games, self.input)
        values, sides = self.lists[kind]
        return [values[n - 1] if n else None for n in sides[SIDES.index(tag) if tag in SIDES else 0]]


def blocks_of(data, kind, games):
    """(head, the blocks, the numbers of games of the blocks of games) of a stream."""
    head, blocks = read_blocks(kind, games, data)
    return head, blocks, [min(BLOCK, games - at) for at in range(0, games, BLOCK)]


# --- numbers (section 2)

def read_numbers(src, games):
    """A column of numbers, one for each game."""
    least = src.uvarint()
    width = src.byte()
    if least > MOST_NUMBER or width > MAX_WIDTH:
        damaged("a column of numbers with numbers that are too large")
    if width == 0:
        return [least] * games
    if least == 0:
        damaged("a column of numbers without its least number")
    packed = src.fixed((games * width + 7) // 8)
    if packed >> games * width:
        damaged("a column of numbers with bits left over")
    most = (1 << width) - 1
    found = []
    for i in range(games):
        v = packed >> i * width & most
        found.append(least + v - 1 if v else 0)
    return found


def read_column_of_numbers(data, kind, games, input_):
    """(a number for each game, exceptions by games or None) of one of the kinds 256 to 262."""
    head, blocks, sizes = blocks_of(data, kind, games)
    gives = kind - NUMBERS[0] in GIVEN.values()
    if len(blocks) != len(sizes) or head not in ((b"\0", b"\1") if gives else (b"\0",)):
        damaged("a column of numbers with a wrong head, or of other games")
    numbers, odd = [], {}
    for block, n in zip(blocks, sizes):
        src = Source(block)
        first = len(numbers)
        numbers += read_numbers(src, n)
        if head == b"\1" and src.left():
            for at, value in read_exceptions(src, n, input_):
                odd[first + at] = value
        src.done("a block of numbers")
    return numbers, odd if head == b"\1" else None


def read_exceptions(src, games, input_):
    """Pairs of a game of the block and its value."""
    count = src.uvarint()
    if not 1 <= count <= games:
        damaged("more exceptions than games")
    found, at = [], -1
    for _ in range(count):
        at += 1 + src.uvarint()
        if at >= games:
            damaged("an exception of a game that is not there")
        found.append(at)
    return list(zip(found, read_column(src.rest(), input_, count, 0)))


def usual(tag, numbers):
    """How a tag is usually written in a game with these numbers; None for no tag."""
    _, _, first, count, result, code, _ = numbers
    if tag in (b"WhiteElo", b"BlackElo"):
        rating = numbers[GIVEN[tag]]
        return b"%d" % (rating - 1) if rating else None
    if tag == b"Date":
        return date(first, count) if count else None
    if tag == b"Result":
        return RESULTS[result - 1] if 1 <= result <= len(RESULTS) else None
    if not 1 <= code <= CODES:
        return None
    letter, number = divmod(code - 1, 100)
    return b"%c%02d" % (65 + letter, number)


def date(first, count):
    year, rest = divmod(first, YEAR)
    month, day = divmod(rest, MONTH)
    return (b"%04d." % year + (b"??" if count >= YEAR else b"%02d" % (month + 1)) + b"."
            + (b"??" if count >= MONTH else b"%02d" % (day + 1)))


# --- what is read of tags (section 3)

BLANKS = rb"[ \t]*"
MARK = rb"[?!*]*|\([^)]*\)|[pP/][0-9]+|[A-Za-z]+"
RATING = re.compile(BLANKS + rb"(?:([0-9]{1,5})|([0-9]{3,5})" + BLANKS + b"(?:" + MARK + b"))" + BLANKS, re.S)


def day(y, m, d):
    return 31 * (12 * y + m - 1) + d - 1


def days(value):
    """The first and the last day that a date may mean, or None."""
    part = [0, 0, 0]
    at = 0
    for i, w in enumerate((4, 2, 2)):
        text = value[at:at + w]
        at += w
        number = int(text) if len(text) == w and text.isdigit() else 0
        if number == 0:
            break
        part[i] = number
        if value[at:at + 1] not in (b".", b"-", b"/"):
            break
        at += 1
    y, m, d = part
    if y == 0:
        return None
    if not 1 <= m <= 12:
        return day(y, 1, 1), day(y, 12, 31)
    if not 1 <= d <= 31:
        return day(y, m, 1), day(y, m, 31)
    return day(y, m, d), day(y, m, d)


def rating_of(value):
    """The rating that a value of WhiteElo or BlackElo is, or None."""
    found = RATING.fullmatch(value)
    return int(found[1] or found[2]) if found else None


def result_of(value):
    """The bit of a result; value: bytes or None."""
    return any_result(value or b"")


def eco_of(value):
    """The number of an ECO code, or None."""
    if value and len(value) >= 3 and 65 <= value[0] <= 69 and value[1:3].isdigit():
        return 100 * (value[0] - 65) + int(value[1:3])
    return None


# --- lists (section 4)

def read_list(data, kind, games, input_):
    head, blocks, sizes = blocks_of(data, kind, games)
    sides = 2 if kind == PLAYERS else 1
    src = Source(head)
    count = src.uvarint()
    src.done("the head of a list")
    lists_ = (count + LIST_BLOCK - 1) // LIST_BLOCK
    if count > sides * games or len(blocks) != (lists_ + len(sizes) if count else 0):
        damaged("a list of other values, or of other games")
    values = []
    for i in range(lists_):
        n = min(LIST_BLOCK, count - LIST_BLOCK * i)
        found = read_column(blocks[i], input_, n, 0)
        input_ -= sum(map(len, found))
        values += found
    numbers = [[] if count else [0] * games for _ in range(sides)]
    for block, n in zip(blocks[lists_:], sizes):
        src = Source(block)
        for side in numbers:
            side += read_numbers(src, n)
        src.done("a block of a list")
    if any(v > count for side in numbers for v in side):
        damaged("a value that the list does not have")
    return values, numbers


# --- moves (section 5)

def read_lines(data, games, input_):
    head, blocks, sizes = blocks_of(data, MOVES, games)
    if head or len(blocks) != len(sizes):
        damaged("moves with a head, or of other games")
    found = []
    for block, n in zip(blocks, sizes):
        found += read_column(block, MOST_CODES * input_ + n, n, 0)
    if any(line[:1] == UNPLAYED and len(line) > 1 for line in found):
        damaged("codes of a line that is not known")
    return found


NAMES_OF_CHESS = ("? standard normal orthodox regular classic classical fromposition threecheck "
                  "threechecks 3check 3checks fivecheck 5check kingofthehill koth hill").split()
NAMES_OF_960 = ("chess960 fischerandom fischerrandom fischerrandom960 frc 960 chess9lx dfrc "
                "doublefischerandom doublefischerrandom wildfr").split()


def line_start(fen, variant):
    """The position with which a line begins, by the values of FEN and Variant or None; None where
    the line is not known (5.2)."""
    def unescaped(value):
        return re.sub(rb'\\(["\\])', rb"\1", value or b"")
    word = re.sub(r"[ \t_/-]", "", unescaped(variant).decode("latin-1").lower())
    word = word[:-5] if word.endswith("chess") else word
    usual_rules = word == "" or word in NAMES_OF_CHESS
    if not usual_rules and word not in NAMES_OF_960:
        return None
    if fen is None:
        return read_fen(START)
    fen = unescaped(fen)
    if usual_rules:
        fields = fen.split()
        for i, field in enumerate(fields):
            if i >= 4 and re.fullmatch(rb"\+?.\+.", field, re.S):
                fen = b" ".join(fields[:i] + fields[i + 1:])
                break
    p = read_fen(fen)
    if p is not None and usual_rules:
        p.right = likely(p)
    return p


def likely(p):
    """The rights to castle that are likely by the rules of chess."""
    right = list(p.right)
    home = [home_king(p, c) for c in (0, 1)]
    has = [right[2 * c] or right[2 * c + 1] for c in (0, 1)]
    usual_king = [p.men[c][KING] >> (4 + 56 * c) & 1 for c in (0, 1)]
    if all(right[i] in ((0, 8), (0, 1))[i % 2] for i in range(4)) and all(
            usual_king[c] or not has[c] for c in (0, 1)):
        return right
    if all(usable(p, i) for i in range(4) if right[i]) and looks_960(p, right, home, has):
        return right
    for i in range(4):
        if not usual_king[i // 2] or right[i] != (8, 1)[i % 2]:
            right[i] = 0
    return right


def looks_960(p, right, home, has):
    if not has[1]:
        return home[0] != 4
    if not has[0]:
        return home[1] != 4
    ranks = 0xFF000000000000FF
    if occupied(p) & ranks == ranks:
        return True
    if any(right[i] and right[i + 2] and right[i] != right[i + 2] for i in (0, 1)):
        return False
    return home[0] == home[1]


def replay(start, codes):
    """The moves of a text without its first byte 252 or 253."""
    src = Source(codes)
    p = start
    moves = []
    while src.left():
        moves.append(read_code(src, p))
        p = make(p, moves[-1])
    return moves


def lowest_of(X):
    if not X:
        damaged("a code of a piece that is not there")
    return lowest(X)


def which(X, n):
    """A piece of two or more, the highest, if n is 1; else the lowest."""
    if n == 0:
        return lowest_of(X)
    if X.bit_count() < 2:
        damaged("a code of a second piece that is not there")
    return X.bit_length() - 1


def go(s, step):
    f, r = s % 8 + step[0], s // 8 + step[1]
    if (f | r) & ~7:
        damaged("a code leaves the board")
    return 8 * r + f


def straight(s, n):
    return 8 * (s // 8) + n if n < 8 else 8 * (n - 8) + s % 8


def diagonal(s, n):
    f, r = s % 8, s // 8
    r = r + n - f if n < 8 else r - (n - 8) + f
    if r & ~7:
        damaged("a code leaves the board")
    return 8 * r + n % 8


def read_code(src, p):
    """The move of the next code, in position p; what it says is seen by the side to move."""
    b = src.byte()
    if b == 255:
        return src.fixed(2)
    if b == 254:
        return 0
    if b > 209:
        damaged("a byte that is no code")
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
        damaged("a code that stays")
    return s ^ flip | (t ^ flip) << 6 | queen << 12


def _pawn(b, pawns):
    """(origin, target, promotion) of a move of a pawn."""
    if b < 56:
        file = pawns & 0x0101010101010101 << b // 7
        if not file:
            damaged("a code of a pawn that is not there")
        s = file.bit_length() - 1
        return s, go(s, PAWN_STEPS[b % 7]), QUEEN if b % 7 >= 4 else 0
    file = pawns & 0x0101010101010101 << (b - 56) // 4
    if file.bit_count() < 2:
        damaged("a code of a second pawn that is not there")
    s = lowest(file)
    return s, go(s, PAWN_STEPS[(b - 56) % 4]), 0


# --- signatures (section 7)

class Signature:
    """count: the byte; None for pieces and squares if nothing is known."""

    def __init__(self, count, pieces=None, squares=None):
        self.count = count
        self.pieces = pieces
        self.squares = squares


UNKNOWN = 17


def read_signature_block(data, games):
    """The signatures of a block of games."""
    counts, pieces, squares = read_column(data, 14 * games + 3, 3, 0)
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


def read_signatures(data, games):
    head, blocks, sizes = blocks_of(data, SIGNATURES, games)
    if head or len(blocks) != len(sizes):
        damaged("signatures with a head, or of other games")
    return [s for block, n in zip(blocks, sizes) for s in read_signature_block(block, n)]
