"""Checks of rangecoder.txt, models.txt and texts.txt: coding.md."""

from . import lists, trace
from .coding import Bit, Coder, Number, Tree
from .columns import read_column, read_together
from .models import SQUASH, STRETCH, Model, squash, stretch
from .rangewriter import Writer
from .vectors import all_of, one, same, text


class Both(Coder):
    """Reads a string and writes it again, with the same choices."""

    def __init__(self, data):
        super().__init__(data)
        self.writer = Writer()

    def read_bit(self, p):
        b = super().read_bit(p)
        self.writer.write_bit(b, p)
        return b

    def take(self, c, f):
        super().take(c, f)
        self.writer.write_symbol(c, f)


def _step(coder, choice, bit, tree, number):
    """Reads the value of a step, and gives what the step says of it."""
    what, *numbers = choice.split(" ")
    numbers = [int(x) for x in numbers if x != "|"]
    if what == "bit":
        return f"bit {coder.read_bit(numbers[1])} {numbers[1]}"
    if what == "symbol":
        c, f = numbers
        at = coder.peek()
        coder.take(c, f)
        return choice if c <= at < c + f else f"place {at}"
    if what == "raw":
        return f"raw {coder.read_raw(numbers[1])} {numbers[1]}"
    if what == "Bit":
        return f"Bit {bit.read(coder)} | {bit.p} {bit.n}"
    if what == "Tree":
        return f"Tree {tree.read(coder)}"
    return f"Number {number.read(coder)}"


def check_rangecoder(block):
    string = bytes.fromhex(one(block, "string"))
    coder = Both(string)
    bit, tree, number = Bit(), Tree(), Number()
    broken = one(block, "refused") is not None
    for i, step in enumerate(all_of(block, "step")):
        if broken:                              # then the steps have no state
            _step(coder, step, bit, tree, number)
            continue
        choice, state = step.rsplit(" | ", 1)
        got = _step(coder, choice, bit, tree, number)
        w = coder.writer
        got += f" | {w.low:014x} {w.width:014x} {w.out.hex() or '-'}"
        same(f"step {i}", got, f"{choice} | {state}")
    coder.finish()
    same("string", coder.writer.finish().hex(), string.hex())


def _own_table(block):
    """The table that the lines choice and contexts say."""
    table = lists.Table("own")
    number = 0
    for key, value in block:
        if key == "choice":
            fields = [f.split(":") for f in value.split()]
            table.choices.append(lists.Choice(len(table.choices), "own",
                                              [(n, int(w)) for n, w in fields]))
        elif key == "contexts":
            choice = table.choices[-1]
            names = [f[0] for f in choice.fields]
            for context in value.split("|"):
                number += 1
                places = [names.index(x) for x in context.split() if x != "-"]
                choice.contexts.append((number, places))
    return table


def _check_scale(block):
    for line in all_of(block, "squash"):
        x, y = map(int, line.split(" | "))
        same(f"squash({x})", squash(x), y)
    for line in all_of(block, "stretch"):
        p, y = map(int, line.split(" | "))
        same(f"stretch({p})", stretch(p), y)
    sums = [sum((i + 1) * x for i, x in enumerate(table)) & 0xFFFFFFFF for table in (SQUASH, STRETCH)]
    same("sums", sums, [int(x) for x in one(block, "sums").split(" ")])


def check_models(block):
    if one(block, "sums"):
        return _check_scale(block)
    coder = Coder(bytes.fromhex(one(block, "string")))
    model = Model(coder, _own_table(block), int(one(block, "size")), int(one(block, "limit")))
    last = 0
    for i, want in enumerate(one(block, "flags", "")):
        model.use(0, last, i % 8)
        last = model.flag()
        same(f"flag {i}", str(last), want)
    for i, line in enumerate(all_of(block, "value")):
        use, value, want = line.split(" | ")
        kind, _, extra = value.split(" ")
        extra = int(extra)
        trace.bits = bits = []
        if kind != "Below":
            model.use(*map(int, use.split(" ")))
        if kind == "Flag":
            got = model.flag()
        elif kind == "Index":
            got = model.index(digits=extra)
        elif kind == "Number":
            got = model.number()
        elif kind == "Signed":
            got = model.signed()
        else:
            got = model.below(extra)
        trace.bits = None
        shown = " ".join(f"{p}:{b}" for p, b in bits) or "-"
        same(f"value {i}", f"{kind} {got} {extra} | {shown if want != '?' else want}", f"{value} | {want}")
    coder.finish()


def check_texts(block):
    column = one(block, "column")
    if column is None:
        body = read_together(bytes.fromhex(one(block, "stream")))
        return same("body", body.hex(), one(block, "body", ""))
    want = []
    for key, value in block:
        if key == "value":
            want.append(text(value))
        elif key == "repeat":
            value, times = value.rsplit(", ", 1)
            want += [text(value)] * int(times.split(" ")[0])
    count = one(block, "count")
    got = read_column(bytes.fromhex(column), int(one(block, "limit", 1 << 20)), int(count) if count else None)
    return same("values", got, want)


def check_contexts(block):
    model = Model(None, one(block, "table"), 2, 1)
    for line in all_of(block, "hashes"):
        values, want = line.split(" | ")
        model.use(int(one(block, "choice")), *([] if values == "-" else map(int, values.split())))
        same(f"hashes of {values}", " ".join(f"{h:08x}" for h in model.context), want)


def check_files():
    """The data files against files.txt: what differs."""
    wrong = []
    for path in lists.files():
        try:
            lists.data(path)
        except ValueError as e:
            wrong.append(str(e))
    return wrong


CHECKS = {"contexts.txt": check_contexts, "rangecoder.txt": check_rangecoder, "models.txt": check_models,
          "texts.txt": check_texts}
