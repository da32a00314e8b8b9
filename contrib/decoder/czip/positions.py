"""Section 9.10: lists of positions."""

from . import Corrupt, NotCovered
from .archive import Reader
from .board import START, Position, parse_fen
from .squares import Boards
from .columns import Texts, read_column
from .comments import At, Coder
from .fast import Played, Ranked
from .features import Past, Scores
from .learned import frequencies, model_numbered
from .learned import Known as KnownGame
from .logistic import S
from .mixed import Model, below, tables
from .rangecoder import Decoder
from .spelling import name as square_name

BOARD, ONE, TWO, AGAIN, STARTED = range(5)
TABLES = tables("positionlist")
SAME, EMPTY, MOVES, WORDS, LINK, ID, COUNT, POSITION, RETURN, STYLE = range(10)                        # lines.flags
RELATION, START_AFTER, LINEAGE, ANCESTOR, DISTANCE, LEARNED, SAME_CLOCK, CLOCK, SAME_NUMBER, NUMBER, PASSING = range(11)
PLIES, NEW_START, BISHOPS, QUEEN, KNIGHTS = range(5)                                               # positions.starts


def model(name, size):
    return Model(size, 250, TABLES[name])
PAIRS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))


def arrangement(n):
    """The back row of Chess960 by its usual number, as kinds."""
    row = [0] * 8
    row[1 + 2 * (n % 4)] = row[2 * (n // 4 % 4)] = 3
    free = [x for x in range(8) if not row[x]]
    row[free[n // 16 % 6]] = 5
    free = [x for x in range(8) if not row[x]]
    for x in PAIRS[n // 96]:
        row[free[x]] = 2
    free = [x for x in range(8) if not row[x]]
    for x, kind in zip(free, (4, 6, 4)):
        row[x] = kind
    return row


def start_of(n):
    p = Position()
    row = arrangement(n)
    for colour in (0, 1):
        for x in range(8):
            p.put(56 * colour + x, row[x] + 6 * colour)
            p.put(8 + 40 * colour + x, 1 + 6 * colour)
    rooks = [x for x in range(8) if row[x] == 4]
    p.rights = (rooks[1] + 1, rooks[0] + 1) * 2
    return p


def share(f, total):
    """The class of a part of a total."""
    return (S[min(f * 65536 // total, 65535) >> 4] + 2816) // 64


class Positions:
    """Reads positions, one after the other, from a string of the range coder."""

    def __init__(self, d, learned):
        self.d, self.learned = d, learned
        self.flags = model("positions.flags", 16)
        self.boards = Boards(d)
        self.starts = model("positions.starts", 12)
        self.before = []                 # positions so far
        self.answers = self.distance = self.started = 0
        self.start, self.new, self.moves = 518, 0, 0
        self.steps = model("positions.steps", 18)  # from earlier positions
        self.step_before = 0
        self.parents, self.used = [], []  # of each position so far: its parent, the moves that follow it
        self.up = 0
        self.lines, self.line = [], None  # of each position: the moves that led to it, as ranks and models see them

    def read(self, counters):
        """The next position; counters says whether its counters are given."""
        d, flags, last = self.d, self.flags, self.answers & 3
        self.line = None, None, Past()
        a = flags.index(d, flags.use(RELATION, last, self.answers & 255, min(self.distance.bit_length(), 31)), 2)
        self.answers = self.answers << 2 | a
        if a == BOARD:
            self.started = flags.flag(d, flags.use(START_AFTER, self.started, self.answers & 255))
            if self.started:
                p = self.read_start()
                if counters:
                    self.counters(p, STARTED)
                else:
                    p.clock, p.number = 0, 1
                self.keep(p, -1)
                return p
        pattern, number, how = parse_fen(START), -1, 0
        if self.before:
            near = a == ONE and flags.flag(d, flags.use(LINEAGE, self.up, self.answers & 255))
            if near:
                steps = flags.number(d, flags.use(ANCESTOR, self.up, self.answers & 255))
                self.up, how = min(steps, 63), 3 if steps == 0 else 4
                number = len(self.before) - 1
                for _ in range(steps):
                    number = self.parents[number]
                    if number < 0:
                        raise Corrupt("positions: no such ancestor")
            else:
                if a == ONE:
                    self.up = 64
                self.distance = flags.number(d, flags.use(DISTANCE, a, min(self.distance.bit_length(), 31), self.answers & 255))
                number = len(self.before) - 1 - self.distance
                if number < 0:
                    raise Corrupt("positions: a pattern before the first position")
            pattern = self.before[number]
        elif a != BOARD:
            raise Corrupt("positions: the first one is no board")
        if a == AGAIN:
            p, self.line = pattern.copy(), self.lines[number]
        elif a == BOARD:
            if self.learned and flags.flag(d, flags.use(LEARNED)):
                raise NotCovered("learned boards")
            p = self.boards.read(pattern)
        else:
            p = self.by_moves(pattern, a, number, how)
        if counters:
            self.counters(p, a)
        else:
            p.clock, p.number = 0, 1
        parent = number if a in (ONE, TWO) else self.parents[number] if a == AGAIN else -1
        self.keep(p, parent)
        return p

    def keep(self, p, parent):
        self.before.append(p)
        self.lines.append(self.line)
        self.parents.append(parent)
        self.used.append(set())

    def ranked(self, p, theirs, ours, past):
        """The legal moves, the likeliest first, what each is worth, and 64 times the number of their code."""
        if not self.learned:
            r = Ranked(p, theirs, ours)
            return r.moves, None, 64 * r.code
        legal = p.legal()
        if len(legal) < 2:
            return legal, [65536] * len(legal), 0
        f = frequencies(Scores(model_numbered(), p, past, KnownGame(), legal).scores)
        order = sorted(range(len(legal)), key=lambda i: -f[i])
        return [legal[i] for i in order], [f[i] for i in order], 0

    def by_moves(self, p, count, number, how):
        theirs, ours, past = self.lines[number]
        for i in range(count):
            moves, worth, code = self.ranked(p, theirs, ours, past)
            out = 0
            if count == 1:
                used = self.used[number]
                left = [(m, x) for m, x in zip(moves, worth or moves) if m not in used]
                out = len(moves) - len(left)
                moves, worth = [m for m, _ in left], [x for _, x in left] if worth else None
            if not moves:
                raise Corrupt("positions: a move where none is left")
            m = self.step_from(p, moves, worth, code, min(out, 15), how if count == 1 else 1 + i)
            if count == 1:
                self.used[number].add(m)
            theirs, ours = Played(p, m), theirs
            past = past.next(p, m)
            p = p.play(m)
        self.line = theirs, ours, past
        self.passing(p)
        return p

    def step_from(self, p, moves, worth, code, out, how):
        x = 56 if p.turn else 0
        total = sum(worth) if worth else 0
        for place, m in enumerate(moves):
            s, t = m & 63, m >> 6 & 63
            w = p.kind_at(s) << 12 | (s ^ x) << 6 | t ^ x
            if place < len(moves) - 1:
                left, behind = min(len(moves) - place, 63), min(place, 63)
                q = code | behind
                if worth:
                    q = share(worth[place], total) // 2
                    total -= worth[place]
                hit = self.steps.flag(self.d, self.steps.use(0, q, how, behind, left, p.turn, out, w, self.step_before))
            if place == len(moves) - 1 or hit:
                self.step_before = w
                return m

    def passing(self, p):
        """Whether the en passant square that a move has left is there."""
        if p.ep < 0:
            return
        legal = any((m & 63) % 8 != (m >> 6 & 63) % 8 and m >> 6 & 63 == p.ep and p.kind_at(m & 63) == 1 for m in p.legal())
        if not self.flags.flag(self.d, self.flags.use(PASSING, int(legal))):
            p.ep = -1

    def counters(self, p, a):
        d, flags = self.d, self.flags
        if not flags.flag(d, flags.use(SAME_CLOCK, a, min(p.clock, 99))):
            p.clock = flags.number(d, flags.use(CLOCK, a, p.clock))
        if not flags.flag(d, flags.use(SAME_NUMBER, a, p.turn)):
            p.number += flags.signed(d, flags.use(NUMBER, a, p.number))

    def read_start(self):
        d, model = self.d, self.starts
        count = self.moves = model.index(d, model.use(PLIES, self.moves), 3)
        new = model.flag(d, model.use(NEW_START, self.new))
        self.new = (self.new << 1 | new) & 255
        if new:
            low = model.index(d, model.use(BISHOPS), 4)
            q = min(model.index(d, model.use(QUEEN, low), 3), 5)
            self.start = 96 * min(model.index(d, model.use(KNIGHTS, q, low), 4), 9) + 16 * q + low
        p = start_of(self.start)
        theirs = ours = None
        past = Past()
        for i in range(count):
            moves, worth, code = self.ranked(p, theirs, ours, past)
            if not moves:
                raise Corrupt("positions: a move where none is legal")
            m = self.step_from(p, moves, worth, code, 0, 6 + min(i, 3))
            theirs, ours = Played(p, m), theirs
            past = past.next(p, m)
            p = p.play(m)
        self.line = theirs, ours, past
        self.passing(p)
        return p


LETTERS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Lines:
    """What lines have beside their positions: texts, and the cells of a table."""

    def __init__(self, reader, texts):
        self.reader, self.texts = reader, texts
        self.flags = model("lines.flags", 16)
        self.played, self.words = model("lines.moves", 16), model("lines.words", 16)
        self.answers = {}
        self.last = [b""] * len(texts)
        self.kinds = self.returns = self.style = 0
        self.count = 0                   # of the last cell of moves; whether they mate, what the second takes, ...
        self.mates = self.taken = self.promotes = 0
        self.known = {}                  # column -> word -> number

    def kind(self):
        """Whether the next line has a position, and a return; and the style of its position."""
        d, flags = self.reader.d, self.flags
        has = flags.flag(d, flags.use(POSITION, self.kinds & 1, self.kinds & 255))
        self.kinds = self.kinds << 1 | has
        self.returns = flags.flag(d, flags.use(RETURN, self.returns))
        if has:
            self.style = flags.index(d, flags.use(STYLE, self.style), 2)
        return has

    def ask(self, what, n):
        """Whether a value of column n is of a kind."""
        last = self.answers.get((what, n), 0)
        hit = self.flags.flag(self.reader.d, self.flags.use(what, n, last))
        self.answers[what, n] = last << 1 & 255 | hit
        return hit

    def text(self, n, p):
        if not self.ask(SAME, n):
            if self.last[n] and self.ask(EMPTY, n):
                self.last[n] = b""
            else:
                t = self.texts[n]
                self.last[n] = t.next(p) if isinstance(t, Comments) else t.next()
        return self.last[n]

    def cell(self, n, p):
        d, flags = self.reader.d, self.flags
        if self.ask(MOVES, n):
            m = max(self.count - 1, 0)
            self.count = 1 + flags.number(d, flags.use(COUNT, m.bit_length(), m))
            return self.read_moves(p, self.count)
        if self.ask(WORDS, n):
            return self.read_words(n, p)
        if not self.ask(LINK, n):
            return self.text(n, p)
        game = b""
        if flags.flag(d, flags.use(ID, n)):
            game = bytes(LETTERS[below(d, 62)] for _ in range(8))
        end = (b"/black#%d" % (2 * p.number)) if p.turn else b"#%d" % (2 * p.number - 1)
        return self.text(n, p) + game + end

    def read_moves(self, p, count):
        theirs, ours, past, out = None, None, Past(), []
        self.taken = self.promotes = 0
        before = -1
        for i in range(count):
            moves, worth, code = self.reader.ranked(p, theirs, ours, past)
            if not moves:
                raise Corrupt("positions: a move where none is legal")
            m = self.read_move(p, moves, worth, code, i, count, before)
            s, t = m & 63, m >> 6 & 63
            if i == 1:
                self.taken = p.kind_at(t)
            self.promotes |= m >> 12 > 0
            to = t
            if p.is_castling(m):
                to = (s & 56) + (6 if t > s else 2)
            out.append(square_name(s) + square_name(to) + "..nbrq"[m >> 12] * (m >> 12 > 0))
            theirs, ours, past = Played(p, m), theirs, past.next(p, m)
            before = t
            p = p.play(m)
        self.mates = int(p.in_check() and not p.legal())
        return " ".join(out).encode()

    def read_move(self, p, moves, worth, code, i, count, before):
        x = 56 if p.turn else 0
        total = sum(worth) if worth else 0
        turn = min(i, 1) + (i & 1)
        e = min(count - i, 7)
        for place, m in enumerate(moves[:-1]):
            s, t = m & 63, m >> 6 & 63
            k, v = p.kind_at(s), p.kind_at(t)
            w = k << 12 | (s ^ x) << 6 | t ^ x
            left, behind = min(len(moves) - place, 63), min(place, 63)
            q = code | behind
            if worth:
                q = share(worth[place], total) // 2
                total -= worth[place]
            c, b = int(p.play(m).in_check()), int(t == before)
            if self.played.flag(self.reader.d, self.played.use(0, q, turn, c, behind, left, v, k, b, e, w)):
                return m
        return moves[-1]

    def read_words(self, n, p):
        d, words = self.reader.d, self.words
        known = self.known.setdefault(n, {})
        pieces = sum((p.kinds[k]).bit_count() for k in range(2, 7))
        kinds = sum(bit for k, bit in ((2, 8), (3, 4), (4, 2), (5, 1)) if p.kinds[k])
        there, last = [], 128
        for word in sorted(known):
            if words.flag(d, words.use(0, 128 * n | known[word], last, 2 * min(self.count, 15) | self.mates, pieces, kinds,
                                       min(p.number, 31) // 4, int(pieces < 7), len(there), self.taken, self.promotes)):
                there.append(word)
                last = known[word]
        others = words.number(d, words.use(1, len(known).bit_length(), min(len(there), 3)))
        new = [self.text(n, p) for _ in range(others)]
        for word in new:
            known[word] = len(known)
        return b" ".join(sorted(there + new))


class Comments:
    """A column of texts that are comments on the positions."""

    def __init__(self, r):
        data = r.bytes(r.uv())
        texts = r.bytes(r.uv())
        self.texts = Texts(read_column(texts) if texts else [])
        self.coder = Coder(data, self.texts)

    def next(self, p):
        at = At()
        at.now = p
        return self.coder.read(at)

    def done(self):
        self.coder.d.done()
        self.texts.done()


def read_texts(r):
    kind = r.byte()
    if kind == 0:
        return Texts([])
    if kind == 1:
        return Texts(read_column(r.bytes(r.uv())))
    if kind == 2:
        return Comments(r)
    raise Corrupt(f"positions: texts of kind {kind}")


def read_positions(data):
    """The text of a list of positions."""
    r = Reader(data, what="positions")
    form = r.byte()
    if form >= 128:
        raise NotCovered("lists of records")
    if form >= 16:
        raise Corrupt(f"positions: version {1 + form // 16} is not known")
    columns, where = (r.byte(), r.byte()) if form & 8 else (2, 0)
    count = r.uv()
    d = Decoder(r.bytes(r.uv()))
    table = bool(form & 8)
    texts = [read_texts(r) for _ in range(1 + (columns if table else 1))]
    r.done()
    reader = Positions(d, form & 1)
    lines = Lines(reader, texts)
    out = []
    for i in range(count):
        if not lines.kind():
            line = lines.text(0, None)
        else:
            style = lines.style
            p = reader.read(style & 1)
            fen = p.fen(6 if style & 1 else 4, style & 2 > 0).encode()
            if form & 4:
                fen = b"fen " + fen
            if table:
                line = b",".join(fen if k == where else lines.cell(1 + k, p) for k in range(columns))
            else:
                line = fen + lines.text(1, p)
        out.append(line + (b"\r" if lines.returns else b""))
    d.done()
    for t in texts:
        t.done()
    return b"\n".join(out) + (b"\n" if form & 2 else b"")
