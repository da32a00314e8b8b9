"""White space and move numbers: games.md, 6.3 and 6.4.

    Habits()                a style's habits, as the first style of a frame has them
    text = Text(style, most)    a game's text, which refuses more than so many bytes
    text.put(data)              appends bytes
    text.gap(a, b, given, white)
                                appends the gap between two types
    text.bytes()                all of it
    TYPE[step]                  the type of a step
"""

from .refused import damaged

# Types of steps, by which white space is usual.
(START, NUMBER, T_MOVE, T_COMMENT, T_LINE, T_NAG, T_GLYPH, T_OPEN, T_CLOSE, T_RESULT, T_TEXT,
 T_END) = range(12)
TYPE = (T_MOVE, T_MOVE, T_MOVE, T_COMMENT, T_LINE, T_NAG, T_GLYPH, T_OPEN, T_CLOSE, T_RESULT,
        T_TEXT, T_END)                          # of each step
SPACE = b" "


def _first_gap(a, b):
    if a == T_LINE:
        return b"\n"
    if a in (START, T_OPEN) or b in (T_CLOSE, T_GLYPH):
        return b""
    return b"\n\n" if b == T_END else SPACE


class Habits:
    """gap[a][b]: between types; bears[side][a]: whether a move behind type a bears a number;
    suffix[side]: what stands behind the digits of a number."""

    def __init__(self):
        self.gap = [[_first_gap(a, b) for b in range(12)] for a in range(12)]
        self.bears = [[1] * 12,
                      [int(a not in (T_MOVE, T_NAG, T_GLYPH)) for a in range(12)]]
        self.suffix = [b".", b"..."]

    def copy(self):
        other = Habits.__new__(Habits)
        other.gap = [row[:] for row in self.gap]
        other.bears = [row[:] for row in self.bears]
        other.suffix = self.suffix[:]
        return other


class Text:
    """The text of a game. A greedy line break is decided when the word behind it is known."""

    def __init__(self, style, most):
        self.style = style
        self.most = most
        self.parts = []
        self.length = 0
        self.column = 0
        self.open = -1                  # place in parts of a gap that is not decided
        self.word = 0                   # bytes behind it

    def put(self, data):
        self.length += len(data)
        if self.length > self.most:
            damaged("a game is longer than the input of its frame")
        self.parts.append(data)
        if self.open >= 0:
            self.word += len(data)
        else:
            self.count(data)

    def count(self, data):
        at = data.rfind(b"\n")
        self.column = self.column + len(data) if at < 0 else len(data) - 1 - at

    def fill(self, place, data):
        """Puts bytes that columns do not count in a place of parts."""
        self.length += len(data)
        self.parts[place] = data

    def decide(self):
        """Decides the gap that is open, if there is one."""
        if self.open < 0:
            return
        begin = self.open
        self.open = -1
        if self.column + 1 + self.word > self.style.width:
            self.parts[begin] = self.style.line_break
            self.length += len(self.style.line_break) - 1
        for data in self.parts[begin:]:
            self.count(data)

    def gap(self, a, b, given, white):
        """The gap between two types; given: that of a departure, or None; white: whether the
        number of a move of White's stands behind it."""
        style = self.style
        g = style.habits.gap[a][b]
        if given is None:
            if g == SPACE and b != T_END and style.wrap:
                self.decide()
                if style.wrap == 1:
                    self.open = len(self.parts)
                    self.word = 0
                    self.parts.append(g)
                    self.length += 1
                    return
                if white and self.column >= style.width:
                    g = style.line_break
        else:
            if not (style.wrap and g == SPACE and given == style.line_break):
                style.habits.gap[a][b] = given
            g = given
        if g:
            self.decide()
        self.put(g)

    def bytes(self):
        self.decide()
        if self.length > self.most:
            damaged("a game is longer than the input of its frame")
        return b"".join(self.parts)
