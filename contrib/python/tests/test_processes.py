"""Forks, spawned processes, threads and Ctrl-C. The time limits only end what hangs."""

import ctypes
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import unittest

import chesszip
from chesszip import _native

from . import DATA

SAMPLE = str(DATA / "sample-1.czip")
LIMIT = 300


def count_plies(name):
    with chesszip.open(name) as archive:
        return sum(len(game.moves) for game in archive)


def plies_of(archive):
    return sum(len(game.moves) for game in archive)


def worker(name, shard, out):
    """A worker as those of PyTorch's DataLoader: it iterates over its shard of a data set."""
    with chesszip.open(name) as archive:
        for batch in archive.positions(shard=shard, rows=4096, window=10000):
            out.put((shard[0], len(batch.side)))
    out.put((shard[0], None))


def python(code, **more):
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code), SAMPLE], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT, **more)


class Forks(unittest.TestCase):
    def test_used_before(self):
        """A child of a process that has used the library is told to spawn; its objects can be
        dropped, and its parent goes on."""
        done = python("""
            import gc, os, sys, chesszip
            archive = chesszip.open(sys.argv[1])
            begun = archive.games()
            next(begun)
            pid = os.fork()
            if pid == 0:
                for use in (lambda: archive[0], lambda: chesszip.open(sys.argv[1]), lambda: list(begun), lambda: archive.close()):
                    try:
                        use()
                    except chesszip.ForkError as err:
                        print("spawn" in str(err), flush=True)
                del begun, archive
                gc.collect()
                print("child ends", flush=True)
                sys.exit(7)
            _, status = os.waitpid(pid, 0)
            print(os.WEXITSTATUS(status), sum(1 for _ in begun), len(list(archive)))
        """)
        self.assertEqual(done.stdout.split("\n")[-3:-1], ["child ends", "7 1249 1250"], done.stdout)
        self.assertEqual(done.stdout.count("True"), 3, done.stdout)

    def test_not_used_before(self):
        """A child of a process that has only imported the package loads it afresh."""
        done = python("""
            import os, sys, chesszip
            for _ in range(3):
                pid = os.fork()
                if pid == 0:
                    print(len(chesszip.open(sys.argv[1])[0].moves) > 0, flush=True)
                    os._exit(0)
                os.waitpid(pid, 0)
            print(len(chesszip.open(sys.argv[1])))
        """)
        self.assertEqual(done.stdout.split(), ["True", "True", "True", "1250"])

    def test_pool(self):
        done = python("""
            import multiprocessing, sys, chesszip
            from multiprocessing import get_context
            def work(name):
                with chesszip.open(name) as archive:
                    return len(archive)
            if __name__ == "__main__":
                with get_context("fork").Pool(2) as pool:
                    print(pool.map(work, [sys.argv[1]] * 4))
                chesszip.open(sys.argv[1])
                with get_context("fork").Pool(2) as pool:
                    try:
                        pool.map(work, [sys.argv[1]] * 4)
                    except chesszip.ForkError as err:
                        print("spawn" in str(err))
        """)
        self.assertEqual(done.stdout, "[1250, 1250, 1250, 1250]\nTrue\n")

    def test_while_another_thread_loads(self):
        done = python("""
            import os, sys, threading, chesszip
            from chesszip import _native
            _native._state.lock.acquire()   # as a thread that is loading the library
            _native._state.process = os.getpid()
            pid = os.fork()
            if pid == 0:
                try:
                    chesszip.open(sys.argv[1])
                except chesszip.ForkError:
                    print("told", flush=True)
                os._exit(0)
            os.waitpid(pid, 0)
        """)
        self.assertEqual(done.stdout, "told\n")


class Spawned(unittest.TestCase):
    def test_pool(self):
        want = count_plies(SAMPLE)
        with multiprocessing.get_context("spawn").Pool(2) as pool, chesszip.open(SAMPLE) as archive:
            self.assertEqual(pool.map(count_plies, [SAMPLE] * 3), [want] * 3)
            self.assertEqual(pool.map(plies_of, [archive] * 2), [want] * 2)  # opened again by its name

    def test_workers(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("NumPy is not installed")
        name = str(DATA / "long.czip")
        with chesszip.open(name) as archive:
            want = sum(len(batch.side) for batch in archive.positions())
        spawn = multiprocessing.get_context("spawn")
        out, n = spawn.Queue(maxsize=4), 2
        workers = [spawn.Process(target=worker, args=(name, (i, n), out)) for i in range(n)]
        for process in workers:
            process.start()
        got, ended = 0, 0
        while ended < n:
            _, rows = out.get(timeout=LIMIT)
            if rows is None:
                ended += 1
            else:
                got += rows
        for process in workers:
            process.join(LIMIT)
            self.assertEqual(process.exitcode, 0)
        self.assertEqual(got, want)


class Threads(unittest.TestCase):
    def test_one_archive(self):
        with chesszip.open(DATA / "sample-6.czip") as archive:
            want = [game.moves for game in archive]
            wrong = []

            def work(k):
                for i in range(k, len(want), 97):
                    if archive[i].moves != want[i]:
                        wrong.append(i)
                if k == 0 and [game.moves for game in archive] != want:
                    wrong.append("all")
                if k == 1 and archive.count("result:1-0") == 0:
                    wrong.append("count")

            threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
            for t in threads:
                t.start()
            for t in threads:
                t.join(LIMIT)
            self.assertFalse(any(t.is_alive() for t in threads))
            self.assertEqual(wrong, [])

    def test_gil_is_released(self):
        """While a call waits, other threads run."""
        counted = threading.Event()
        with chesszip.open(DATA / "slow.czip") as archive, _native.task("czip_count", archive._handle, b"Na1 Nh8 na8", b"") as answer:
            waiting = threading.Thread(target=lambda: _quietly(answer))
            waiting.start()
            counter = threading.Thread(target=lambda: (sum(range(100000)), counted.set()))
            counter.start()
            self.assertTrue(counted.wait(LIMIT))
            self.assertTrue(waiting.is_alive())
            handle = answer.__closure__  # the task is closed behind the with statement
            self.assertIsNotNone(handle)
        waiting.join(LIMIT)
        self.assertFalse(waiting.is_alive())


def _quietly(answer):
    try:
        answer()
    except (chesszip.ChesszipError, ValueError):
        pass  # closed by the other thread


class Interrupts(unittest.TestCase):
    def interrupted(self, use):
        process = subprocess.Popen(
            [sys.executable, "-c", f"import signal, sys, chesszip\nsignal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell\narchive = chesszip.open(sys.argv[1])\ntry:\n    print('begins', flush=True)\n    {use}\n"
             "    print('ended before')\nexcept KeyboardInterrupt:\n    print('interrupted', len(archive[:3]))", str(DATA / "slow.czip")],
            stdout=subprocess.PIPE, text=True,
        )
        self.assertEqual(process.stdout.readline(), "begins\n")
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=LIMIT)
        self.assertEqual(out, "interrupted 3\n")

    def test_count(self):
        self.interrupted("archive.count(find='Na1 Nh8 na8')")

    def test_explore(self):
        self.interrupted("archive.explore('8/8/8/4k3/8/8/4K3/4R3 w - - 0 1')")

    def test_find(self):
        self.interrupted("next(archive.find('Na1 Nh8 na8'))")

    def test_iteration(self):
        self.interrupted("list(archive)")


class Handles(unittest.TestCase):
    """Wrong use of the C interface is an error, never a crash."""

    def test_wrong(self):
        with chesszip.open(SAMPLE) as archive:
            value = ctypes.c_int64()
            for name, arguments in {
                "czip_close": (10**15,),
                "czip_wait": (archive._handle, 0, ctypes.byref(value)),
                "czip_size": (archive._handle, 0, ctypes.byref(value)),
                "czip_info": (0, 0, ctypes.byref(value)),
                "czip_count": (-1, b"", b"", ctypes.byref(value)),
            }.items():
                with self.subTest(name), self.assertRaisesRegex(ValueError, "no such handle"):
                    _native.call(name, *arguments)
            with self.assertRaisesRegex(chesszip.ChesszipError, "internal error"):
                _native.call("czip_info", archive._handle, 0, None)  # writes to NULL

    def test_sizes(self):
        with chesszip.open(SAMPLE) as archive:
            o = archive._options(_native.WANT_MOVES, None, None, 10, 1000)
            with _native.task("czip_games", archive._handle, ctypes.byref(o)) as answer, _native.Batch(answer()) as batch:
                room = ctypes.create_string_buffer(8)
                for column, size in ((0, 8), (99, 8), (-2, 8)):
                    with self.assertRaises(ValueError):
                        _native.call("czip_copy", batch._handle, column, room, size)

    def test_nothing_is_left(self):
        """What was begun and not ended is closed with its iterator."""
        with chesszip.open(SAMPLE) as archive:
            for _ in range(50):
                begun = archive.games()
                next(begun)
            del begun
            gc.collect()
            self.assertEqual(len(list(archive)), 1250)


class Versions(unittest.TestCase):
    def test_same(self):
        self.assertEqual(_native.version(), chesszip.__version__)


if __name__ == "__main__":
    unittest.main()
