"""Section 9.9: comments, cut into templates, numbers, clocks, lines of moves and names."""

from . import Corrupt
from .archive import Reader
from .fast import Played, Ranked
from .fields import POWERS, Field, Format, digits_class, fit, half, towards_zero
from .features import M64, planes_of, rotl
from .learned import small_number
from .lexer import LINE, NAME, SLOTS, Cut, Slot, key_of
from .mixed import Model, hash32 as h
from .rangecoder import Decoder
from .spelling import name as square_name, spell

NAMES = (b"ECO", b"Opening", b"Variation", b"White", b"Black")


class At:
    """Where a comment stands."""

    def __init__(self):
        self.side = self.ply = self.mark = self.nth = self.result = self.control = self.added = self.line = 0
        self.last = False
        self.now = self.before = self.earlier = None
        self.move = self.other = 0
        self.names = [b""] * 5


class Habit:
    def __init__(self):
        self.spelling, self.start, self.count = 0, 1, [0, 0]


def spell_line_move(p, m, how, legal):
    """A move of a line: 0 SAN, 1 squares, 2 long SAN."""
    if how == 0 or how == 2 and p.is_castling(m):
        return spell(0, p, m, legal, 0)
    s, t, promotion = m & 63, m >> 6 & 63, m >> 12
    if how == 1:
        if p.is_castling(m):
            t = (s & 56) + (6 if t > s else 2)
        return (square_name(s) + square_name(t) + "..nbrq"[promotion] * (promotion > 0)).encode()
    kind = p.kind_at(s)
    out = ".PNBRQK"[kind] if kind > 1 else ""
    out += square_name(s) + ("x" if p.at(t) else "-") + square_name(t)
    if promotion:
        out += "=" + ".PNBRQ"[promotion]
    after = p.play(m)
    if after.in_check():
        out += "+" if after.legal() else "#"
    return out.encode()


class Coder:
    """Reads the comments of a group."""

    def __init__(self, data, texts):
        self.d = Decoder(data)
        self.texts = texts               # what gives the next text
        self.numbers, self.words = Model(19, 250), Model(16, 100)
        self.book, self.templates, self.after = {}, [], {}
        self.hits = 0
        self.fields, self.order, self.habits = {}, [], {}
        self.residual = 0
        self.begin()

    def begin(self):
        self.first, self.last = [-1, -1], -1
        for f in self.fields.values():
            f.has, f.residual = [False, False], [0, 0]
        self.known = {}

    def read(self, at):
        self.at = at
        found = self.template()
        if isinstance(found, bytes):
            return found
        out, done = bytearray(), []
        template = self.templates[found]
        for i, c in enumerate(template):
            if c == 0 or c >= SLOTS:
                out.append(c)
                continue
            s = Slot(c, key_of(template[:i]))
            if c >= NAME:
                s.text = at.names[c - NAME]
            elif c == LINE:
                s.text = self.line(s)
            else:
                f = self.number(s, done)
                s.text = f.format.write(towards_zero(s.value, POWERS[f.places - f.format[3]]))
            out += s.text
            done.append(s)
        return bytes(out)

    def template(self):
        """The number of the template of the next comment, or a text."""
        at, d = self.at, self.d
        own, other = self.first[at.side], self.first[1 - at.side]
        if at.nth > 0:
            own = self.last
        place = at.mark << 4 | min(at.nth, 3) << 1
        if at.last:
            place |= 1 | at.result << 10
        k2 = h(place, 2)
        k1 = h(k2, own)
        k0 = h(k1, other)
        tried, found, hit = [], -1, False
        for i, key in enumerate((k0, k1, k2)):
            f = self.after.get(key)
            skip = i > 0 and (f is None or f in tried)
            f = -1 if f is None else f
            tried.append(f)
            if skip:
                continue
            way = i << 16
            if self.words.flag(d, [way, h(2, way | self.hits), h(3 + way, k1), h(4 + way, k0), h(7 + way, k2)]):
                found, hit = f, True
                break
        self.hits = self.hits << 1 & 255
        if not hit:
            self.hits |= 1
            n = len(self.templates)
            v = self.words.number(d, [h(5, n.bit_length()), h(6, k1), h(8, k2)])
            if v > n:
                raise Corrupt("comments: no such template")
            found = n - v if v else -1
        text, now = None, found
        if found < 0:
            text = self.texts.next()
            now = self.enter(text)
        for key in (k0, k1, k2):
            if key in self.after or len(self.after) < 1 << 16:
                self.after[key] = now
        self.last = now
        if at.nth == 0:
            self.first[at.side] = now
        return found if text is None else text

    def enter(self, text):
        """Makes the template of a text and its numbers known; its number, or -1."""
        cut = Cut(text, self.at.names)
        t = cut.template
        if not t or len(t) > 1024 or len(cut.slots) > 256:
            return -1
        t = bytes(t)
        if t not in self.book:
            if len(self.templates) >= 1 << 16:
                return -1
            self.book[t] = len(self.templates)
            self.templates.append(t)
        for i, s in enumerate(cut.slots):
            if s.kind == LINE:
                self.see_line(s)
            elif s.kind < LINE:
                self.see(s, cut.slots[:i])
        return self.book[t] if cut.slots else -1

    def field(self, key):
        f = self.fields.get(key)
        if f is None:
            f = self.fields[key] = Field()
            if len(self.order) < 256:
                self.order.append(f)
        return f

    def see(self, s, done):
        f = self.field(s.key ^ s.kind)
        found = fit(s, f.format)
        if found is None:
            return
        f.format = found
        f.rescale(found[3])
        s.value *= POWERS[f.places - s.places]
        base = f.bases(self.at, done)
        f.learn(self.at, self.order, s.value, base, f.choose(base))

    def number(self, s, done):
        """Reads the number of a slot; returns its field."""
        d, at, side = self.d, self.at, self.at.side
        f = self.field(s.key ^ s.kind)
        if not self.numbers.flag(d, [h(11, 0), h(s.key, 11)]):
            v = self.numbers.number(d, [h(12, 0)])
            f.format = Format((v & 3, v >> 2 & 3, v >> 4 & 15, v >> 8 & 7, v >> 11))
            if v >= 1 << 14 or f.format[0] > 2 or not f.format[1] or not f.format[2] or f.format[3] > 6 or f.format[4] > f.format[3]:
                raise Corrupt("comments: a number is written in an unknown way")
            f.rescale(f.format[3])
        elif f.format is None:
            raise Corrupt("comments: a number is written in an unknown way")
        base = f.bases(at, done)
        used = f.choose(base)
        own, other = f.residual[side], f.residual[1 - side]
        parts = f.format[1]
        key = h(s.key, used << 8 | parts)
        before = digits_class(self.residual) if done else 0
        mine, theirs = f.last[side], f.last[1 - side]
        left = half(mine)
        if not f.has[side]:
            own, left = 0, 1 << 20
        view = 1
        if side == 1 and parts < 2 and f.leans[0] * f.leans[1] < 0:
            view, own, other, mine, theirs = -1, -own, -other, -mine, -theirs

        def j(a, b):
            return h(key + a & 0xFFFFFFFF, b)
        ply = min(at.ply // 4, 30)
        if parts > 1:
            contexts = [key, j(1, digits_class(own)), j(2, digits_class(own) << 16 | digits_class(other)),
                        j(3, left << 16 ^ at.control), j(4, ply << 16 ^ at.control),
                        j(5, digits_class(own) << 12 | half(f.earlier[side])),
                        j(6, digits_class(f.last[side]) << 12 | half(own)),
                        j(7, half(f.last[side]) << 12 | half(other))]
        else:
            mark = at.mark << 1
            contexts = [key, j(1, digits_class(own) << 8 | mark), j(2, digits_class(own) << 16 | digits_class(other)),
                        j(3, digits_class(mine) << 16 ^ at.control),
                        j(4, digits_class(theirs) << 19 | half(other) << 8 | mark), j(5, before << 12 | half(own)), j(6, own),
                        j(7, theirs << 8 | mark), j(8, digits_class(other) << 8 | mark), j(9, ply << 8 | mark),
                        j(10, f.calm >> 7 << 8 | mark), j(11, digits_class(theirs) << 8 | mark)]
        again = False
        if abs(own) >= 96:
            again = self.words.flag(d, [h(13, f.repeats), j(0, 13), j(1, f.repeats)])
            f.repeats = f.repeats << 1 & 255 | again
        s.value = base[used] + view * (own if again else self.numbers.signed(d, contexts))
        self.residual = s.value - base[used]
        f.learn(at, self.order, s.value, base, used)
        return f

    def place(self, start):
        return (self.at.now, self.at.before, self.at.earlier)[start]

    def moves_at(self, p):
        """The last moves of lines from a position, [White's, Black's]."""
        p0, p1, p2 = planes_of(p.kinds)
        x = ((p0 ^ rotl(p1, 21)) * 0x9E3779B97F4A7C15 & M64) ^ ((p2 ^ rotl(p.colours[1], 43)) * 0xC2B2AE3D27D4EB4F & M64)
        x = x + p.turn & M64
        x ^= x >> 29
        x = x * 0xD6E8FEB86659FD93 & M64
        k = self.known.get(x >> 51)
        if k is None or k[0] != x & 0xFFFFFFFF:
            k = self.known[x >> 51] = (x & 0xFFFFFFFF, [0, 0])
        return k[1]

    def find(self, word, p, how, legal):
        for m in legal:
            if spell_line_move(p, m, how, legal) == word:
                return m
        return 0

    def see_line(self, s):
        habit = self.habits.setdefault(s.key, Habit())
        words = s.text.split(b" ")
        found = None
        for how, start in [(habit.spelling, habit.start)] + [(how, start) for start in (1, 0, 2) for how in range(3)]:
            p = self.place(start)
            if p is not None and self.find(words[0], p, how, p.legal()):
                found = how, start
                break
        if found is None:
            return
        habit.spelling, habit.start = found
        habit.count[self.at.side] = len(words)
        for w in words:
            m = self.find(w, p, habit.spelling, p.legal())
            if not m:
                return
            self.moves_at(p)[self.at.side] = m
            p = p.play(m)

    def line(self, s):
        """Reads a line of moves."""
        d, words, at = self.d, self.words, self.at
        habit = self.habits.setdefault(s.key, Habit())
        side = at.side
        if not words.flag(d, [h(20, 0), h(s.key, 20)]):
            return self.texts.next()
        if not words.flag(d, [h(21, 0), h(s.key, 21)]):
            v = words.index(d, [h(22, 0)], 4)
            habit.spelling, habit.start = v >> 2, v & 3
            if habit.spelling > 2 or habit.start > 2:
                raise Corrupt("comments: a line is spelled in an unknown way")
        count = words.number(d, [h(23, 0), h(s.key, 23), h(s.key + 1 & 0xFFFFFFFF, half(habit.count[side])),
                                 h(s.key + 2 & 0xFFFFFFFF, digits_class(self.residual))])
        habit.count[side] = count
        p = self.place(habit.start)
        if p is None or not 1 <= count <= 4096:
            raise Corrupt("comments: a line has no position, no moves or too many")
        if at.before is not None:
            k = self.moves_at(at.before)
            k[0] = k[1] = at.move
            if at.other:
                k[side] = at.other
        out, run, theirs, ours = [], 0, None, None
        for i in range(count):
            legal = p.legal()
            m, run = self.line_move(p, theirs, ours, legal, s.key, i, run)
            if not m:
                out.append(self.texts.next())
                break
            out.append(spell_line_move(p, m, habit.spelling, legal))
            theirs, ours = Played(p, m), theirs
            p = p.play(m)
        return b" ".join(out)

    def line_move(self, p, theirs, ours, legal, key, i, run):
        d, words = self.d, self.words
        k, side = self.moves_at(p), self.at.side
        own, other = (m if m in legal else 0 for m in (k[side], k[1 - side]))
        place = min(i, 7)
        agree = 3 if not own and not other else 1 if not own or not other else 2 if own == other else 0
        first = own
        if not first:
            first, other = other, 0
        state = agree << 20 | place << 16 | run & 255
        if first:
            hit = words.flag(d, [h(24, agree), h(25, state), h(key, state), h(26, run & 65535)])
            run = run << 1 | hit
            if hit:
                k[side] = first
                return first, run
            if other and other != first and words.flag(d, [h(27, place), h(28, run & 255)]):
                k[side] = other
                return other, run
        if words.flag(d, [h(29, place), h(30, min(len(legal), 2))]) or not legal:
            return 0, run
        if len(legal) == 1:
            return legal[0], run
        ranked = Ranked(p, theirs, ours)
        v = words.number(d, [h(31, ranked.code), h(32, min(len(legal), 40) << 2 | agree), h(33, place << 4 | run & 3),
                             h(34, ranked.code << 3 | place)])
        m = k[side] = ranked.moves[min(v, len(legal) - 1)]
        return m, run


class Comments:
    """Stream 9: groups of comments."""

    def __init__(self, data, frame):
        self.r = Reader(data, what="comments")
        self.texts = frame.remarks
        self.left, self.coder = 0, None

    def begin_game(self, facts):
        if self.left == 0:
            if self.coder:
                self.end_group()
            self.left = 32 * self.r.uv() or -1
            self.until = self.texts.pos + self.r.uv()
            self.coder = Coder(self.r.bytes(self.r.uv()), self.texts)
        self.left -= 1
        self.coder.begin()

    def end_group(self):
        self.coder.d.done()
        if self.texts.pos != self.until:
            raise Corrupt("comments: a group does not take its texts")

    def read(self, at):
        return self.coder.read(at)

    def done(self):
        self.end_group()
        self.r.done()


class Facts:
    """What comments want to know of a game's tags."""

    def __init__(self, game):
        control = game.last(b"TimeControl") or b""
        self.control = 0
        for c in control:
            self.control = (self.control ^ c) * 16777619 & 0xFFFFFFFF
        self.added = small_number(control.partition(b"+")[2])
        results = (b"1-0", b"0-1", b"1/2-1/2", b"*")
        result = game.last(b"Result")
        self.result = results.index(result) if result in results else 4
        self.names = [game.last(n) or b"" for n in NAMES]
