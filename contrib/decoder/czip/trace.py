"""The trace: every decision with its context, for who compares two decoders step by step.

    trace.sink    None, or a function that takes a line of text; `decode --trace` sets it
    trace.bits    None, or a list to which the range coder appends (probability, bit) of
                  every bit that it reads
    trace.took    the last symbol that the range coder took, as a text
    trace.say()   a line of a reader of one's own; call it only as `if trace.sink: trace.say(...)`.
                  Lines that begin with # begin a part, such as a stream

Models, Bits, Trees and Numbers trace themselves: a line has table and choice, the fields
with their values, the value that was read, and its bits.
"""

import sys

sink = None
bits = None
took = ""


def start(write=None):
    """Begins to trace, to standard error if nothing else is said."""
    global sink, bits
    sink = write or (lambda line: print(line, file=sys.stderr))
    bits = []


def stop():
    global sink, bits
    sink = bits = None


def say(*parts):
    """One line, if somebody listens."""
    if sink:
        sink(" ".join(str(x) for x in parts))


def decision(what, fields, value):
    """A value that was read, with the bits since the last decision."""
    global bits
    line = f"{what} {fields} = {value}" if fields else f"{what} = {value}"
    if bits:
        line += " | " + " ".join(f"{p}:{b}" for p, b in bits)
        bits.clear()
    sink(line)
