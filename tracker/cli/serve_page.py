"""The page of `tracker serve`, and the server behind it: one `tracker view` for each browser that looks.

Everything comes from this machine, fonts too. A page of somebody else may not open the players' screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import logging
import signal
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from string import Template
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server

from tracker.core.text import text
from tracker.i18n.say import say

MOST_VIEWERS = 24
"""Browsers that may look at the same time: each has a program of its own."""
TITLE = text("The players’ screen")
ENDED = text("The players’ screen has been left.")
AGAIN = text("Look again")
PAGE = Template(
    """<!DOCTYPE html>
<html lang="$language">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>$title</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/static/css/xterm.css" />
    <script src="/static/js/textual.js"></script>
    <style>
      @font-face {
        font-family: "Roboto Mono";
        src: url("/static/fonts/RobotoMono-VariableFont_wght.ttf") format("truetype");
        font-weight: 100 700;
      }
      html, body { margin: 0; height: 100%; background: #13161b; color: #dde2eb; overflow: hidden; }
      body { font: 20px "Roboto Mono", monospace; }
      .textual-terminal { position: absolute; inset: 0; }
      .ended { display: none; position: absolute; inset: 0; background: #13161b; }
      .ended { text-align: center; padding-top: 30vh; }
      body.-closed .ended { display: block; }
      button { font: inherit; padding: 0.5em 1.5em; }
    </style>
  </head>
  <body>
    <div id="terminal" class="textual-terminal" data-session-websocket-url="$socket" data-font-size="$size"></div>
    <div class="ended">
      <p>$ended</p>
      <button type="button" onclick="location.reload()">$again</button>
    </div>
    <div id="start" hidden></div>
  </body>
</html>
"""
)
SIZES = range(6, 65)
"""Of the letters, in pixels: `?fontsize=` of the page."""


class PlayersServer(Server):
    """Serves the page, and nothing that could be downloaded."""

    def __init__(self, command: str, host: str, port: int, language: str) -> None:
        """`command` shows the players' screen."""
        super().__init__(f"exec {command}", host, port, title="tracker")
        self.language = language
        self.viewers = 0

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._only_ours])
        app.add_routes(
            [
                web.get("/", self.handle_page),
                web.get("/ws", self.handle_viewer),
                web.static("/static", self.statics_path),
            ]
        )
        return app

    @web.middleware
    async def _only_ours(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuse names this machine does not go by, and pages of somebody else."""
        name = urlsplit(f"//{request.host}").hostname or ""
        origin = request.headers.get("Origin")
        if (is_loopback(self.host) and not is_loopback(name)) or (origin and urlsplit(origin).netloc != request.host):
            raise web.HTTPForbidden
        return await handler(request)

    async def handle_page(self, request: web.Request) -> web.Response:
        """Give the page."""
        words = {"title": TITLE, "ended": ENDED, "again": AGAIN}
        asked = request.query.get("fontsize", "")
        size = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) in SIZES else 18
        scheme = "wss" if request.secure else "ws"
        page = PAGE.substitute(
            {key: html.escape(say(what, self.language)) for key, what in words.items()},
            language=self.language,
            socket=html.escape(f"{scheme}://{request.host}/ws"),
            size=size,
        )
        policy = "default-src 'self' data: ws: wss: 'unsafe-inline'; frame-ancestors 'none'"
        headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store"}
        return web.Response(text=page, content_type="text/html", headers=headers)

    async def handle_viewer(self, request: web.Request) -> web.StreamResponse:
        """Show the players' screen to one browser."""
        if self.viewers >= MOST_VIEWERS:
            raise web.HTTPServiceUnavailable
        self.viewers += 1
        try:
            return await self.handle_websocket(request)
        finally:
            self.viewers -= 1


def is_loopback(name: str) -> bool:
    """Say whether a name is that of this machine itself."""
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def serve(command: str, host: str, port: int, language: str, told: Callable[[str], None]) -> None:
    """Serve until the program is told to end; `told` is given the address. Raises OSError where it cannot be served."""
    logging.getLogger("textual-serve").setLevel(logging.CRITICAL)  # its tracebacks show what is in memory
    asyncio.run(_serve(PlayersServer(command, host, port, language), told))


async def _serve(server: PlayersServer, told: Callable[[str], None]) -> None:
    runner = web.AppRunner(await server._make_app(), access_log=None, handle_signals=False)
    await runner.setup()
    try:
        site = web.TCPSite(runner, server.host, server.port)
        await site.start()
        told(f"http://{_named(server.host)}:{runner.addresses[0][1]}/")
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, ended.set)
        await ended.wait()
    finally:
        await runner.cleanup()


def _named(host: str) -> str:
    return f"[{host}]" if ":" in host else host
