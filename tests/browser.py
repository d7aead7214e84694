"""A real browser for the tests: headless Chromium, spoken to over its debugging protocol."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 30.0


class Page:
    """One page, with everything that came to it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.received = b""
        """What the page's own socket was sent, piece after piece."""
        self.asked: list[str] = []
        """Every address the page asked for."""
        self.blocked: list[str] = []

    async def listen(self) -> None:
        """Take in what the browser tells."""
        async for message in self._socket:
            told = json.loads(message.data)
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told.get("result", told))
            elif told["method"] == "Network.webSocketFrameReceived":
                frame = told["params"]["response"]
                data = frame["payloadData"]
                self.received += base64.b64decode(data) if frame["opcode"] == 2 else data.encode()
            elif told["method"] == "Network.requestWillBeSent":
                self.asked.append(told["params"]["request"]["url"])
            elif told["method"] == "Network.loadingFailed":
                self.blocked.append(told["params"].get("errorText", ""))

    async def call(self, method: str, **values: Any) -> Any:
        """Have the browser do something."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": values})
        return await asyncio.wait_for(self._answers[number], PATIENCE)

    async def evaluate(self, code: str) -> Any:
        """Give the value of some JavaScript."""
        told = await self.call("Runtime.evaluate", expression=code, returnByValue=True)
        return told["result"].get("value")

    async def press(self, keys: str) -> None:
        """Type into the page."""
        for key in keys:
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=key, key=key)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def wait_for(self, words: str) -> None:
        """Wait until some words have come to the page's socket."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.text:
                await asyncio.sleep(0.05)

    @property
    def text(self) -> str:
        """What came, without what steers a terminal."""
        return re.sub(r"\x1b\[[0-9;?<>]*[A-Za-z]", "", self.received.decode("utf-8", "replace"))

    async def picture(self, path: Path) -> None:
        """Write a picture of the page."""
        told = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(told["data"]))


@asynccontextmanager
async def browser(url: str, folder: Path, size: tuple[int, int] = (1400, 900)) -> AsyncIterator[Page]:
    """Open a page in a browser of its own."""
    assert CHROMIUM is not None
    arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--no-first-run"]
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *arguments,
        f"--user-data-dir={folder}",
        f"--window-size={size[0]},{size[1]}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        port = await asyncio.wait_for(_port(process.stderr), PATIENCE)
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                pages = await answer.json(content_type=None)
            address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
            async with session.ws_connect(address, max_msg_size=0) as socket:
                page = Page(socket)
                listening = asyncio.create_task(page.listen())
                await page.call("Network.enable")
                await page.call("Page.enable")
                await page.call("Page.navigate", url=url)
                yield page
                listening.cancel()
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _port(stderr: asyncio.StreamReader) -> int:
    while line := await stderr.readline():
        found = re.search(rb"ws://127\.0\.0\.1:(\d+)/", line)
        if found:
            return int(found[1])
    raise AssertionError("the browser did not start")
