"""The script of a frame: games.md, section 5.

    script = Script(data, texts, words)     data: stream 3; texts, words: the values of 4 and 5
    style, departures, steps, plies = script.read_game(plies, result, counted)
                            plies: the game's half-moves, of which it gives those that the script
                            has; result: 0 to 4 (games.md, 4.1); counted: whether numbers are open
    script.done()           behind the last game

A style has wrap, width, crlf, dialect, habits (layout.py). departures is a map from the places
of steps to Departures. steps is a list of (step, text): text is a word or a glyph, the digits
of a NAG, a result; None for the others.
"""

from . import lists, trace
from .basics import any_result
from .coding import Bit, Coder, Number, Tree
from .layout import Habits
from .refused import damaged

(MOVE, NULL, WORD, COMMENT, LINE, NAG, GLYPH, OPEN, CLOSE, RESULT, TEXT, END) = range(12)
RESULTS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
MAX_STEPS = lists.limit("MAX_STEPS")
MAX_DEPTH = lists.limit("MAX_DEPTH")
MAX_WIDTH = lists.limit("MAX_LINE_WIDTH")
MAX_FORM = 32767
MAX_NAG = 255


def result_of(value):
    """0 to 3 for the value of the last tag Result, 4 for another or none."""
    return RESULTS.index(value) if value in RESULTS else len(RESULTS)


class Style:
    def __init__(self, wrap, width, crlf, dialect, habits):
        self.wrap = wrap
        self.width = width
        self.crlf = crlf
        self.dialect = dialect
        self.habits = habits
        self.line_break = b"\r\n" if crlf else b"\n"


class Departure:
    """In which parts a step differs; None for parts that are not there."""

    __slots__ = ("gap", "inner", "number", "suffix", "digits", "form")

    def __init__(self):
        self.gap = self.inner = self.suffix = self.digits = None
        self.number = False
        self.form = 0


NO_DEPARTURE = Departure()


class Values:
    """The values of stream 4 or 5, taken one by one."""

    def __init__(self, values, stream):
        self.values = values
        self.stream = stream
        self.at = 0

    def next(self):
        if self.at == len(self.values):
            damaged(f"{self.stream} has too few values")
        self.at += 1
        return self.values[self.at - 1]

    def done(self):
        if self.at != len(self.values):
            damaged(f"values of {self.stream} are left over")


class Many(dict):
    """Bits, Trees or Numbers of one name, which are made when they are first used."""

    def __init__(self, make, name):
        self.make = make
        self.name = name

    def __missing__(self, key):
        indices = key if isinstance(key, tuple) else (key,)
        model = self[key] = self.make(self.name + "".join(f"[{int(i)}]" for i in indices))
        return model


class Script:
    def __init__(self, data, texts, words):
        self.coder = Coder(data)
        self.texts = Values(texts, "stream 4")
        self.words = Values(words, "stream 5")
        self.gaps = list(lists.texts("texts-games.txt", "gaps"))
        self.suffixes = list(lists.texts("texts-games.txt", "suffixes"))
        self.glyphs = []
        self.styles = []
        self.style = None                       # of the game before
        self.had = False
        self.SAME, self.CRLF = Bit("SAME"), Bit("CRLF")
        self.STYLE, self.WRAP, self.WIDTH = Number("STYLE"), Number("WRAP"), Number("WIDTH")
        self.DIALECT = Number("DIALECT")
        self.DEPARTURES, self.WHERE = Many(Number, "DEPARTURES"), Many(Number, "WHERE")
        self.MASK = Many(Bit, "MASK")
        self.GAP, self.INNER, self.SUFFIX = Number("GAP"), Number("INNER"), Number("SUFFIX")
        self.FORM, self.NAG, self.GLYPH = Number("FORM"), Number("NAG"), Number("GLYPH")
        self.ALL, self.RUN, self.STEP = Many(Bit, "ALL"), Many(Number, "RUN"), Many(Tree, "STEP")
        self.RESULT = Many(Tree, "RESULT")
        self.UNCODED = Number("UNCODED")

    def read_game(self, plies, result, counted=False):
        self.style = self.read_style()
        departures = self.read_departures()
        if counted:
            plies -= self.UNCODED.read(self.coder)
            if plies < 0:
                damaged("more half-moves are not coded than there are")
        steps = self.read_steps(plies, len(RESULTS) if counted else result)
        if departures and max(departures) >= len(steps):
            damaged("a departure of a step that the game does not have")
        return self.style, departures, steps, plies

    def done(self):
        self.coder.finish()
        self.texts.done()
        self.words.done()

    def read_text(self, model, texts):
        """A text of one of the three lists (5.1)."""
        i = model.read(self.coder)
        if i > len(texts):
            damaged("the number of a text that is none")
        if i == len(texts):
            texts.append(self.texts.next())
        return texts[i]

    def word(self):
        """A value of stream 5, which must not be empty."""
        word = self.words.next()
        if word == b"":
            damaged("an empty word")
        return word

    def read_style(self):
        """Section 5.2."""
        coder = self.coder
        if self.style is not None:
            if self.SAME.read(coder):
                return self.style
            n = self.STYLE.read(coder)
            if n > len(self.styles):
                damaged("the number of a style that is none")
            if n > 0:
                return self.styles[-n]
        wrap = self.WRAP.read(coder)
        width = crlf = None                     # where lines do not break
        if wrap:
            width = self.WIDTH.read(coder)
            crlf = self.CRLF.read(coder)
        dialect = self.DIALECT.read(coder)
        if wrap > 4 or (wrap and width > MAX_WIDTH) or dialect > 65535:
            damaged("a wrong style")
        habits = Habits() if self.style is None else self.style.habits.copy()
        style = Style(wrap, width, crlf, dialect, habits)
        self.styles.append(style)
        return style

    def read_departures(self):
        """Section 5.3: a map from places of steps to departures."""
        coder = self.coder
        n = self.DEPARTURES[self.had].read(coder)
        if n > MAX_STEPS:
            damaged("too many departures")
        self.had = n > 0
        at = -1
        found = {}
        for i in range(n):
            at += 1 + self.WHERE[min(i, 2)].read(coder)
            mask = 0
            for b in range(6):
                mask |= self.MASK[b, mask != 0].read(coder) << b
            x = Departure()
            if mask & 1:
                x.gap = self.read_text(self.GAP, self.gaps)
            if mask & 2:
                x.inner = self.read_text(self.INNER, self.gaps)
            x.number = mask & 4 != 0
            if mask & 8:
                x.suffix = self.read_text(self.SUFFIX, self.suffixes)
            if mask & 16:
                x.digits = self.texts.next()
            if mask & 32:
                x.form = self.FORM.read(coder)
                if x.form > MAX_FORM:
                    damaged("a form of more than 15 bits")
            found[at] = x
        return found

    def read_steps(self, plies, result):
        """Section 5.4."""
        coder = self.coder
        left = plies
        depth = run = 0
        ended = False
        prev = END
        steps = []
        while True:
            main = depth == 0 and not ended
            k = min(run, 3)
            if main and left == 0:
                run = 0
            elif main and self.ALL[prev, k, left == 1].read(coder):
                run = left
            else:
                run = self.RUN[prev, k].read(coder)
            if len(steps) + run >= MAX_STEPS:
                damaged("a game has too many steps")
            steps += [(MOVE, None)] * run
            if main:
                left -= run
            op = self.STEP[prev, (run > 0) + 2 * (main and left == 0)].read(coder)
            if op == MOVE or op > END:
                damaged("a step that is none")
            text = self.read_own(op, result)
            steps.append((op, text))
            if op == NULL and main:
                left -= 1
            elif op == OPEN:
                depth += 1
                if depth > MAX_DEPTH:
                    damaged("variations are too deep")
            elif op == CLOSE:
                depth = max(depth - 1, 0)
            if depth == 0 and (op == RESULT or op == TEXT and any_result(text) < len(RESULTS)):
                ended = True
            if left < 0 or op == END and left > 0:
                damaged("a game has another number of half-moves")
            prev = op
            if op == END:
                break
        if trace.sink:
            trace.say("steps:", " ".join(str(op) for op, _ in steps))
        return steps

    def read_own(self, op, result):
        """The own text of a step, where it comes with the script."""
        if op in (NULL, WORD, TEXT):
            return self.word()
        if op == NAG:
            nag = self.NAG.read(self.coder)
            if nag > MAX_NAG:
                damaged("a NAG above 255")
            return b"%d" % nag
        if op == GLYPH:
            return self.read_text(self.GLYPH, self.glyphs)
        if op == RESULT:
            which = self.RESULT[result].read(self.coder)
            if which >= len(RESULTS):
                damaged("a result that is none")
            return RESULTS[which]
        return None
