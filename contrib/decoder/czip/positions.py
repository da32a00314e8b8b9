"""Section 9.10: lists of positions."""

from . import Corrupt, NotCovered
from .archive import Reader
from .board import START, Position, parse_fen
from .columns import Texts, read_column
from .comments import At, Coder
from .fast import Played, Ranked
from .features import Past, Scores
from .learned import frequencies, model_numbered
from .learned import Known as KnownGame
from .logistic import S
from .mixed import M32, Model, below, hash32 as h
from .rangecoder import Decoder
from .spelling import name as square_name

BOARD, ONE, TWO, AGAIN, STARTED = range(5)
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


def start_of(white, black):
    p = Position()
    rights = []
    for colour, n in ((0, white), (1, black)):
        row = arrangement(n)
        for x in range(8):
            p.put(56 * colour + x, row[x] + 6 * colour)
            p.put(8 + 40 * colour + x, 1 + 6 * colour)
        rooks = [x for x in range(8) if row[x] == 4]
        rights += [rooks[1] + 1, rooks[0] + 1]
    p.rights = tuple(rights)
    return p


def bits16(rights):
    return rights[0] | rights[1] << 4 | rights[2] << 8 | rights[3] << 12


def share(f, total):
    """The class of a part of a total."""
    return (S[min(f * 65536 // total, 65535) >> 4] + 2816) // 64


class Positions:
    """Reads positions, one after the other, from a string of the range coder."""

    def __init__(self, d, learned):
        self.d, self.learned = d, learned
        self.flags = Model(16, 250)
        self.squares, self.rest = Model(19, 250), Model(14, 250)
        self.arrangements, self.steps = Model(12, 255), Model(16, 255)
        self.before = []                 # positions so far
        self.answers = self.distance = self.started = 0
        self.pairs, self.pair, self.said, self.moves, self.kept = [], None, 0, 0, 0
        self.one = Model(18, 250)        # steps from patterns
        self.step_before = 0
        self.parents, self.used = [], []  # of each position so far: its parent, the moves that follow it
        self.up = 0
        self.lines, self.line = [], None  # of each position: the moves that led to it, as ranks and models see them

    def read(self, counters):
        """The next position; counters says whether its counters are given."""
        d, flags, last = self.d, self.flags, self.answers & 3
        self.line = None, None, Past()
        a = flags.index(d, [h(5, 0), h(6, last), h(7, self.answers & 255), h(8, 256 * last | self.distance.bit_length())], 2)
        self.answers = self.answers << 2 | a
        if a == BOARD:
            self.started = flags.flag(d, [h(70, self.started), h(71, self.answers & 255)])
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
            near = a == ONE and flags.flag(d, [h(80, 0), h(81, self.up), h(82, self.answers & 255)])
            if near:
                steps = flags.number(d, [h(83, 0), h(84, self.up), h(85, self.answers & 255)])
                self.up, how = min(steps, 63), 3 if steps == 0 else 4
                number = len(self.before) - 1
                for _ in range(steps):
                    number = self.parents[number]
                    if number < 0:
                        raise Corrupt("positions: no such forebear")
            else:
                if a == ONE:
                    self.up = 64
                self.distance = flags.number(d, [h(9, a), h(10 + a, self.distance.bit_length()), h(20 + a, self.answers & 255)])
                number = len(self.before) - 1 - self.distance
                if number < 0:
                    raise Corrupt("positions: a pattern before the first position")
            pattern = self.before[number]
        elif a != BOARD:
            raise Corrupt("positions: the first one is no board")
        if a == AGAIN:
            p, self.line = pattern.copy(), self.lines[number]
        elif a == BOARD:
            if self.learned and flags.flag(d, [h(30, 0)]):
                raise NotCovered("learned boards")
            p = self.by_squares(pattern)
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
                hit = self.one.flag(self.d, [h(1, q), h(2, 8 * q | how), h(3, 512 * behind | 8 * left | how), h(4, 2 * q | p.turn),
                                             h(5, 256 * q | 16 * out | how), h(6, 2 * w | p.turn),
                                             h(7 + self.step_before, w)])
            if place == len(moves) - 1 or hit:
                self.step_before = w
                return m

    def passing(self, p):
        """Whether the en passant square that a move has left is there."""
        if p.ep < 0:
            return
        legal = any((m & 63) % 8 != (m >> 6 & 63) % 8 and m >> 6 & 63 == p.ep and p.kind_at(m & 63) == 1 for m in p.legal())
        if not self.flags.flag(self.d, [h(39, legal)]):
            p.ep = -1

    def counters(self, p, a):
        d, flags = self.d, self.flags
        if not flags.flag(d, [h(31, a), h(32, 256 * a | min(p.clock, 99))]):
            p.clock = flags.number(d, [h(33, a), h(34, p.clock)])
        if not flags.flag(d, [h(35, a), h(36, 2 * a | p.turn)]):
            p.number += flags.signed(d, [h(37, a), h(38, p.number)])

    def by_squares(self, pattern):
        d, model = self.d, self.squares
        p = Position()
        so_far, pawns, was, others = 0, [0, 0], 0, 0
        at = [15] * 100                  # with a border: square s is 10 (row + 1) + file + 1

        def place(s):
            return 10 * (s // 8 + 1) + s % 8 + 1
        for row in range(7, -1, -1):
            for x in range(8):
                s = 8 * row + x
                o = pattern.at(s)
                i = place(s)
                w, n, nw, ne = at[i - 1], at[i + 10], at[i + 9], at[i + 11]
                contexts = [h(1, 16 * s | o), h(2, (16 * s | o) << 8 | was & 255), h(3, (16 * s | o) << 8 | 16 * w | n),
                            h(4, s << 16 | w << 12 | n << 8 | nw << 4 | ne), h(so_far, s),
                            h(5, (was & 65535) << 4 | min(o, 1)),
                            h(7, (16 * s | o) << 8 | 8 * min(others, 31) | was & 7),
                            h(6, (16 * w | n) << 16 | nw << 12 | ne << 8 | min(pawns[0], 15) << 4 | min(pawns[1], 15))]
                same = model.flag(d, contexts)
                c = o if same else model.index(d, contexts, 4)
                if c > 12:
                    raise Corrupt("positions: no such piece")
                was = was << 1 | same
                others += not same
                at[i] = c
                so_far = h(so_far, c)
                if c in (1, 7):
                    pawns[c == 7] += 1
                p.put(s, c)
        rest = self.rest
        p.turn = rest.flag(d, [1, h(2, pattern.turn), h(3, was & 255)])
        rights = bits16(pattern.rights)
        if rest.flag(d, [4, h(5, rights)]):
            p.rights = pattern.rights
        else:
            p.rights = tuple(rest.index(d, [h(6, 0), h(7, rights)], 4) for _ in range(4))
        if rest.flag(d, [8, h(9, pattern.ep if pattern.ep >= 0 else 64)]):
            p.ep = rest.index(d, [10, h(11, p.turn)], 6)
        p.clock, p.number = pattern.clock, pattern.number
        return p

    def read_start(self):
        d, model = self.d, self.arrangements
        count = self.moves = model.index(d, [1, h(2, self.moves)], 3)
        u, said = len(self.pairs), self.said
        if u and model.flag(d, [3, h(4, said)]):
            now = 0
        else:
            now = 2
            if u and model.flag(d, [h(5, (u // 2 * 3).bit_length()), h(6, said)]):
                now = 1
                self.pair = self.pairs[below(d, u)]
            else:
                same = model.flag(d, [7])
                white = self.read_arrangement(0)
                self.pair = white, white if same else self.read_arrangement(1)
                if u < 1 << 16:
                    self.pairs.append(self.pair)
        self.said = (said << 2 | now) & 255
        p = start_of(*self.pair)
        theirs = ours = None
        made = []
        past = Past()
        for i in range(count):
            moves, worth, code = self.ranked(p, theirs, ours, past)
            if not moves:
                raise Corrupt("positions: a move where none is legal")
            m = self.step(p, moves, worth, code, i, count, made)
            made.append(m)
            theirs, ours = Played(p, m), theirs
            past = past.next(p, m)
            p = p.play(m)
        self.line = theirs, ours, past
        self.passing(p)
        return p

    def step(self, p, moves, worth, code, i, count, made):
        x = 56 if p.turn else 0
        number = 8 * count | i
        total = sum(worth) if worth else 0
        for place, m in enumerate(moves[:-1]):
            s, t = m & 63, m >> 6 & 63
            k = p.kind_at(s)
            left = min(len(moves) - place, 63)
            order = 0
            if i >= 2:
                bs, bt = made[-2] & 63, made[-2] >> 6 & 63
                order = 2 if k << 12 | s << 6 | t < p.kind_at(bt) << 12 | bs << 6 | bt else 1
            w = k << 12 | (s ^ x) << 6 | t ^ x
            q = code | min(place, 63)
            if worth:
                q = share(worth[place], total) // 2
                total -= worth[place]
            if self.steps.flag(self.d, [h(1, left), h(2, 256 * left | 16 * k | order), h(3, number << 20 | w),
                                        h(4, number << 22 | left << 16 | q), h(5, order << 20 | w), h(6, 256 * w | left),
                                        h(7, 256 * number | 16 * order | k)]):
                return m
        return moves[-1]

    def read_arrangement(self, c):
        d, model = self.d, self.arrangements
        if self.pairs:
            kept = model.flag(d, [h(14, c), h(15 + c, self.kept)])
            self.kept = self.kept << 1 & 255 | kept
            if kept:
                return self.pair[c]
        low = model.index(d, [h(8, c)], 4)
        q = model.index(d, [h(9, c), h(10, 16 * c | low)], 3)
        knights = model.index(d, [h(11, c), h(12, 256 * c | q), h(13, 256 * c | low)], 4)
        q, knights = min(q, 5), min(knights, 9)
        return 96 * knights + 16 * q + low


LETTERS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Cells:
    """The cells of a table: moves, words, links or texts."""

    def __init__(self, reader):
        self.reader = reader
        self.played, self.themes = Model(16, 250), Model(16, 250)
        self.answers = {}
        self.count = 0                   # of the last cell of moves; whether they mate, what the second takes, ...
        self.mates = self.taken = self.promotes = 0
        self.words = {}                  # column -> word -> number

    def ask(self, what, n):
        """Whether a cell of column n is of a kind."""
        last = self.answers.get((what, n), 0)
        hit = self.reader.flags.flag(self.reader.d, [h(what, n), h(what + 1 + 256 * n, last)])
        self.answers[what, n] = last << 1 & 255 | hit
        return hit

    def read(self, n, p, text):
        d, flags = self.reader.d, self.reader.flags
        if self.ask(50, n):
            m = max(self.count - 1, 0)
            self.count = 1 + flags.number(d, [h(54, 0), h(55, m.bit_length()), h(56, min(m, 64))])
            return self.read_moves(p, self.count)
        if self.ask(58, n):
            return self.read_words(n, p, text)
        if not self.ask(52, n):
            return text(n, p)
        game = b""
        if flags.flag(d, [h(57, n)]):
            game = bytes(LETTERS[below(d, 62)] for _ in range(8))
        end = (b"/black#%d" % (2 * p.number)) if p.turn else b"#%d" % (2 * p.number - 1)
        return text(n, p) + game + end

    def read_moves(self, p, count):
        theirs, ours, past, out = None, None, Past(), []
        self.taken = self.promotes = before = 0
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
            before = t + 1
            p = p.play(m)
        self.mates = int(p.in_check() and not p.legal())
        return " ".join(out).encode()

    def read_move(self, p, moves, worth, code, i, count, before):
        x = 56 if p.turn else 0
        total = sum(worth) if worth else 0
        turn = min(i, 1) + (i & 1)
        e = min(count - i, 7)
        last = (before - 1) ^ x if before else 0
        for place, m in enumerate(moves[:-1]):
            s, t = m & 63, m >> 6 & 63
            k, v = p.kind_at(s), p.kind_at(t)
            s, t = s ^ x, t ^ x
            left, behind = min(len(moves) - place, 63), min(place, 63)
            q = code | behind
            if worth:
                q = share(worth[place], total) // 2
                total -= worth[place]
            c, b = int(p.play(m).in_check()), int(t == last)
            if self.played.flag(self.reader.d, [
                    h(1, q), h(2, 16 * q | 4 * turn | c), h(3, 512 * behind | 8 * left | turn),
                    h(4, 256 * v | 16 * k | 4 * turn | 2 * c | b), h(5, 1024 * q | 64 * v | 32 * b | 8 * turn | e),
                    h(6, 512 * e | 256 * c | 64 * turn | behind), h(7, k << 16 | s << 10 | 16 * t | turn)]):
                return m
        return moves[-1]

    def read_words(self, n, p, text):
        d, themes = self.reader.d, self.themes
        known = self.words.setdefault(n, {})
        men = sum((p.kinds[k]).bit_count() for k in range(2, 7))
        kinds = sum(bit for k, bit in ((2, 8), (3, 4), (4, 2), (5, 1)) if p.kinds[k])
        a = 2 * min(self.count, 15) + self.mates
        there, last = [], 128
        for word in sorted(known):
            w, j = 256 * n | known[word], len(there)
            if themes.flag(d, [h(1, w), h(2 + last, w), h(200 + a, w), h(600 + men, w),
                               h((700 + 32 * kinds) | min(p.number, 31) // 4, w), h(h(3, last) + a & M32, w),
                               h(h(4, 2 * kinds | (men < 7)) + j & M32, w), h((5 + 2 * self.taken) | self.promotes, w)]):
                there.append(word)
                last = known[word]
        others = themes.number(d, [h(6, len(known).bit_length()), h(7, min(len(there), 3))])
        for _ in range(others):
            word = text(n, p)
            known[word] = len(known)
            there.append(word)
        return b" ".join(sorted(there))


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
    columns, where = (r.byte(), r.byte()) if form & 8 else (2, 0)
    count = r.uv()
    d = Decoder(r.bytes(r.uv()))
    table = bool(form & 8)
    texts = [read_texts(r) for _ in range(1 + (columns if table else 1))]
    r.done()
    reader = Positions(d, form & 1)
    flags = reader.flags
    cells = Cells(reader)
    last = [b""] * len(texts)
    same = [0] * len(texts)

    def text(n, p):
        hit = flags.flag(d, [h(40, n), h(41 + 256 * n, same[n] & 255)])
        same[n] = same[n] << 1 | hit
        if not hit:
            v = b""
            if not last[n] or not flags.flag(d, [h(42, n), h(43 + 256 * n, same[n] & 255)]):
                v = texts[n].next(p) if isinstance(texts[n], Comments) else texts[n].next()
            last[n] = v
        return last[n]

    out, answers, returns, style = [], 0, 0, 0
    for i in range(count):
        has = flags.flag(d, [h(1, answers & 1), h(2, answers & 255)])
        answers = answers << 1 | has
        returns = flags.flag(d, [h(3, returns)])
        if not has:
            line = text(0, None)
        else:
            style = flags.index(d, [h(4, style)], 2)
            p = reader.read(style & 1)
            fen = p.fen(6 if style & 1 else 4, style & 2 > 0).encode()
            if form & 4:
                fen = b"fen " + fen
            if table:
                line = b",".join(fen if k == where else cells.read(1 + k, p, text) for k in range(columns))
            else:
                line = fen + text(1, p)
        out.append(line + (b"\r" if returns else b""))
    d.done()
    for t in texts:
        t.done()
    return b"\n".join(out) + (b"\n" if form & 2 else b"")
