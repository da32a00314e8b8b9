"""Batches as NumPy arrays, that share the memory of an answer."""

from __future__ import annotations

from typing import Any

from . import _program
from ._types import GameBatch, PositionBatch

try:
    import numpy
except ImportError as err:
    raise ImportError("batches and positions need NumPy: apt-get install python3-numpy, or pip install numpy") from err


def _array(b: _program.Answer, name: str, before: int = 0) -> Any:
    """Returns a column as an array, with some zeros before it."""
    column = b.columns[name]
    form = numpy.dtype(column["type"])
    array = numpy.frombuffer(b.data, form, column["size"] // form.itemsize, column["from"])
    if before:
        array = numpy.concatenate([numpy.zeros(before, form), array])
    return array if column["width"] < 2 else array.reshape(-1, column["width"])


def game_batch(b: _program.Answer) -> GameBatch:
    flags = _array(b, "flags")
    starts = {}
    if b.columns["start"]["size"]:
        text = b.bytes("start")
        starts = {i: text[low:high].decode("ascii") for i, (low, high) in enumerate(b.spans("start_ends")) if low < high}
    return GameBatch(
        numbers=_array(b, "number"),
        results=_array(b, "result"),
        offsets=_array(b, "ply_ends", before=1),
        moves=_array(b, "moves"),
        clocks=_array(b, "clocks") if "clocks" in b.columns else None,
        evals=_array(b, "evals") if "evals" in b.columns else None,
        known=flags & 1 != 0,
        starts=starts,
    )


def position_batch(b: _program.Answer, layout: str) -> PositionBatch:
    return PositionBatch(_array(b, layout), *(_array(b, name) for name in PositionBatch._fields[1:]))
