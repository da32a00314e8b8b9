"""Comments: comments.md, sections 1, 2, 4 and 5. The cut is in commentcut.py, numbers in
commentnumbers.py, lines of moves in commentlines.py.

    c = Comments(data, texts, limit)    stream 9 (None without one), the values of stream 6, and
                                        the frame's input
    c.begin_game(about)                 before each game, whether it has comments or not
    c.read(place)                       the next comment
    c.end_game()                        behind each game
    c.done()                            behind the last game

    About(pairs)                        what tags say: pairs are (name, value) of the game
    Place                               what is known of a comment
    Marks                               mark and nth of places, step by step

    group = Group(string, texts, limit) one group alone, as lists of positions have it;
    group.begin_game(About()), group.read(place), group.end()
"""

from . import lists, trace
from .basics import Source, digits
from .coding import Coder
from .commentcut import LAST_KIND, LINE, NAME, Slot, cut, key_of
from .commentlines import Lines
from .commentnumbers import Numbers
from .refused import DAMAGED, Refused
from .script import CLOSE, COMMENT, GLYPH, LINE as LINE_COMMENT, MOVE, NAG, NULL, OPEN, WORD, result_of

MAX_GAMES = 4194304                 # largest field of a group
GROUP = 32                          # games of 1 in that field
MAX_TEMPLATES = lists.limit("COMMENTS_MAX_TEMPLATES")
MAX_PREDICTIONS = lists.limit("COMMENTS_MAX_PREDICTIONS")
NAMES = (b"ECO", b"Opening", b"Variation", b"White", b"Black")


class About:
    """What the tags of a game say: result, control, added, names."""

    def __init__(self, pairs=()):
        self.result = result_of(None)
        self.control = 0
        self.added = 0
        self.names = [None for _ in NAMES]
        for name, value in pairs:
            if name == b"Result":
                self.result = result_of(value)
            elif name == b"TimeControl":
                for c in value:
                    self.control = (self.control ^ c) * 16777619 & 0xFFFFFFFF
                behind = value.partition(b"+")[2]
                five = 1 <= len(behind) <= 5 and all(48 <= c <= 57 for c in behind)
                self.added = int(behind) if five else 0
            elif name in NAMES:
                self.names[NAMES.index(name)] = value


class Place:
    """What is known of a comment (section 2)."""

    __slots__ = ("ply", "side", "mark", "nth", "last", "pos", "move", "other")

    def __init__(self, ply, side, mark, nth, last, pos, move, other):
        self.ply = ply
        self.side = side
        self.mark = mark
        self.nth = nth
        self.last = last
        self.pos = pos              # Pos[0] to Pos[2], None where not known
        self.move = move            # the last move
        self.other = other          # the move of a variation that follows, or None


class Marks:
    """mark and nth; a step is its number of games.md, 5.4, pass it when it is over."""

    def __init__(self):
        self.mark = 0
        self.nth = 0

    def pass_mark(self, step, nag, glyph):
        if step in (COMMENT, LINE_COMMENT):
            self.nth += 1
        elif step in (NAG, GLYPH):
            mark = nag
            for c in glyph if step == GLYPH else b"":
                mark = 5 * mark + c & 0xFFFFFFFF
            self.mark = mark & 63 | 1
        elif step in (MOVE, NULL, WORD, OPEN, CLOSE):
            self.mark = 0
            self.nth = 0


class Comments:
    """Stream 9: groups."""

    def __init__(self, data, texts, limit):
        self.source = Source(data or b"")
        self.texts = texts
        self.limit = limit
        self.used = 0               # texts of groups so far
        self.left = 0               # games of the group at hand that are still to come
        self.group = None

    def begin_game(self, about):
        if self.left == 0:
            self._end_group()
            if self.source.left():
                self._begin_group()
        if self.group is not None:
            self.group.begin_game(about)

    def _begin_group(self):
        games = self.source.uvarint()
        if games > MAX_GAMES:
            raise Refused(DAMAGED, "a group of comments has too many games")
        self.left = GROUP * games if games else float("inf")
        n = self.source.uvarint()
        if n > len(self.texts) - self.used:
            raise Refused(DAMAGED, "a group of comments has too many texts")
        texts = self.texts[self.used:self.used + n]
        self.used += n
        self.group = Group(self.source.sized(), texts, self.limit)

    def _end_group(self):
        if self.group is not None:
            self.group.end()
        self.group = None

    def read(self, place):
        if self.group is None:
            raise Refused(DAMAGED, "a comment that is in no group")
        return self.group.read(place)

    def end_game(self):
        if self.group is not None:
            self.left -= 1

    def done(self):
        self._end_group()
        self.source.done("groups of comments")
        if self.used != len(self.texts):
            raise Refused(DAMAGED, "texts of comments are left over")


class Group:
    """The comments of some games."""

    def __init__(self, string, texts, limit):
        self.coder = Coder(string)
        self.texts = texts
        self.limit = limit
        self.taken = 0
        self.game = None
        self.numbers = Numbers(self.coder, self)
        self.lines = Lines(self.coder, self)
        self.templates = []
        self.places = {}            # of templates
        self.came = {}              # which template came last with a key
        self.misses = 0
        self.slots = []             # of the comment at hand, those before the one at hand

    def begin_game(self, about):
        self.about = about
        self.game = object()        # like no other
        self.first = [-1, -1]
        self.previous = None
        self.lines.begin_game()

    def end(self):
        if self.taken != len(self.texts):
            raise Refused(DAMAGED, "texts of a group of comments are left over")
        self.coder.finish()

    def next_text(self):
        if self.taken == len(self.texts):
            raise Refused(DAMAGED, "a text of a comment is missing")
        self.taken += 1
        return self.texts[self.taken - 1]

    def read(self, place):
        """The next comment."""
        self.place = place
        text = self._read()
        if len(text) > self.limit:
            raise Refused(DAMAGED, "a comment is longer than the frame's input")
        if trace.sink:
            trace.say("comment", repr(text))
        return text

    # --- Templates (section 4)

    def _read_template(self):
        """The number of the template, -1 if the comment is spelled."""
        place = self.place
        words = self.lines.words
        situation = place.mark | min(place.nth, 3) << 6
        if place.last == 1:
            situation |= 256 | self.about.result << 9
        own = (self.previous if place.nth else self.first[place.side]) + 1
        other = self.first[1 - place.side] + 1
        self.keys = ((situation, own, other), (situation, own), (situation,))
        tried = []
        for t, key in enumerate(self.keys):
            f = self.came.get(key, -1)
            asked = t == 0 or (key in self.came and f not in tried)
            tried.append(f)
            if asked and words.flag(0, t, self.misses, situation, own, other) == 1:
                self.misses = self.misses << 1 & 255
                return f
        self.misses = (self.misses << 1 | 1) & 255
        n = len(self.templates)
        v = words.number(1, digits(n), situation, own)
        if v > n:
            raise Refused(DAMAGED, "a template of a comment is not there")
        return -1 if v == 0 else n - v

    def _remember(self, number):
        for key in self.keys:
            if key in self.came or len(self.came) < MAX_PREDICTIONS:
                self.came[key] = number
        self.previous = number
        if self.place.nth == 0:
            self.first[self.place.side] = number

    # --- A comment (section 5)

    def _read(self):
        number = self._read_template()
        if number == -1:
            text = self.next_text()
            self._remember(self._learn(text))
            return text
        self._remember(number)
        template = self.templates[number]
        out = bytearray()
        self.slots = []
        for i, c in enumerate(template):
            if c == 0 or c > LAST_KIND:
                out.append(c)
                continue
            slot = Slot(c, key_of(template[:i]))
            if c < LINE:
                out += self.numbers.read_slot(slot)
            elif c == LINE:
                out += self.lines.read_line(slot)
            else:
                name = self.about.names[c - NAME]
                if name is None:
                    raise Refused(DAMAGED, "a comment has the value of a tag that is not there")
                out += name
            self.slots.append(slot)
        return bytes(out)

    def _learn(self, text):
        """Learns from a spelled comment; the number by which it is remembered."""
        parts = cut(text, self.about.names)
        if parts is None or parts[0] == b"":    # the empty template has no number
            return -1
        template, slots = parts
        if template not in self.places:
            if len(self.templates) >= MAX_TEMPLATES:
                return -1
            self.places[template] = len(self.templates)
            self.templates.append(template)
        if not slots:
            return -1
        for i, slot in enumerate(slots):
            self.slots = slots[:i]
            if slot.kind < LINE:
                self.numbers.learn_slot(slot)
            elif slot.kind == LINE:
                self.lines.learn_line(slot)
        return self.places[template]
