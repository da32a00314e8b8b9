"""Lines of moves in comments: comments.md, section 7."""

from . import lists
from .board import in_check, kind_at, side, square_name
from .commentnumbers import coarse, quarter_log
from .models import Model
from .quick import START_QUICK, order, planes, quick_code, quick_next, quick_scores
from .refused import DAMAGED, Refused
from .rules import castles, legal, make
from .san import find_san, san

M64 = (1 << 64) - 1
EARLIER_SHIFT = 64 - lists.limit("COMMENTS_EARLIER_SIZE")
MAX_LINE = lists.limit("COMMENTS_MAX_LINE")
SAN, SQUARES, LONG = 0, 1, 2


def rotl64(x, n):
    return (x << n | x >> (64 - n)) & M64


class Style:
    """How lines behind the same words are written."""

    def __init__(self, order_):
        self.order = order_
        self.spelling = SAN
        self.start = 1                          # the line begins at Pos[start]
        self.count = [0, 0]


class Lines:
    """The lines of a group, and its model of words."""

    def __init__(self, coder, group):
        self.words = Model(coder, "comments.words", lists.limit("COMMENTS_WORDS_SIZE"),
                           lists.limit("COMMENTS_WORDS_LIMIT"))
        self.group = group
        self.styles = {}
        self.begin_game()

    def begin_game(self):
        self.moves = {}                         # from places to [check, White's, Black's move]

    def style_of(self, s):
        style = self.styles.get(s.key)
        if style is None:
            style = self.styles[s.key] = Style(len(self.styles))
        return style

    def entry(self, p):
        """What earlier lines played in a position: [check, move, move], None for no move."""
        p0, p1, p2 = planes(p)
        h = ((p0 ^ rotl64(p1, 21)) * 0x9E3779B97F4A7C15
             ^ (p2 ^ rotl64(side(p, 1), 43)) * 0xC2B2AE3D27D4EB4F)
        h = h + p.turn & M64
        h = (h ^ h >> 29) * 0xD6E8FEB86659FD93 & M64
        check = h & 0xFFFFFFFF
        e = self.moves.get(h >> EARLIER_SHIFT)
        if e is None or e[0] != check:
            e = self.moves[h >> EARLIER_SHIFT] = [check, None, None]
        return e

    # --- Reading (7.1 and 7.2)

    def read_line(self, s):
        group = self.group
        words = self.words
        place = group.place
        style = self.style_of(s)
        if words.flag(2, style.order) == 0:
            return group.next_text()
        if words.flag(3, style.order) == 0:
            v = words.index(4, digits=4)
            style.spelling, style.start = v >> 2, v & 3
            if style.spelling > 2 or style.start > 2:
                raise Refused(DAMAGED, "a wrong style of a line of moves")
        count = words.number(5, style.order, coarse(style.count[place.side]),
                             quarter_log(group.numbers.difference))
        if not 1 <= count <= MAX_LINE:
            raise Refused(DAMAGED, "a line of moves has a wrong length")
        style.count[place.side] = count
        start = place.pos[style.start]
        if start is None:
            raise Refused(DAMAGED, "a line of moves begins at an unknown position")
        if place.pos[1] is not None:
            e = self.entry(place.pos[1])
            e[1] = e[2] = place.move
            if place.other is not None:
                e[1 + place.side] = place.other
        return self._read_moves(style, count, start)

    def _read_moves(self, style, count, p):
        self.hits = 0
        past = START_QUICK
        out = []
        for i in range(count):
            m = self._read_move(style, min(i, 7), p, past)
            if m is None:
                out.append(self.group.next_text())
                break
            out.append(spell(p, m, style.spelling).encode("ascii"))
            past = quick_next(past, p, m)
            p = make(p, m)
        return b" ".join(out)

    def _read_move(self, style, number, p, past):
        words = self.words
        moves = legal(p)
        s = self.group.place.side
        e = self.entry(p)
        a = e[1 + s] if e[1 + s] in moves else None
        b = e[2 - s] if e[2 - s] in moves else None
        if a is None or b is None:
            agree = 3 if a is b else 1
        else:
            agree = 2 if a == b else 0
        if a is None:
            a, b = b, None
        if a == b:
            b = None
        if a is not None:
            hit = words.flag(6, agree, number, self.hits, self.hits, style.order)
            self.hits = (self.hits << 1 | hit) & 65535
            if hit == 1:
                e[1 + s] = a
                return a
            if b is not None and words.flag(7, number, self.hits) == 1:
                e[1 + s] = b
                return b
        if words.flag(8, number, min(len(moves), 2)) == 1 or not moves:
            return None
        if len(moves) == 1:
            return moves[0]
        scores = quick_scores(p, past)
        v = words.number(9, quick_code(scores), min(len(moves), 40), agree, number, self.hits)
        m = moves[order(scores)[min(v, len(moves) - 1)]]
        e[1 + s] = m
        return m

    # --- Lines of spelled comments (7.3)

    def learn_line(self, s):
        style = self.style_of(s)
        pos = self.group.place.pos
        words = s.text.decode("latin-1").split(" ")
        ways = [(style.spelling, style.start)]
        ways += [(how, start) for start in (1, 0, 2) for how in (SAN, SQUARES, LONG)]
        for how, start in ways:
            if pos[start] is not None and find(words[0], pos[start], how) is not None:
                break
        else:
            return
        style.spelling, style.start = how, start
        style.count[self.group.place.side] = len(words)
        p = pos[start]
        for w in words:
            m = find(w, p, how)
            if m is None:
                return
            self.entry(p)[1 + self.group.place.side] = m
            p = make(p, m)


def find(w, p, how):
    """The move that a word stands for, or None."""
    if how == SAN:
        return find_san(p, w)
    for m in legal(p):
        # What is spelled has the name of the origin, or is castling.
        if (square_name(m & 63) in w or w.startswith("O")) and spell(p, m, how) == w:
            return m
    return None


def spell(p, m, how):
    castling = castles(p, m)
    if how == SAN or (how == LONG and castling):
        return san(p, m)
    s = m & 63
    t = m >> 6 & 63
    becomes = m >> 12
    if castling:
        t = s // 8 * 8 + (6 if t > s else 2)    # the king's new square
    if how == SQUARES:
        return square_name(s) + square_name(t) + ("nbrq"[becomes - 2] if becomes else "")
    kind = kind_at(p, s)
    text = "" if kind == 1 else "NBRQK"[kind - 2]
    text += square_name(s) + ("x" if kind_at(p, t) else "-") + square_name(t)
    if becomes:
        text += "=" + "NBRQ"[becomes - 2]
    q = make(p, m)
    if in_check(q, q.turn):
        text += "+" if legal(q) else "#"
    return text
