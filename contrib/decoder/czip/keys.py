"""Keys: positions.md, section 3.3.

    read_key(data)      the position of a key
"""

from . import numbering
from .refused import DAMAGED, Refused
from .rules import legal_ep

KEY_SIZE = 20


def read_key(data):
    """The position of a key of 20 bytes; clock 0, number 1."""
    if len(data) != KEY_SIZE:
        raise Refused(DAMAGED, "a key of a wrong length")
    n = int.from_bytes(data, "big")
    if n == 0:
        raise Refused(DAMAGED, "a key of zeros")
    p = numbering.numbered_position(n - 1)
    if p.ep and not legal_ep(p):
        raise Refused(DAMAGED, "a key with an en passant square on which no capture is legal")
    return p
