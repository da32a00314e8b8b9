"""Every decision of a decoder with its context, for who looks for his first difference.

    string 31 bytes                  a string of the range coder begins
    tags.values 0: misses4=0 ...     the contexts of what follows: table, choice, fields
    script departures False          a model of the script and what it depends on
      bit 32768 1                    a bit, and its probability of a 1 in 1/65536
      symbol 300 200                 a symbol of 200 parts of 65,536 after 300 parts
    ranked 123: e2e4 d2d4 ...        the fast level: number of the code, moves in order
    parts 20000 12000 ...            the learned level: the frequencies of the legal moves
"""

from . import fast, learned, mixed, rangecoder, script
from .spelling import name


def _before(owner, method, line, write):
    """Writes a line before each call of a method."""
    call = getattr(owner, method)

    def traced(*args):
        write(line(*args))
        return call(*args)
    setattr(owner, method, traced)


def _after(owner, method, line, write):
    """Writes a line of the result and the arguments after each call of a method."""
    call = getattr(owner, method)

    def traced(*args):
        out = call(*args)
        text = line(out, *args)
        if text:
            write(text)
        return out
    setattr(owner, method, traced)


def _use(model, number, *values):
    choice = model.table[number]
    fields = (f"{field}={value & mask}" for field, value, mask in zip(choice.places, values, choice.masks))
    return " ".join((f"{choice.table} {number}:", *fields))


def _move(m):
    return name(m & 63) + name(m >> 6 & 63) + "  nbrq"[m >> 12].strip()


def on(write):
    """Makes all decoders say what they do from now on."""
    decoder = rangecoder.Decoder
    _before(decoder, "__init__", lambda self, data: f"string {len(data)} bytes", write)
    _after(decoder, "bit", lambda b, self, p: f"  bit {p} {b}", write)
    _before(decoder, "take", lambda self, c, f: f"  symbol {c} {f}", write)
    _before(mixed.Model, "use", _use, write)
    for method in ("bit", "number", "tree"):
        _before(script.Script, method, lambda self, *key: "script " + " ".join(str(x) for x in key), write)
    _after(fast.Ranked, "__init__", lambda _, self, *args: f"ranked {self.code}: " + " ".join(_move(m) for m in self.moves), write)
    _after(learned, "frequencies", lambda f, scores: "parts " + " ".join(str(x) for x in f), write)
