"""A server for looking at a site on this machine: loopback only, nothing cached.

It answers only requests that name this machine, so that a page from elsewhere cannot read
the site through a name of its own that points here.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any, BinaryIO

from hanabi_log.errors import Conflict, Problem
from hanabi_log.i18n import _

HOST = "127.0.0.1"
_HERE = {"127.0.0.1", "localhost", "[::1]"}
_TEXT = "; charset=utf-8"
TYPES = {
    **SimpleHTTPRequestHandler.extensions_map,
    ".html": f"text/html{_TEXT}",
    ".css": f"text/css{_TEXT}",
    ".js": f"text/javascript{_TEXT}",
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".csv": f"text/csv{_TEXT}",
    ".svg": "image/svg+xml",
    ".txt": f"text/plain{_TEXT}",
    ".atom": "application/atom+xml",
    ".xml": "application/xml",
    ".webmanifest": "application/manifest+json",
}


class Server:
    """A server that holds its port from the start and answers inside `answering`.

    `port` 0 takes any that is free. Raises Conflict when the port is taken.
    """

    def __init__(self, folder: str, port: int) -> None:
        try:
            self._http = _Quiet((HOST, port), partial(_Handler, directory=os.path.abspath(folder)))
        except OSError as error:
            raise Conflict(
                _("Port {port} cannot be used").format(port=port),
                [Problem(_("{reason}; --port 0 takes a free one").format(reason=error), "port")],
            ) from None

    @property
    def address(self) -> str:
        """Where the site is found."""
        return f"http://{HOST}:{self._http.server_port}/"

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Answer requests while the with-block runs."""
        thread = threading.Thread(target=self._http.serve_forever, args=(0.1,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._http.shutdown()
            thread.join()

    def close(self) -> None:
        """Give the port back."""
        self._http.server_close()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        # Browsers hang up whenever somebody turns to another page.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(SimpleHTTPRequestHandler):
    server_version = "hanabi-log"
    sys_version = ""
    extensions_map = TYPES

    def send_head(self) -> BytesIO | BinaryIO | None:
        host = (self.headers.get("Host") or "").rpartition(":")[0] or self.headers.get("Host")
        if host not in _HERE:
            self.send_error(HTTPStatus.FORBIDDEN)
            return None
        if any(part.startswith(".") for part in self.path.split("/")):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        # Whatever a browser kept from before, it gets the page as it is now.
        headers: Message = self.headers
        del headers["If-Modified-Since"]
        return super().send_head()

    def list_directory(self, path: Any) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = os.path.join(self.directory, "404.html")
        if code != HTTPStatus.NOT_FOUND or not os.path.exists(page):
            super().send_error(code, message, explain)
            return
        with open(page, "rb") as file:
            content = file.read()
        self.send_response(code)
        self.send_header("Content-Type", TYPES[".html"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal is for what was built."""
