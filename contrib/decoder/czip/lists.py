"""The generated lists in docs/spec/lists, and the data files that they name: SPEC.md, section 1.

Everything is read once, when it is first asked for.
"""

import functools
import os

from . import basics


@functools.lru_cache(None)
def root():
    """The folder that has docs/spec/lists: CZIP_ROOT, else the nearest one above this file."""
    given = os.environ.get("CZIP_ROOT")
    if given:
        return given
    at = os.path.dirname(os.path.abspath(__file__))
    while not os.path.isdir(os.path.join(at, "docs", "spec", "lists")):
        above = os.path.dirname(at)
        if above == at:
            raise FileNotFoundError("no folder above has docs/spec/lists; set CZIP_ROOT")
        at = above
    return at


@functools.lru_cache(None)
def lines(name):
    """The lines of a list, such as "limits.txt", without comments and empty lines."""
    path = os.path.join(root(), "docs", "spec", "lists", name)
    with open(path, encoding="latin-1", newline="\n") as file:
        text = file.read()
    return [x for x in text.split("\n") if x != "" and not x.startswith("#")]


def unquote(text):
    """The bytes of a text in quotation marks, in which \\x and two digits are a byte."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        raise ValueError("not in quotation marks: " + text)
    return unescape(text[1:-1])


def unescape(text):
    """The bytes of a text in which \\x and two hexadecimal digits are a byte."""
    parts = text.split("\\x")
    out = parts[0].encode("latin-1")
    for part in parts[1:]:
        out += bytes([int(part[:2], 16)]) + part[2:].encode("latin-1")
    return out


@functools.lru_cache(None)
def limits():
    """limits.txt: a map from names to numbers."""
    out = {}
    for line in lines("limits.txt"):
        name, value = line.split(" ")[:2]
        out[name] = int(value)
    return out


def limit(name):
    """One line of limits.txt: limit("MAX_STREAMS") is 256."""
    return limits()[name]


class Choice:
    """A choice of a table: number, what is coded, fields as (name, width), and contexts as
    (number, list of the places of their fields)."""

    def __init__(self, number, what, fields):
        self.number = number
        self.what = what
        self.fields = fields
        self.contexts = []


class Table:
    """A table of choices (coding.md, 4.1): its name, and choices by their numbers."""

    def __init__(self, name):
        self.name = name
        self.choices = []


@functools.lru_cache(None)
def tables():
    """All tables of all lists contexts-*.txt, by their names, such as "comments.words"."""
    folder = os.path.join(root(), "docs", "spec", "lists")
    out = {}
    for name in sorted(os.listdir(folder)):
        if name.startswith("contexts-") and name.endswith(".txt"):
            out.update(_read_tables(lines(name)))
    return out


def _read_tables(rows):
    out = {}
    now = None
    for row in rows:
        if row.startswith("    "):
            number, *names = row.split()
            choice = now.choices[-1]
            places = {field[0]: i for i, field in enumerate(choice.fields)}
            choice.contexts.append((int(number), [places[x] for x in names if x != "-"]))
        elif row[0].isdigit():
            head, fields = row.rsplit(": ", 1)
            number, what = head.split(" ", 1)
            pairs = [f.rsplit(":", 1) for f in fields.split()]
            now.choices.append(Choice(int(number), what, [(a, int(w)) for a, w in pairs]))
            assert int(number) == len(now.choices) - 1, row
        else:
            now = out[row] = Table(row)
    return out


def table(name):
    """One table of choices by its name."""
    return tables()[name]


@functools.lru_cache(None)
def streams():
    """streams.txt: a list of (first kind, last kind, rule, document, name), which has each kind
    once."""
    out = []
    after = 0
    for line in lines("streams.txt"):
        first, last, rule, document, name = line.split(" ", 4)
        assert int(first) == after, line
        after = int(last) + 1
        out.append((int(first), int(last), rule, document, name))
    return out


def stream_rule(kind):
    """content, index, seal, passed-over or refused."""
    for first, last, rule, _, _ in streams():
        if first <= kind <= last:
            return rule
    return "refused"


@functools.lru_cache(None)
def methods():
    """methods.txt: a map from a method's number to (columns, document, name)."""
    out = {}
    for line in lines("methods.txt"):
        number, columns, document, name = line.split(" ", 3)
        out[int(number)] = (columns, document, name)
    return out


def _features(kind, fields):
    """The lines of features.txt of a kind: their first fields, and the rest of the line."""
    return [x.split(" ", fields + 1)[1:] for x in lines("features.txt") if x.startswith(kind + " ")]


@functools.lru_cache(None)
def quick_parts():
    """A map from the names of the parts of fast.bin to the first place of each."""
    out = {}
    after = 0
    for name, first, count in _features("quick", 2):
        assert int(first) == after, name
        out[name] = after
        after += int(count)
    assert after == limit("QUICK_WEIGHTS")
    return out


@functools.lru_cache(None)
def feature_names():
    """The names of the features of the learned levels, by number: first those that need no
    search."""
    out = []
    for kind, end in (("learned", "LEARNED_FEATURES"), ("search", "LEARNED_ALL_FEATURES")):
        for number, name in _features(kind, 1):
            assert int(number) == len(out), name
            out.append(name)
        assert len(out) == limit(end), kind
    return out


@functools.lru_cache(None)
def network_classes():
    """The classes of positions of the network: (first row, how many)."""
    out = []
    after = 0
    for number, first, count, name in _features("class", 3):
        assert (int(number), int(first)) == (len(out), after), name
        out.append((after, int(count)))
        after += int(count)
    assert after == limit("NETWORK_CLASSES")
    return out


@functools.lru_cache(None)
def board_choices():
    """A map from the choices of the learned code of boards to (salt, how many features,
    table)."""
    return {name: (int(salt), int(count), table)
            for salt, count, table, name in _features("board", 3)}


@functools.lru_cache(None)
def blobs():
    """blobs.txt: a list of (plain first byte, checked first byte, what follows)."""
    out = []
    for line in lines("blobs.txt"):
        plain, checked, what = line.split(" ", 2)
        out.append((int(plain, 16), int(checked, 16), what))
    return out


class File:
    """A line of files.txt."""

    def __init__(self, line):
        path, length, checksum, model, document, what = line.split(" ", 5)
        self.path = path
        self.length = int(length)
        self.checksum = int(checksum, 16)               # its XXH64
        self.model = None if model == "-" else int(model, 16)
        self.document = document
        self.what = what


@functools.lru_cache(None)
def files():
    """files.txt: a map from paths to File."""
    out = {}
    for line in lines("files.txt"):
        file = File(line)
        out[file.path] = file
    return out


@functools.lru_cache(None)
def data(path):
    """The bytes of a data file, unpacked; its length and checksum must be those of the list."""
    with open(os.path.join(root(), path), "rb") as file:
        content = file.read()
    if path.endswith(".zst"):
        content = basics.unzstd(content, files()[path].length)
    if len(content) != files()[path].length:
        raise ValueError(path + " has not the length that files.txt says")
    if basics.xxh64(content) != files()[path].checksum:
        raise ValueError(path + " has not the checksum that files.txt says")
    return content


def file_named(end):
    """The path of the file of files.txt whose path ends with this, such as "fast.bin"."""
    return next(path for path in files() if ("/" + path.removesuffix(".zst")).endswith("/" + end))


@functools.lru_cache(None)
def texts(name, dictionary):
    """A dictionary of a list of the form of texts-games.txt: its texts, bytes, by number."""
    out = []
    for line in lines(name):
        which, number, text = line.split(" ", 2)
        if which == dictionary:
            assert int(number) == len(out), line
            out.append(unquote(text))
    return out


@functools.lru_cache(None)
def letters():
    """letters.txt: a map from letters to what they are folded to."""
    return {chr(a): "".join(map(chr, to)) for a, *to in ([int(x, 16) for x in line.split(" ")]
                                                        for line in lines("letters.txt"))}
