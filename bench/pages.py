"""A server that serves a folder as GitHub Pages does: compressed, kept for ten minutes, and counted."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from build_snapshot import CONTENT_TYPES

# What Pages compresses; a zip is compressed already.
COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".py", ".svg", ".wasm", ".webmanifest"}


@cache
def body_of(file: Path) -> bytes:
    content = file.read_bytes()
    return gzip.compress(content, 6, mtime=0) if file.suffix in COMPRESSED else content


class Server(ThreadingHTTPServer):
    """Keeps what was asked for: (path, bytes sent), request by request."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.asked: list[tuple[str, int]] = []

    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing: a browser that is closed leaves its requests half done."""


class Handler(SimpleHTTPRequestHandler):
    """Answers GET alone."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        file = Path(self.translate_path(urlsplit(self.path).path))
        if file.is_dir():
            file /= "index.html"
        if not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body = body_of(file)
        tag = f'"{file.stat().st_mtime_ns:x}"'
        same = self.headers.get("If-None-Match") == tag
        self.send_response(HTTPStatus.NOT_MODIFIED if same else HTTPStatus.OK)
        self.send_header("Content-Type", CONTENT_TYPES.get(file.suffix, "application/octet-stream"))
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("ETag", tag)
        if not same:
            if file.suffix in COMPRESSED:
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if not same:
            self.wfile.write(body)
        self.server.asked.append((urlsplit(self.path).path, 0 if same else len(body)))

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def served(site: Path) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """The address of a folder, and what has been asked for so far: (path, bytes sent)."""
    server = Server(site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server.asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
