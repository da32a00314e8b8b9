"""Forks, spawned processes, threads and Ctrl-C. The time limits only end what hangs."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import chesszip
from chesszip import _program

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
        """A child opens its archives again; what its parent has begun it cannot go on with."""
        done = python("""
            import gc, os, sys, chesszip
            archive = chesszip.open(sys.argv[1])
            begun = archive.games()
            next(begun)
            pid = os.fork()
            if pid == 0:
                try:
                    list(begun)
                except chesszip.ChesszipError as err:
                    print("forked" in str(err), flush=True)
                print(len(archive[3].moves) > 0, len(chesszip.open(sys.argv[1])), flush=True)
                del begun, archive
                gc.collect()
                sys.exit(7)
            _, status = os.waitpid(pid, 0)
            print(os.WEXITSTATUS(status), sum(1 for _ in begun), len(list(archive)))
        """)
        self.assertEqual(done.stdout, "True\nTrue 1250\n7 1249 1250\n")

    def test_pool(self):
        done = python("""
            import sys, chesszip
            from multiprocessing import get_context
            def work(name):
                with chesszip.open(name) as archive:
                    return len(archive)
            if __name__ == "__main__":
                chesszip.open(sys.argv[1])
                with get_context("fork").Pool(2) as pool:
                    print(pool.map(work, [sys.argv[1]] * 4))
        """)
        self.assertEqual(done.stdout, "[1250, 1250, 1250, 1250]\n")

    def test_while_another_thread_calls(self):
        done = python("""
            import os, sys, chesszip
            from chesszip import _program
            chesszip.open(sys.argv[1])
            _program._state.lock.acquire()   # as a thread that starts the program
            _program.current()._lock.acquire()   # as one that makes a call
            pid = os.fork()
            if pid == 0:
                print(len(chesszip.open(sys.argv[1])), flush=True)
                os._exit(0)
            os.waitpid(pid, 0)
        """)
        self.assertEqual(done.stdout, "1250\n")

    def test_program_ends_with_its_process(self):
        done = python("""
            import os, sys, chesszip
            from chesszip import _program
            chesszip.open(sys.argv[1])
            print(_program.current()._process.pid, flush=True)
            os.kill(os.getpid(), 9)
        """)
        for _ in range(100):
            try:
                os.kill(int(done.stdout), 0)
            except ProcessLookupError:
                return
            time.sleep(0.1)
        self.fail("the program is still there")


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
        """While a call waits, other threads run, and make calls."""
        with chesszip.open(DATA / "slow.czip") as archive, _program.task(archive._program, "count", archive=archive._number, pattern=b"Na1 Nh8 na8") as answer:
            waiting = threading.Thread(target=lambda: _quietly(answer))
            waiting.start()
            for _ in range(20):
                self.assertEqual(len(archive[1].tags), len(archive[1].tags))
            self.assertTrue(waiting.is_alive())
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


class Calls(unittest.TestCase):
    """Wrong use of the program is an error, and does not end it."""

    def test_wrong(self):
        with chesszip.open(SAMPLE) as archive:
            program = archive._program
            for call, request in {"info": {"archive": 10**15}, "next": {}, "count": {"archive": -1}, "none": {"archive": archive._number}}.items():
                with self.subTest(call), self.assertRaisesRegex(ValueError, "no such handle|no call is called"):
                    _program.value(program, call, **request)
            with self.assertRaises(ValueError):
                _program.value(program, "games", archive=archive._number, want=2**70)
            self.assertIs(_program.current(), program)

    def test_program_that_was_ended(self):
        """A new one opens the archive again."""
        with chesszip.open(SAMPLE) as archive:
            begun = archive.games()
            next(begun)
            archive._program._process.kill()
            archive._program._process.wait()
            with self.assertRaisesRegex(chesszip.ChesszipError, "has ended"):
                list(begun)
            self.assertEqual(archive[16].number, 17)

    def test_nothing_is_left(self):
        """What was begun and not ended is closed with its iterator."""
        with chesszip.open(SAMPLE) as archive:
            for _ in range(50):
                begun = archive.games()
                next(begun)
            del begun
            gc.collect()
            self.assertEqual(len(list(archive)), 1250)


if __name__ == "__main__":
    unittest.main()
