"""Archives at addresses, from a server that counts what it sends."""

import http.server
import re
import threading
import unittest

import chesszip

from . import DATA


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.requests += 1
        path = DATA / self.path.partition("?")[0].strip("/")
        if not path.is_file():
            self.send_error(404)
            return
        data = path.read_bytes()
        found = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        low, high = 0, len(data)
        if found and self.server.ranges:
            first, last = found.groups()
            low = int(first) if first else max(0, len(data) - int(last))
            high = min(int(last) + 1, len(data)) if first and last else len(data)
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {low}-{high - 1}/{len(data)}")
        else:
            self.send_response(200)
        self.send_header("ETag", f'"{len(data)}"')
        self.send_header("Content-Length", str(high - low))
        self.end_headers()
        self.wfile.write(data[low:high])
        self.server.sent += high - low

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # a client need not wait for all that it has asked for


class Remote(unittest.TestCase):
    def setUp(self):
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.requests, self.server.sent, self.server.ranges = 0, 0, True
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.address = f"http://user:secret@127.0.0.1:{self.server.server_port}/"

    def tearDown(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def test_reading(self):
        name = "sample-index.czip"
        with chesszip.open(DATA / name) as local, chesszip.open(self.address + name + "?key=secret") as archive:
            self.assertEqual(archive[700], local[700])
            self.assertLessEqual(self.server.requests, 3)
            self.assertEqual(list(archive.games(start=100, stop=300)), local[100:300])
            self.assertNotIn("secret", repr(archive))
            with self.assertRaisesRegex(ValueError, "append writes to a file"):
                archive.append(b"")
            self.assertEqual(len(archive), len(local))

    def test_errors(self):
        for name in ("none.czip?key=secret", "binary?key=secret"):
            (DATA / "binary").write_bytes(bytes(range(256)) * 100)
            with self.assertRaises(chesszip.ChesszipError) as caught:
                chesszip.open(self.address + name)
            self.assertNotIn("secret", str(caught.exception))
        self.server.ranges = False
        with self.assertRaisesRegex(chesszip.ChesszipError, "ranges"):
            chesszip.open(self.address + "sample-1.czip")


if __name__ == "__main__":
    unittest.main()
