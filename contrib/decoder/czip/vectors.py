"""The vectors of vectors/layers: vectors/README.md says their form.

Each module check_*.py has CHECKS, a map from names of files to functions; one gets a block, a
list of (key, value), both as they stand in the file. It raises AssertionError if something
differs, or Refused, or returns a text that says why it was skipped.
"""

import importlib
import os
import pkgutil
import sys
import time

from . import lists
from .refused import Refused


def text(value):
    """The bytes of a text: itself, but for \\x and two hexadecimal digits."""
    return lists.unescape(value)


def show(data):
    """A text as the vectors have it, for messages."""
    out = []
    for i, c in enumerate(data):
        blank = c == 0x20 and i == len(data) - 1
        out.append(f"\\x{c:02x}" if c < 0x20 or c > 0x7E or c == 0x5C or blank else chr(c))
    return "".join(out)


def all_of(block, key):
    """The values of a key, in order."""
    return [v for k, v in block if k == key]


def one(block, key, default=None):
    """The value of a key that stands at most once."""
    found = all_of(block, key)
    assert len(found) <= 1, "more than one " + key
    return found[0] if found else default


def same(what, got, want):
    """Raises AssertionError where got is not want."""
    if got != want:
        g, w = str(got), str(want)
        at = next((i for i, (a, b) in enumerate(zip(g, w)) if a != b), min(len(g), len(w)))
        begin = max(at - 40, 0)
        raise AssertionError(f"{what}: at {at}: got ...{g[begin:at + 120]}, "
                             f"not ...{w[begin:at + 120]}")


def blocks(path):
    """The blocks of a file."""
    out = []
    now = []
    with open(path, encoding="latin-1", newline="\n") as file:
        for line in file.read().split("\n"):
            if line.startswith("#"):
                continue
            if line == "":
                if now:
                    out.append(now)
                now = []
                continue
            key, _, value = line.partition(":")
            now.append((key, value[1:] if value.startswith(" ") else value))
    if now:
        out.append(now)
    return out


def checks():
    """All CHECKS of all modules check_*.py."""
    out = {}
    folder = os.path.dirname(os.path.abspath(__file__))
    for module in sorted(pkgutil.iter_modules([folder]), key=lambda m: m.name):
        if module.name.startswith("check_"):
            try:
                found = importlib.import_module("." + module.name, __package__)
                out.update(found.CHECKS)
            except Exception as error:      # one that cannot be read must not stop the others
                print(f"{module.name}: {type(error).__name__}: {error}")
    return out


def check_block(check, block):
    """None if all is the same, else what differs; or a text that begins with "skipped"."""
    want = one(block, "refused")
    try:
        said = check(block)
    except Refused as refused:
        if want is None:
            return f"refused: {refused}"
        return None if refused.class_ == want else f"refused as {refused}, not as {want}"
    except AssertionError as error:
        return f"differs: {error}"
    except NotImplementedError as error:
        return f"skipped: not implemented {error}"
    except Exception as error:
        where = error.__traceback__
        while where.tb_next:
            where = where.tb_next
        place = f"{os.path.basename(where.tb_frame.f_code.co_filename)}:{where.tb_lineno}"
        return f"{type(error).__name__} at {place}: {error}"
    if said is not None:
        return said
    return None if want is None else f"was not refused as {want}"


def run(folder, names=(), only=""):
    """Checks the files of a folder, or those named; only: a part of the names of blocks. Prints
    what differs, and counts. Gives whether all was the same."""
    known = checks()
    fine = True
    for name in sorted(names or (f for f in os.listdir(folder) if f.endswith(".txt"))):
        name = os.path.basename(name)
        begin = time.time()
        counts = {"same": 0, "different": 0, "skipped": 0}
        for block in blocks(os.path.join(folder, name)):
            if only not in block[0][1]:
                continue
            said = check_block(known[name], block) if name in known else "skipped: no check"
            if said is None:
                counts["same"] += 1
                continue
            kind = "skipped" if said.startswith("skipped") else "different"
            counts[kind] += 1
            if name in known:
                print(f"{name}: {block[0][1]}: {said[:600]}")
                sys.stdout.flush()
        fine = fine and counts["different"] == counts["skipped"] == 0
        print(f"{name}: " + ", ".join(f"{n} {k}" for k, n in counts.items())
              + f" ({time.time() - begin:.1f} s)")
        sys.stdout.flush()
    return fine
