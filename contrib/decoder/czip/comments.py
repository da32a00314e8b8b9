"""Section 9.9: comments, cut into templates, numbers, clocks, lines of moves and names."""

from . import Corrupt
from .archive import Reader
from .fast import Played, Ranked
from .learned import planes_of, rotl, small_number
from .mixed import Model, hash32 as h
from .rangecoder import Decoder
from .spelling import name as square_name, spell

NUMBER, CLOCK, LINE, NAME = 1, 2, 3, 4
SLOTS = 9
NAMES = (b"ECO", b"Opening", b"Variation", b"White", b"Black")
POWERS = [10 ** i for i in range(16)]
M64 = (1 << 64) - 1


def letter(c):
    return 97 <= c | 32 <= 122


def digit(c):
    return 48 <= c <= 57


class Slot:
    def __init__(self, kind, key, text=None):
        self.kind, self.key, self.text, self.value = kind, key, text, 0


def key_of(template):
    """The hash of the words before a slot."""
    k, words = 2166136261, False
    for i in range(len(template) - 1, max(len(template) - 7, -1), -1):
        c = template[i]
        if c >= SLOTS:
            words = True
        elif words:
            break
        k = (k ^ c) * 16777619 & 0xFFFFFFFF
    return k


def is_square(a, b):
    return 97 <= a <= 104 and 49 <= b <= 56


def is_move(w):
    """Whether a word looks like a move."""
    if w and w[-1] in b"+#":
        w = w[:-1]
    if w in (b"O-O", b"O-O-O"):
        return True
    if len(w) > 2 and w[-2] == 61:
        w = w[:-2]
    elif len(w) == 5 and w[4] >= 97:
        w = w[:4]
    if not 2 <= len(w) <= 6 or not is_square(w[-2], w[-1]):
        return False
    w = w[:-2]
    if w and w[0] in b"KQRBN":
        w = w[1:]
    if w and w[-1] in b"x-":
        w = w[:-1]
    if not w:
        return True
    if len(w) == 1:
        return 97 <= w[0] <= 104 or 49 <= w[0] <= 56
    return len(w) == 2 and is_square(w[0], w[1])


def line_length(text):
    n = at = 0
    while True:
        k = at
        while k < len(text) and (letter(text[k]) or digit(text[k]) or text[k] in b"=+#-"):
            k += 1
        if not is_move(text[at:k]):
            return n
        n = k
        if n + 1 >= len(text) or text[n] != 32:
            return n
        at = n + 1


class Cut:
    """A comment cut into a template and slots; template is None if that cannot be."""

    def __init__(self, text, names):
        self.template, self.slots = bytearray(), []
        i = 0
        while i < len(text):
            if len(self.template) > 1024 or len(self.slots) > 256 or 1 <= text[i] < SLOTS:
                self.template = None
                return
            c, n, kind = text[i], 0, 0
            word = i == 0 or not letter(text[i - 1]) and not digit(text[i - 1])
            if word:
                for k, v in enumerate(names):
                    if len(v) >= 3 and len(v) > n and text.startswith(v, i):
                        e = i + len(v)
                        if e == len(text) or not letter(text[e]) and not digit(text[e]):
                            kind, n = NAME + k, len(v)
            if word and n == 0 and letter(c):
                n, kind = line_length(text[i:]), LINE
            s = Slot(kind, 0)
            if n == 0 and (digit(c) or i + 1 < len(text) and digit(text[i + 1]) and self.signed(text, i)):
                n = number(s, text[i:])
            if n == 0:
                self.template.append(c)
                i += 1
                continue
            s.text = text[i:i + n]
            s.key = key_of(self.template)
            self.template.append(s.kind)
            self.slots.append(s)
            i += n

    def signed(self, text, i):
        if text[i] not in b"+-":
            return False
        if i == 0 or not letter(text[i - 1]) and not digit(text[i - 1]):
            return True
        return bool(self.template) and self.template[-1] == NUMBER and self.slots[-1].sign


def number(s, text):
    """Reads a number or clock into a slot; its length, 0 if it is none."""
    n, lead, parts, places = 0, 0, 1, 0
    s.minus, s.plus = text[0] == 45, text[0] == 43
    s.sign = s.minus or s.plus
    if s.sign:
        n = 1
    v = 0
    while n < len(text) and digit(text[n]):
        v = v * 10 + text[n] - 48
        lead += 1
        n += 1
        if lead > 12:
            return 0
    s.zero = lead > 1 and text[n - lead] == 48
    s.kind = NUMBER
    if lead <= 4 and not s.sign:
        while (parts < 3 and n + 2 < len(text) and text[n] == 58 and 48 <= text[n + 1] < 54 and digit(text[n + 2]) and
               (n + 3 == len(text) or not digit(text[n + 3]))):
            v = v * 60 + (text[n + 1] - 48) * 10 + text[n + 2] - 48
            parts += 1
            n += 3
            s.kind = CLOCK
    if n + 1 < len(text) and text[n] == 46 and digit(text[n + 1]) and lead <= 9:
        at = n + 1
        while at < len(text) and digit(text[at]) and at - n <= 6:
            at += 1
        if at == len(text) or not digit(text[at]):
            for c in text[n + 1:at]:
                v = v * 10 + c - 48
                places += 1
            n = at
    s.value = -v if s.minus else v
    s.lead, s.parts, s.places = lead, parts, places
    return n


class Format(tuple):
    """How numbers are written: plus, parts, lead, places, least."""

    def write(self, v):
        plus, parts, lead, places, least = self
        sign = "-" if v < 0 else "+" if v > 0 and plus or plus == 2 else ""
        whole, fraction = divmod(abs(v), POWERS[places])
        seconds = whole
        whole //= (1, 1, 60, 3600)[parts]
        out = sign + str(whole).rjust(lead, "0")
        if parts == 3:
            out += ":%02d" % (seconds // 60 % 60)
        if parts > 1:
            out += ":%02d" % (seconds % 60)
        digits = str(fraction).rjust(places, "0") if places else ""
        while len(digits) > least and digits[-1] == "0":
            digits = digits[:-1]
        return (out + ("." + digits if digits else "")).encode()


def fit(s, last):
    """The format in which a slot's number is written, like the last (or None) if there is a choice; or None."""
    plus, lead, places, least = 0, 1, s.places, s.places
    if s.zero:
        lead = s.lead
    elif last and last[2] <= s.lead:
        lead = last[2]
    if s.plus and s.value == 0:
        plus = 2
    elif s.plus:
        plus = max(1, last[0]) if last else 1
    elif s.value == 0 and not s.minus and last and last[0] < 2:
        plus = last[0]
    elif s.value < 0 and last:
        plus = last[0]

    def fits(f):
        return f[3] >= s.places and f.write(s.value * POWERS[f[3] - s.places]) == s.text
    f = Format((plus, s.parts, lead, places, least))
    if last and last[1] == s.parts:
        most, fewest = max(last[3], places), min(last[4], least)
        if most > fewest:
            trimmed = Format((plus, s.parts, lead, most, fewest))
            if fits(trimmed):
                return trimmed
    return f if fits(f) else None


def digits_class(v):
    a = abs(v)
    n = a.bit_length()
    k = n << 2 | (a >> n - 3 & 3 if n > 2 else a & 3)
    return k | 1024 if v < 0 else k


def half(v):
    return digits_class(v) >> 1


def towards_zero(a, b):
    return a // b if a >= 0 else -(-a // b)


class Field:
    """What is known of the numbers behind the same words."""

    def __init__(self):
        self.format, self.places = None, 0
        self.last, self.residual, self.earlier, self.has = [0, 0], [0, 0], [0, 0], [False, False]
        self.first, self.seen = {}, {}
        self.costs = [0] * 11
        self.costs[10] = 1536
        self.used = 0
        self.twin, self.mirror, self.right = None, 0, 0
        self.leans, self.calm = [0, 0], 0
        self.off = [[0] * 11, [0] * 11]  # by what each base was off the last time, by side
        self.repeats = 0                 # whether differences were those before

    def scaled(self, side, places):
        if places >= self.places:
            return self.last[side] * POWERS[places - self.places]
        return towards_zero(self.last[side], POWERS[self.places - places])

    def rescale(self, places):
        if places <= self.places:
            return
        by = POWERS[places - self.places]
        for values in (self.last, self.residual, self.earlier):
            values[0] *= by
            values[1] *= by
        self.off = [[x * by for x in values] for values in self.off]
        for values in (self.first, self.seen):
            for k in values:
                values[k] *= by
        self.places = places

    def bases(self, at, done):
        base = [None] * 11
        base[0] = 0
        side, parts = at.side, self.format[1]
        if self.has[side]:
            added = at.added * POWERS[self.places]
            base[1] = self.last[side]
            if parts > 1:
                base[1] += added
            elif added:
                base[5] = self.last[side] + added
            if done and done[-1].kind < LINE:
                base[4] = self.last[side] - done[-1].value
        elif at.control in self.first:
            base[8] = self.first[at.control]
        if self.has[1 - side] and (parts < 2 or not self.has[side]):
            base[2], base[3] = self.last[1 - side], -self.last[1 - side]
        if self.twin and self.right >= 2 and self.twin.has[side ^ self.mirror]:
            base[9] = self.twin.scaled(side ^ self.mirror, self.places)
        if at.line and parts < 2 and at.line in self.seen:
            base[10] = self.seen[at.line]
        if len(done) > 2:
            a, b = done[-1].value, done[-3].value
            if 0 < a < 1 << 31 and 0 < b < 1 << 31:
                base[6] = (a * b + 500) // 1000
                if a * b < (1 << 62) // 1000:
                    base[7] = a * b * 1000
        return base

    def choose(self, base):
        if base[8] is not None and not (base[10] is not None and self.costs[10] < 1536):
            return 8
        best = 0
        for i in range(11):
            if base[i] is not None and self.costs[i] < self.costs[best]:
                best = i
        if base[self.used] is not None and self.costs[self.used] < self.costs[best] + (self.costs[best] >> 4):
            return self.used
        self.used = best
        return best

    def find_twin(self, at, order, v):
        side = at.side
        if self.twin:
            if self.twin.has[side ^ self.mirror] and self.twin.scaled(side ^ self.mirror, self.places) == v:
                self.right = min(self.right + 1, 8)
                if self.right == 2:
                    self.costs[9] = 0
                return
            self.right -= 1
            if self.right > 0:
                return
            self.twin = None
        if -5 < v < 5:
            return
        for g in order:
            for mirror in (0, 1):
                if g is not self and g.has[side ^ mirror] and g.scaled(side ^ mirror, self.places) == v:
                    self.twin, self.mirror, self.right = g, mirror, 1
                    return

    def learn(self, at, order, v, base, used):
        for i in range(11):
            if i == 10 and base[10] is None:
                continue
            cost = 24 << 8
            if base[i] is not None:
                d = v - base[i]
                cost = abs(d).bit_length() << 8
                if d == self.off[at.side][i]:
                    cost = min(cost, 256)
                self.off[at.side][i] = d
            self.costs[i] += cost - (self.costs[i] >> 5)
        self.find_twin(at, order, v)
        side = at.side
        if at.line and (len(self.seen) < 1 << 14 or base[10] is not None):
            self.seen[at.line] = v
        d = v - base[used]
        if d > 0:
            self.leans[side] += 4096 - self.leans[side] >> 5
        elif d < 0:
            self.leans[side] -= 4096 + self.leans[side] >> 5
        self.calm += (abs(d).bit_length() << 8) - self.calm >> 2
        if not any(self.has) and len(self.first) < 1 << 12:
            self.first[at.control] = v
        self.earlier[side], self.residual[side] = self.residual[side], d
        self.last[side], self.has[side] = v, True


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
