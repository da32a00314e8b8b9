"""The learned code of positions: positions.md, section 8.1. The choices are in boardwalk.py.

    read_position(r, model)         a position by the learned code; r: a schemes.BitReader
    position_bits(p, model)         how many bits p takes by it
"""

from . import lists, schemes, trace
from .board import KING
from .boardwalk import Walk
from .refused import DAMAGED, Refused
from .trailer import castling_rooks, jumped, read_trailer, rights_among, trailer_bits

TOP, LEAST = 1 << 56, 1 << 48
ESCAPE = lists.limit("LEARNED_BOARD_ESCAPE")
# Bits of a position that is written out, without its trailer.
WRITTEN_OUT = ESCAPE + lists.limit("LEARNED_BOARD_BITS")
FIRST = [65536 - (65536 >> ESCAPE), 65536 >> ESCAPE]


class WordReader:
    """Reads a code word, bit by bit; a chooser of boardwalk.Walk."""

    def __init__(self, r):
        self.r = r
        self.low = 0
        self.width = TOP
        self.code = 0
        self.free = 56
        self.taken = 0

    def choose(self, f):
        width, code, free = self.width, self.code, self.free
        r = width >> 16
        c = i = 0
        while True:
            above = width if c + f[i] == 65536 else r * (c + f[i])
            if code >= above:
                c += f[i]
                i += 1
            elif code + (1 << free) <= above:
                break
            else:
                free -= 1
                self.taken += 1
                code += self.r.read(1) << free
        code -= r * c
        low = (self.low + r * c) % TOP
        width = width - r * c if c + f[i] == 65536 else r * f[i]
        while width < LEAST:
            code <<= 8
            low = (low << 8) % TOP
            width <<= 8
            free += 8
        self.low, self.width, self.code, self.free = low, width, code, free
        return i

    def bit(self, f, features, stage, answer):
        return self.told(f"stage {stage}", f, self.choose(f))

    def piece(self, f, features, s, things, pawns, answer):
        return self.told(f"square {s} of {things}", f, self.choose(f))

    def square(self, f, features, free, c, answer):
        return self.told(f"king {c} of {free}", f, self.choose(f))

    def told(self, what, f, i):
        if trace.sink:
            trace.say(f"learned code: {what}, frequencies {f} = {i}, bits {self.taken}")
        return i

    def shortest(self):
        """Whether a writer would have written these bits."""
        n, above = shortest(self.low, self.width)
        return self.code == above and self.free == n


def shortest(low, width):
    """How many bits of low's 56 a writer leaves out at the end, and what it adds to low."""
    for n in range(56, -1, -1):
        unit = 1 << n
        above = (low + unit - 1) // unit * unit - low
        if above + unit - 1 < width:
            break
    return n, above


class WordMeasure:
    """Counts the bits of a code word; a chooser of boardwalk.Walk that takes the answers."""

    def __init__(self):
        self.low = 0
        self.width = TOP
        self.digits = 0

    def choose(self, f, answer):
        c = sum(f[:answer])
        r = self.width >> 16
        self.low = (self.low + r * c) % TOP
        if c + f[answer] == 65536:
            self.width -= r * c
        else:
            self.width = r * f[answer]
        while self.width < LEAST:
            self.low = (self.low << 8) % TOP
            self.width <<= 8
            self.digits += 1
        return answer

    def bit(self, f, features, stage, answer):
        return self.choose(f, answer)

    def piece(self, f, features, s, things, pawns, answer):
        return self.choose(f, answer)

    def square(self, f, features, free, c, answer):
        return self.choose(f, answer)

    def bits(self):
        return 8 * self.digits + 56 - shortest(self.low, self.width)[0]


def damaged(message):
    raise Refused(DAMAGED, message)


def read_position(r, model):
    word = WordReader(r)
    if word.choose(FIRST) == 1:
        p = schemes.position_of(schemes.read_base13(r))
        read_trailer(p, True, r)
        if word_bits(p, model) is not None and word_bits(p, model) <= WRITTEN_OUT + trailer_bits(p, True):
            damaged("a position is written out whose word is not longer")
        return p
    walk = Walk(model, word)
    p = walk.run()
    if walk.form and rights_among(p, walk.standard):
        damaged("rights in the form of Chess960 that need it not")
    if not word.shortest():
        damaged("a code word that is not the shortest")
    if word.taken > WRITTEN_OUT + trailer_bits(p, True):
        damaged("a code word of a position that should be written out")
    return p


def holds(p):
    """Whether the choices can say p."""
    for c in (0, 1):
        if p.men[c][KING].bit_count() != 1:
            return False
    if (p.men[0][1] | p.men[1][1]) & 0xFF000000000000FF:
        return False
    if p.ep > 0 and p.ep not in jumped(p):
        return False
    wide, standard = castling_rooks(p)
    return rights_among(p, standard) or rights_among(p, wide)


def word_bits(p, model):
    """The length of the word of p; None if the choices cannot say p."""
    if not holds(p):
        return None
    measure = WordMeasure()
    measure.choose(FIRST, 0)
    Walk(model, measure, p).run()
    return measure.bits()


def position_bits(p, model):
    written = WRITTEN_OUT + trailer_bits(p, True)
    n = word_bits(p, model)
    return written if n is None else min(n, written)
