"""Sections 9.3 and 9.4: the script, and the text of a game that follows from it."""

from . import Corrupt
from .rangecoder import Bit, Decoder, Number, Tree

MOVE, NULL, WORD, COMMENT, LINE, NAG, GLYPH, OPEN, CLOSE, RESULT, TEXT, END = range(12)
(C_START, C_NUMBER, C_MOVE, C_COMMENT, C_LINE, C_NAG, C_GLYPH, C_OPEN, C_CLOSE, C_RESULT, C_TEXT, C_END) = range(12)
CLASS = (C_MOVE, C_MOVE, C_MOVE, C_COMMENT, C_LINE, C_NAG, C_GLYPH, C_OPEN, C_CLOSE, C_RESULT, C_TEXT, C_END)
RESULTS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
GAP, INNER, NUMBER, SUFFIX, DIGITS, FORM = PARTS = range(6)
HALF_POINT = b"1/2"                      # a result among the words
VERBATIM = 32768


class Style:
    def __init__(self, wrap, width, crlf, dialect, before):
        self.wrap, self.width, self.dialect = wrap, width, dialect
        self.newline = b"\r\n" if crlf else b"\n"
        if before is None:
            self.gaps, self.numbers, self.suffixes = {}, {}, [b".", b"..."]
        else:
            self.gaps, self.numbers, self.suffixes = dict(before.gaps), dict(before.numbers), before.suffixes[:]

    def gap(self, a, b):
        """The habit's gap between two classes."""
        found = self.gaps.get((a, b))
        if found is not None:
            return found
        if a == C_LINE:
            return b"\n"
        if a in (C_START, C_OPEN) or b in (C_CLOSE, C_GLYPH):
            return b""
        return b"\n\n" if b == C_END else b" "

    def numbered(self, side, before):
        """Whether a move bears a number by habit."""
        return self.numbers.get((side, before), side == 0 or before not in (C_MOVE, C_NAG, C_GLYPH))


class Script:
    """Reads the script of a frame, game by game."""

    def __init__(self, data, spelled, words):
        self.d = Decoder(data)
        self.spelled, self.words = spelled, words
        self.gaps = [b"", b" ", b"\n", b"\r\n", b"\n\n", b"\r\n\r\n", b"  ", b"\n\n\n", b"\r\n\r\n\r\n"]
        self.suffixes = [b".", b"...", b"", b". ..."]
        self.glyphs = []
        self.bits, self.nums, self.trees = {}, {}, {}
        self.styles, self.style = [], None
        self.had_departures = False

    def bit(self, *key):
        b = self.bits.get(key)
        if b is None:
            b = self.bits[key] = Bit()
        return b.read(self.d)

    def number(self, *key):
        n = self.nums.get(key)
        if n is None:
            n = self.nums[key] = Number()
        return n.read(self.d)

    def tree(self, *key):
        t = self.trees.get(key)
        if t is None:
            t = self.trees[key] = Tree()
        return t.read(self.d)

    def book(self, name, texts):
        n = self.number(name)
        if n == len(texts):
            texts.append(self.spelled.next())
        if n > len(texts):
            raise Corrupt(f"script: no {name} of number {n}")
        return texts[n]

    def word(self):
        word = self.words.next()
        if not word:
            raise Corrupt("script: an empty word")
        return word

    def read_style(self):
        if self.style is not None and self.bit("same"):
            return
        n = self.number("style") if self.styles else 0
        if n > len(self.styles):
            raise Corrupt("script: no such style")
        if n:
            self.style = self.styles[len(self.styles) - n]
            return
        wrap, width, crlf = self.number("wrap"), 0, 0
        if wrap:
            width, crlf = self.number("width"), self.bit("CR LF")
        self.style = Style(wrap, width, crlf, self.number("dialect"), self.style)
        self.styles.append(self.style)

    def read_departures(self):
        """What departs from the habits: {step: [gap, inner gap, number, suffix, digits, form]}."""
        n = self.number("departures", self.had_departures)
        self.had_departures = n > 0
        found, at = {}, -1
        for i in range(n):
            at += 1 + self.number("where", min(i, 2))
            mask = []
            for k in PARTS:
                mask.append(self.bit("mask", any(mask), k))
            what = [None] * len(PARTS)
            if mask[GAP]:
                what[GAP] = self.book("gap", self.gaps)
            if mask[INNER]:
                n_inner = self.number("inner")
                if n_inner == len(self.gaps):
                    self.gaps.append(self.spelled.next())
                what[INNER] = self.gaps[n_inner]
            if mask[NUMBER]:
                what[NUMBER] = True
            if mask[SUFFIX]:
                what[SUFFIX] = self.book("suffix", self.suffixes)
            if mask[DIGITS]:
                what[DIGITS] = self.spelled.next()
            if mask[FORM]:
                what[FORM] = self.number("form")
                if what[FORM] == VERBATIM:
                    what[FORM] = self.word()
            found[at] = what
        return found

    def read_steps(self, plies, result):
        """The steps of a game: (step, argument)."""
        steps = []
        depth, ended, left, last, before = 0, False, plies, END, 0
        while True:
            main = depth == 0 and not ended
            if main and left == 0:
                run = 0
            elif main and self.bit("all", last, min(before, 3), left == 1):
                run = left
            else:
                run = self.number("run", last, min(before, 3))
            steps += [(MOVE, 0)] * run
            if main:
                left -= run
            step = self.tree("step", last, run > 0, main and left == 0)
            if not NULL <= step <= END:
                raise Corrupt(f"script: no step {step}")
            argument = 0
            if step == NAG:
                argument = self.number("NAG")
            elif step == GLYPH:
                argument = self.book("glyph", self.glyphs)
            elif step == RESULT:
                argument = RESULTS[self.tree("result", result)]
            elif step == OPEN:
                depth += 1
            elif step == CLOSE:
                depth = max(depth - 1, 0)
            elif step == NULL and main:
                left -= 1
            if step in (NULL, WORD, TEXT):
                argument = self.word()
            if depth == 0 and (step == RESULT or step == TEXT and argument == HALF_POINT):
                ended = True
            steps.append((step, argument))
            last, before = step, run
            if left < 0 or step == END and left > 0:
                raise Corrupt("script: the main line has other half-moves than are counted")
            if step == END:
                return steps
