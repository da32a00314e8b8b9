"""Section 9.9: comments, cut into templates, numbers, clocks, lines of moves and names."""

from . import Corrupt
from .archive import Reader
from .fast import Played, Ranked
from .fields import POWERS, Fields, Format, class_of, fit, fits, short, towards_zero
from .features import M64, planes_of, rotl
from .learned import small_number
from .lexer import LINE, NAME, SLOTS, Cut, Slot, key_of
from .mixed import Model, tables
from .rangecoder import Decoder
from .spelling import name as square_name, spell

TABLES = tables("comments")

# Choices of the table comments.words, in its order, and of comments.numbers.
(TEMPLATE_PREDICTED, TEMPLATE_NUMBER, LINE_PARSED, LINE_USUAL, LINE_WRITTEN, LINE_COUNT, MOVE_PREDICTED, MOVE_OTHER, MOVE_MISSING,
 MOVE_ORDER) = range(10)
FORMAT_USUAL, FORMAT_NEW, DIFFERENCE_AGAIN, CLOCK_DIFFERENCE, NUMBER_DIFFERENCE = range(5)

NAMES = (b"ECO", b"Opening", b"Variation", b"White", b"Black")


class At:
    """Where a comment stands."""

    def __init__(self):
        self.side = self.ply = self.mark = self.nth = self.result = self.control = self.added = 0
        self.last = False
        self.now = self.before = self.earlier = None
        self.move = self.other = 0
        self.names = [b""] * 5


class Style:
    """How lines behind the same words are written."""

    def __init__(self, number):
        self.number = number & 4095
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
        self.numbers = Model(19, 250, TABLES["comments.numbers"])
        self.words = Model(16, 100, TABLES["comments.words"])
        self.number_of, self.templates, self.predictions = {}, [], {}
        self.misses = 0
        self.fields, self.styles = Fields(), {}
        self.difference = 0
        self.begin()

    def begin(self):
        self.first, self.last = [-1, -1], -1
        self.fields.game += 1
        self.earlier = {}

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
        own, other = own + 1, other + 1
        situation = at.mark | min(at.nth, 3) << 6
        if at.last:
            situation |= 1 << 8 | at.result << 9
        keys = ((situation, own, other), (situation, own), (situation,))
        words = self.words
        tried, found, hit = [], -1, False
        for i, key in enumerate(keys):
            f = self.predictions.get(key)
            skip = i > 0 and (f is None or f in tried)
            f = -1 if f is None else f
            tried.append(f)
            if skip:
                continue
            if words.flag(d, words.use(TEMPLATE_PREDICTED, i, self.misses, situation, own, other)):
                found, hit = f, True
                break
        self.misses = self.misses << 1 & 255
        if not hit:
            self.misses |= 1
            n = len(self.templates)
            v = words.number(d, words.use(TEMPLATE_NUMBER, n.bit_length(), situation, own))
            if v > n:
                raise Corrupt("comments: no such template")
            found = n - v if v else -1
        text, now = None, found
        if found < 0:
            text = self.texts.next()
            now = self.enter(text)
        for key in keys:
            if key in self.predictions or len(self.predictions) < 1 << 16:
                self.predictions[key] = now
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
        if t not in self.number_of:
            if len(self.templates) >= 1 << 16:
                return -1
            self.number_of[t] = len(self.templates)
            self.templates.append(t)
        for i, s in enumerate(cut.slots):
            if s.kind == LINE:
                self.see_line(s)
            elif s.kind < LINE:
                self.see(s, cut.slots[:i])
        return self.number_of[t] if cut.slots else -1

    def see(self, s, done):
        if not fits(s):
            return
        f = self.fields.of(s.key ^ s.kind)
        f.format = fit(s, f.format)
        f.rescale(f.format[3])
        s.value *= POWERS[f.places - s.places]
        base = self.fields.bases(f, self.at, done)
        self.fields.learn(f, self.at, s.value, base, f.choose(base))

    def number(self, s, done):
        """Reads the number of a slot; returns its field."""
        d, at, numbers = self.d, self.at, self.numbers
        f = self.fields.of(s.key ^ s.kind)
        if not numbers.flag(d, numbers.use(FORMAT_USUAL, f.number)):
            v = numbers.number(d, numbers.use(FORMAT_NEW))
            f.format = Format((v & 3, v >> 2 & 3, v >> 4 & 15, v >> 8 & 7, v >> 11))
            if v >= 1 << 14 or f.format[0] > 2 or not f.format[1] or not f.format[2] or f.format[3] > 6 or f.format[4] > f.format[3]:
                raise Corrupt("comments: a number is written in an unknown way")
            f.rescale(f.format[3])
        elif f.format is None:
            raise Corrupt("comments: a number is written in an unknown way")
        base = self.fields.bases(f, at, done)
        used = f.choose(base)
        own, other = f.sides[at.side], f.sides[1 - at.side]
        own_difference, last_short, other_difference = 0, 256, 0
        if own.game == self.fields.game:
            own_difference, last_short = own.difference, short(own.last)
        if other.game == self.fields.game:
            other_difference = other.difference
        ply = min(at.ply // 4, 30)
        parts = f.format[1]
        if parts > 1:
            contexts = numbers.use(CLOCK_DIFFERENCE, f.number, used, parts, class_of(own_difference), short(own_difference), short(own.earlier),
                                   class_of(other_difference), short(other_difference), class_of(own.last), last_short, at.control, ply)
        else:
            before = class_of(self.difference) if done else 0
            contexts = numbers.use(NUMBER_DIFFERENCE, at.side, f.number, used, at.mark, class_of(own_difference), short(own_difference),
                                   own_difference, class_of(other_difference), short(other_difference), class_of(own.last), class_of(other.last),
                                   other.last, before, at.control, ply, f.calm >> 7)
        again = False
        if abs(own_difference) >= 96:
            again = numbers.flag(d, numbers.use(DIFFERENCE_AGAIN, f.number, used, f.again))
            f.again = f.again << 1 & 255 | again
        self.difference = own_difference if again else numbers.signed(d, contexts)
        s.value = base[used] + self.difference
        self.fields.learn(f, at, s.value, base, used)
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
        k = self.earlier.get(x >> 51)
        if k is None or k[0] != x & 0xFFFFFFFF:
            k = self.earlier[x >> 51] = (x & 0xFFFFFFFF, [0, 0])
        return k[1]

    def find(self, word, p, how, legal):
        for m in legal:
            if spell_line_move(p, m, how, legal) == word:
                return m
        return 0

    def see_line(self, s):
        style = self.styles.setdefault(s.key, Style(len(self.styles)))
        words = s.text.split(b" ")
        found = None
        for how, start in [(style.spelling, style.start)] + [(how, start) for start in (1, 0, 2) for how in range(3)]:
            p = self.place(start)
            if p is not None and self.find(words[0], p, how, p.legal()):
                found = how, start
                break
        if found is None:
            return
        style.spelling, style.start = found
        style.count[self.at.side] = len(words)
        for w in words:
            m = self.find(w, p, style.spelling, p.legal())
            if not m:
                return
            self.moves_at(p)[self.at.side] = m
            p = p.play(m)

    def line(self, s):
        """Reads a line of moves."""
        d, words, at = self.d, self.words, self.at
        style = self.styles.setdefault(s.key, Style(len(self.styles)))
        side = at.side
        if not words.flag(d, words.use(LINE_PARSED, style.number)):
            return self.texts.next()
        if not words.flag(d, words.use(LINE_USUAL, style.number)):
            v = words.index(d, words.use(LINE_WRITTEN), 4)
            style.spelling, style.start = v >> 2, v & 3
            if style.spelling > 2 or style.start > 2:
                raise Corrupt("comments: a line is spelled in an unknown way")
        count = words.number(d, words.use(LINE_COUNT, style.number, short(style.count[side]), class_of(self.difference)))
        style.count[side] = count
        p = self.place(style.start)
        if p is None or not 1 <= count <= 4096:
            raise Corrupt("comments: a line has no position, no moves or too many")
        if at.before is not None:
            k = self.moves_at(at.before)
            k[0] = k[1] = at.move
            if at.other:
                k[side] = at.other
        out, hits, theirs, ours = [], 0, None, None
        for i in range(count):
            legal = p.legal()
            m, hits = self.line_move(p, theirs, ours, legal, style.number, i, hits)
            if not m:
                out.append(self.texts.next())
                break
            out.append(spell_line_move(p, m, style.spelling, legal))
            theirs, ours = Played(p, m), theirs
            p = p.play(m)
        return b" ".join(out)

    def line_move(self, p, theirs, ours, legal, style, i, hits):
        d, words = self.d, self.words
        k, side = self.moves_at(p), self.at.side
        own, other = (m if m in legal else 0 for m in (k[side], k[1 - side]))
        place = min(i, 7)
        agree = 3 if not own and not other else 1 if not own or not other else 2 if own == other else 0
        first = own
        if not first:
            first, other = other, 0
        if first:
            hit = words.flag(d, words.use(MOVE_PREDICTED, agree, place, hits & 255, hits & 65535, style))
            hits = hits << 1 | hit
            if hit:
                k[side] = first
                return first, hits
            if other and other != first and words.flag(d, words.use(MOVE_OTHER, place, hits & 255)):
                k[side] = other
                return other, hits
        if words.flag(d, words.use(MOVE_MISSING, place, min(len(legal), 2))) or not legal:
            return 0, hits
        if len(legal) == 1:
            return legal[0], hits
        ranked = Ranked(p, theirs, ours)
        v = words.number(d, words.use(MOVE_ORDER, ranked.code, min(len(legal), 40), agree, place, hits & 3))
        m = k[side] = ranked.moves[min(v, len(legal) - 1)]
        return m, hits


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
