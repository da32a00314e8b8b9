"""How moves are stored: moves.md, sections 8 and 17 (streams of a frame), 9 and 18 (columns of
databases).

    QuickGroups(data)               stream 7
    LearnedGroups(data, model)      stream 8; both have the same methods
    read_moves(method, body, p, known, model)   the moves of a value of a database column, and
                                    the place behind them
"""

from . import lists, trace
from .basics import Source
from .board import PAWN, move_name
from .boardmodel import frequencies_of
from .coding import Coder
from .learned import of_file, read_learned, read_symbol
from .past import START_PAST, Known, learned_next
from .quick import START_QUICK, Bits, quick_next, quick_scores, read_quick
from .refused import METHOD, Refused, damaged
from .rules import legal, make
from .san import find_san

MAX_PLIES = lists.limit("MAX_PLIES")
MAX_WIDTH = lists.limit("GROUPS_MAX_WIDTH")
MAX_COUNT = lists.limit("GROUPS_MAX_COUNT")
MAX_DIGITS = lists.limit("MAX_MIXED_DIGITS")


class Groups:
    """The strings of a stream of groups (games.md, 8)."""

    def __init__(self, data):
        self.source = source = Source(data)
        self.count = self.at = 0        # of all, and of those that next gave
        self.width = self.least = 0
        self.excesses = b""
        if not data:
            return
        head = source.byte()
        if head == 0:
            self.count, self.least = 1, source.left()
            return
        self.width = head - 1
        self.count = source.uvarint()
        self.least = source.uvarint()
        if self.width > MAX_WIDTH or not 2 <= self.count <= MAX_COUNT:
            damaged("a wrong head of groups")
        bits = self.count * self.width
        self.excesses = source.take((bits + 7) // 8)
        if bits & 7 and self.excesses[-1] >> (bits & 7):
            damaged("bits behind the sizes of groups")

    def size(self, i):
        bit = i * self.width
        word = int.from_bytes(self.excesses[bit >> 3:(bit >> 3) + 5], "little")
        return self.least + (word >> (bit & 7) & (1 << self.width) - 1)

    def next(self):
        """The next string, None if there is none."""
        if self.at == self.count:
            return None
        self.at += 1
        return self.source.take(self.size(self.at - 1))

    def done(self):
        if self.at < self.count:
            damaged("groups behind the last game's")
        self.source.done("the groups of moves")


class QuickGroups:
    """Stream 7. Ask for begin() before the first game of each group, move() for each
    move, end() behind the last game of the group, and done() behind the last group."""

    def __init__(self, data):
        self.groups = Groups(data)
        self.coder = None

    def past(self):
        """The past at the start of a game."""
        return START_QUICK

    def after(self, past, p, m):
        """The past after any move of a line, p being the position before it."""
        return quick_next(past, p, m)

    def begin(self):
        self.coder = Coder(self.groups.next() or b"")

    def move(self, p, past, known):
        if p is None:
            damaged("a move where no position is known")
        moves = legal(p)
        if not moves:
            damaged("a move where none is legal")
        if len(moves) == 1:
            return moves[0]
        m = moves[read_symbol(self.coder, frequencies_of(quick_scores(p, past)))]
        if trace.sink:
            trace.say(f"stream 7: {move_name(m)} ({m}), {trace.took}")
        return m

    def end(self):
        self.coder.finish()

    def done(self):
        self.groups.done()


class LearnedGroups:
    """Stream 8, as QuickGroups; model is learned.Model."""

    def __init__(self, data, model):
        self.groups = Groups(data)
        self.model = model
        self.coder = None

    def past(self):
        return START_PAST

    def after(self, past, p, m):
        return learned_next(past, p, m)

    def begin(self):
        data = self.groups.next()
        if data is None:
            damaged("a group of moves is missing")
        self.coder = Coder(data)

    def move(self, p, past, known):
        if p is None:
            damaged("a move where no position is known")
        return read_learned(self.coder, self.model, p, past, known)

    def end(self):
        self.coder.finish()

    def done(self):
        self.groups.done()


# --- Moves in database columns (section 9). Every reader gives (moves, the place behind them).

def read_moves(method, body, p, known=None, model=None):
    """The moves of a game that starts from p, and the place behind them. method: the first byte
    of the plain value, 41 to 46 or 4f; body: all that follows; known: what is known, but for the plies; model: for 4f.
    Raises Refused(DAMAGED), or Refused(METHOD) if the model is another."""
    if method == 0x41:
        return read_san(body, p)
    if method == 0x42:
        return read_from_to(Source(body), p)
    if method == 0x43:
        return read_indexes(Source(body), p)
    if method == 0x44:
        return read_fast(Source(body), p)
    source = Source(body)
    if method == 0x45:
        model = of_file(lists.file_named("default.czm"))
    elif method == 0x46:
        model = of_file(lists.file_named("max.czm"))
    elif method == 0x4F:
        if source.byte() != model.number & 255:
            raise Refused(METHOD, "the moves are of another model")
    else:
        raise Refused(METHOD, f"no method of moves: {method:02x}")
    string = source.sized()
    return read_game(Coder(string), model, p, known or Known()), source.at


def read_san(body, p):
    text, lf, _ = bytes(body).partition(b"\n")
    if not lf:
        damaged("no LF at the end of moves in SAN")
    moves = []
    for word in text.decode("latin-1").split(" ") if text else ():
        m = find_san(p, word)
        if m is None:
            damaged("a word is the SAN of no legal move")
        if len(moves) == MAX_PLIES:
            damaged("too many moves")
        moves.append(m)
        p = make(p, m)
    return moves, len(text) + len(lf)


def read_length(source):
    """(number of plies, the set of the plies of null moves)."""
    plies = source.byte()
    nulls = set()
    if plies == 254:
        plies = 254 + source.uvarint()
    elif plies == 255:
        plies = source.uvarint()
        more = source.uvarint()
        if more >= source.left():
            damaged("more null moves than bytes")
        at = 0
        for _ in range(more + 1):
            at += source.uvarint()
            if at >= plies:
                damaged("a null move behind the last move")
            nulls.add(at)
            at += 1
    if plies > MAX_PLIES:
        damaged("too many moves")
    return plies, nulls


def line(source, p, read, past=None, after=None):
    """The moves of a list with its length; read(p, past) gives the next that is no null move."""
    plies, nulls = read_length(source)
    moves = []
    for i in range(plies):
        m = 0
        if i not in nulls:
            if not legal(p):
                damaged("a move where none is legal")
            m = read(p, past)
        moves.append(m)
        if after:
            past = after(past, p, m)
        p = make(p, m)
    return moves


class _Late:
    """Bits of what follows a length; made when the first of them is asked for."""

    def __init__(self, source):
        self.source = source
        self.bits = None

    def get(self):
        if self.bits is None:
            self.bits = Bits(self.source.rest())
        return self.bits

    def end(self):
        """The place behind the bits, which 0 bits fill up to the next byte."""
        bits = self.get()
        left = bits.end - bits.at
        if bits.number(left % 8):
            damaged("bits behind moves are not zero")
        return self.source.end - left // 8


def read_from_to(source, p):
    late = _Late(source)

    def read(p, past):
        bits = late.get()
        s = bits.number(6)
        t = bits.number(6)
        m = s + 64 * t
        if (p.men[0][PAWN] | p.men[1][PAWN]) >> s & 1 and (t < 8 or t > 55):
            m += 4096 * (2 + bits.number(2))
        if m not in legal(p):
            damaged("a move is not legal")
        return m

    return line(source, p, read), late.end()


def read_fast(source, p):
    late = _Late(source)
    moves = line(source, p, lambda p, past: read_quick(late.get(), p, past), START_QUICK,
                 quick_next)
    return moves, late.end()


class Group:
    """A group of LegalIndex: an integer that is a number of mixed radix."""

    def __init__(self):
        self.value = 0
        self.left = 0                       # moves that may still come in this group


def read_indexes(source, p):
    group = Group()

    def read(p, past):
        if group.left == 0:
            end_group(group)
            begin_group(group, source)
        group.left -= 1
        moves = legal(p)
        group.value, i = divmod(group.value, len(moves))
        return moves[i]

    moves = line(source, p, read)
    end_group(group)
    return moves, source.at


def begin_group(group, source):
    size = source.uvarint()
    if size > 2 * MAX_DIGITS:
        damaged("a group of moves is too large")
    data = source.take(size)
    if data and data[-1] == 0:
        damaged("the last byte of a group of moves is 0")
    group.value = int.from_bytes(data, "little")
    group.left = MAX_DIGITS


def end_group(group):
    if group.value != 0:
        damaged("something is left in a group of moves")


# --- A game by a learned level (section 18)

LENGTHS = (300, 200, 300, 700, 1400, 5000, 16000, 33000, 8300, 200, 64, 16, 8, 8, 8, 8, 8, 4, 4,
           4, 2, 2)


def read_game(coder, model, p, known):
    n = read_symbol(coder, LENGTHS)
    plies = 0
    if n > 0:
        plies = 1
        left = n - 1
        while left > 0:
            step = min(left, 16)
            plies = plies << step | coder.read_raw(step)
            left -= step
    if plies > MAX_PLIES:
        damaged("too many moves")
    known = Known(known.result, known.ending, known.elo, known.seconds, plies)
    nulls = coder.read_bit(32)
    past = START_PAST
    moves = []
    for _ in range(plies):
        m = 0
        if nulls == 0 or coder.read_bit(32) == 0:
            m = read_learned(coder, model, p, past, known)
        moves.append(m)
        past = learned_next(past, p, m)
        p = make(p, m)
    coder.finish()
    return moves
