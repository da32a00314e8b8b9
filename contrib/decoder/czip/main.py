"""The program `decode`.

    decode ARCHIVE              the input that an archive stands for, to standard output
    decode --trace ARCHIVE      the same, with every decision to standard error
    decode --save ARCHIVE       what can be saved of a damaged file; says what is missing
    decode -x ARCHIVE           what each byte of an archive is
    decode -t ARCHIVE           the table of openings of an archive
    decode --vectors vectors/layers [FILE...] [--only NAME]
                                checks the vectors of layers, or those of some files, or those
                                blocks whose names have NAME
    decode --archives vectors   checks the archives beside them: plain files, dumps, refusals
    decode --worked ARCHIVE DOCUMENT
                                the document with the archive's trace in its blocks
    decode --files              compares the data files with docs/spec/lists/files.txt
"""

import os
import sys

from . import trace
from .refused import Refused


def main(arguments):
    """Gives the exit status: 0; 1 if something differs or was refused; 2 for a wrong call."""
    words = list(arguments)
    if "--trace" in words:
        words.remove("--trace")
        trace.start()
    only = ""
    if "--only" in words:
        at = words.index("--only")
        only = words[at + 1]
        del words[at:at + 2]
    sys.setrecursionlimit(20000)
    if words[:1] == ["--vectors"] and len(words) >= 2:
        from . import vectors
        return 0 if vectors.run(words[1], words[2:], only) else 1
    if words[:1] == ["--archives"] and len(words) == 2:
        from . import check_archives
        return 0 if check_archives.check_folder(words[1]) else 1
    if words[:1] == ["--worked"] and len(words) == 3:
        from . import worked
        print(worked.filled(_read(words[2]).decode(), _read(words[1])), end="")
        return 0
    if words == ["--files"]:
        from . import check_coding
        wrong = check_coding.check_files()
        print("\n".join(wrong) or "all data files are those of files.txt")
        return 1 if wrong else 0
    if len(words) == 2 and words[0] == "--save":
        return _save(words[1])
    if len(words) == 2 and words[0] in ("-x", "-t"):
        return _safely(_tool, words[0], words[1])
    if len(words) == 1 and not words[0].startswith("-"):
        return _safely(_decode, words[0])
    print(__doc__.strip(), file=sys.stderr)
    return 2


def _safely(function, *arguments):
    try:
        function(*arguments)
    except Refused as refused:
        sys.stdout.flush()
        print(f"{arguments[-1]}: refused: {refused}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    return 0


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _write(line):
    sys.stdout.write(line + "\n")


def _decode(path):
    from . import container
    for part in container.inputs(_read(path)):
        sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()


def _save(path):
    from . import container, find
    told = []

    def tell(text):
        told.append(text)
        print(f"{path}: {text}", file=sys.stderr)

    for part in find.saved_inputs(_read(path), tell):
        sys.stdout.buffer.write(part)
    try:
        for _ in container.parts(_read(path)):
            pass
    except Refused as refused:
        tell(f"as a whole it is refused: {refused}")
    return 1 if told else 0


def _tool(option, path):
    if option == "-x":
        from . import dump
        dump.dump(_read(path), _write)
    else:
        from . import indexes
        indexes.opening_table(_read(path), _write)
