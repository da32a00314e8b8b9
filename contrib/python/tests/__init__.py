"""Tests of chesszip. contrib/python/run makes the files that they read."""

import os
from pathlib import Path

DATA = Path(os.environ["CHESSZIP_PYTHON_DATA"])
SAMPLE = ("sample-1.czip", "sample-6.czip", "sample-index.czip", "sample.pgn")
