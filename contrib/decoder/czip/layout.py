"""White space, move numbers and comments: games.md, 6.3 to 6.5.

    Habits()                a style's habits, as the first style of a frame has them
    text = Text(style, most)    a game's text, whose parts must not have more than so many bytes
    text.put(data)              appends bytes
    text.gap(a, b, given, white)
                                appends the gap between two types
    text.comment(t)             appends a comment in braces
    text.bytes()                all of it
    TYPE[step]                  the type of a step
"""

import re

from .refused import damaged

# Types of steps, by which white space is usual.
ALL_TYPES = range(12)
(START, NUMBER, T_MOVE, T_COMMENT, T_LINE, T_NAG, T_GLYPH, T_OPEN, T_CLOSE, T_RESULT, T_TEXT,
 T_END) = ALL_TYPES
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
    """gap[a, b]: between types; turned: the pairs (side, a) for which it is not as at first
    whether a move behind type a bears a number; suffix[side]: what stands behind the digits of
    a number."""

    def __init__(self):
        self.gap = {(a, b): _first_gap(a, b) for a in ALL_TYPES for b in ALL_TYPES}
        self.turned = set()
        self.suffix = [b".", b"..."]

    def bears(self, side, a):
        """Whether a move behind type a bears a number."""
        first = not side or a not in (T_MOVE, T_NAG, T_GLYPH)
        return first != ((side, a) in self.turned)

    def turn(self, side, a):
        """From now on it is the other way round."""
        self.turned ^= {(side, a)}

    def copy(self):
        other = Habits()
        other.gap.update(self.gap)
        other.turned |= self.turned
        other.suffix[:] = self.suffix
        return other


class Text:
    """The text of a game. A greedy line break is decided when the word behind it is known."""

    def __init__(self, style, most):
        self.style = style
        self.most = most
        self.parts = []
        self.length = 0
        self.column = 0
        self.open = None                # place in parts of a gap that is not decided

    def put(self, data):
        self.length += len(data)
        if self.length > self.most:
            damaged("a game is longer than the input of its frame")
        self.parts.append(data)
        if self.open is not None:
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
        if self.open is None:
            return
        begin = self.open
        self.open = None
        if self.column + 1 + self.word > self.style.width:
            self.parts[begin] = self.style.line_break
        for data in self.parts[begin:]:
            self.count(data)

    def leave_open(self):
        """Puts a space that may become a line break."""
        self.decide()
        self.open = len(self.parts)
        self.word = 0                   # bytes behind it
        self.parts.append(SPACE)

    def comment(self, text):
        """Section 6.5: a comment in braces."""
        self.put(b"{")
        if self.style.wrap == 3:
            for gap in re.split(rb"( |\r?\n)", text):
                if gap == SPACE:
                    self.leave_open()
                elif gap.endswith(b"\n"):
                    self.decide()
                    self.put(gap)
                else:
                    self.put(gap)
        elif self.style.wrap == 4:
            self.decide()
            self.fill_base(text)
        else:
            self.put(text)
        self.put(b"}")

    def fill_base(self, text):
        """Section 6.5, fill: without the brace at its end."""
        width, line_break = self.style.width, self.style.line_break
        if b"\n" in text or len(text) + 1 <= width:
            if b"\n" not in text and self.column + len(text) + 1 > width:
                self.put(line_break)
            self.put(text)
            return
        space = b""
        for word in text.split(SPACE):
            self.put(line_break if self.column + len(space) + len(word) + 1 > width else space)
            self.put(word)
            space = SPACE

    def gap(self, a, b, given, white):
        """The gap between two types; given: that of a departure, or None; white: whether the
        number of a move of White's stands behind it."""
        style = self.style
        g = style.habits.gap[a, b]
        if given is None:
            if g == SPACE and b != T_END and style.wrap:
                self.decide()
                if style.wrap != 2:
                    self.leave_open()
                    return
                if white and self.column >= style.width:
                    g = style.line_break
        else:
            if not (style.wrap and g == SPACE and given == style.line_break):
                style.habits.gap[a, b] = given
            g = given
        if g:
            self.decide()
        self.put(g)

    def bytes(self):
        self.decide()
        return b"".join(self.parts)
