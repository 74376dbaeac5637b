"""A browser that nobody watches: it is told what to do, and keeps nothing of it for its developers' tools.

Playwright watches the network of its pages, and for whoever watches it a page's process keeps up to 100 MB of
what came: its memory says little then. Here only scripts are sent in, over the browser's own protocol.
"""

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.conftest import FLAGS

PORT = "DevToolsActivePort"
HELD = 4096  # bytes of one page of memory
ONCE = """async (selector) => {
  while (!document.querySelector(selector)) await new Promise((resolve) => setTimeout(resolve, 20));
}"""
CLICK = """async (selector) => {
  const isOpen = (found) => found && !found.disabled && found.getAttribute("aria-disabled") !== "true";
  while (!isOpen(document.querySelector(selector))) await new Promise((resolve) => setTimeout(resolve, 20));
  document.querySelector(selector).click();
  await new Promise((resolve) => setTimeout(resolve));
}"""


class Unwatched:
    """One page of a browser of its own; `evaluate` and `click` are Playwright's, as `hands` wants them."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.sent = 0
        [page] = [one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        facts = {"targetId": page["targetId"], "flatten": True}
        self.session = self.ask("Target.attachToTarget", facts)["sessionId"]

    def ask(self, method: str, facts: Mapping[str, Any] | None = None, session: str | None = None) -> Any:
        """Send a command, and give what the browser answers to it."""
        self.sent += 1
        whose = {"sessionId": session} if session else {}
        self.line.send(json.dumps({"id": self.sent, "method": method, "params": facts or {}, **whose}))
        while (answer := json.loads(self.line.recv(120))).get("id") != self.sent:
            pass
        assert "result" in answer, answer
        return answer["result"]

    def evaluate(self, script: str, fact: Any = None) -> Any:
        """Call a function in the page, and wait for what it promises."""
        called = {"expression": f"({script})({json.dumps(fact)})", "awaitPromise": True}
        told = self.ask("Runtime.evaluate", {**called, "returnByValue": True}, self.session)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def click(self, selector: str) -> None:
        """Click what is there and may be clicked, as soon as it is."""
        self.evaluate(CLICK, selector)

    def once(self, selector: str) -> None:
        """Wait until something is there."""
        self.evaluate(ONCE, selector)

    def open(self, address: str, cookie: tuple[str, str]) -> None:
        """Go to an address with a cookie."""
        name, value = cookie
        self.ask("Storage.setCookies", {"cookies": [{"name": name, "value": value, "url": address}]})
        self.ask("Page.navigate", {"url": address}, self.session)
        while self.evaluate("() => document.readyState + location.href") != f"complete{address}":
            sleep(0.1)

    def heap(self) -> float:
        """Take the rubbish out, and give what the page's scripts hold then, in bytes."""
        for _ in range(3):
            self.ask("HeapProfiler.collectGarbage", session=self.session)
        return float(self.ask("Runtime.getHeapUsage", session=self.session)["usedSize"])

    def resident(self) -> int:
        """Sum what the system gave to this browser's pages, in bytes."""
        told = self.ask("SystemInfo.getProcessInfo")["processInfo"]
        pages = [Path(f"/proc/{one['id']}/statm") for one in told if one["type"] == "renderer"]
        return sum(int(page.read_text().split()[1]) * HELD for page in pages)


@contextmanager
def unwatched(chromium: str, profile: Path) -> Iterator[Unwatched]:
    """Run a browser with a profile of its own."""
    ways = ["--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}", *FLAGS]
    # A group of its own: what the distribution calls the browser is a script that starts it.
    with subprocess.Popen(
        [chromium, *ways, "about:blank"], stderr=subprocess.DEVNULL, start_new_session=True
    ) as running:
        try:
            with connect(_address(profile), max_size=None) as line:
                yield Unwatched(line)
        finally:
            os.killpg(running.pid, signal.SIGKILL)


def _address(profile: Path) -> str:
    """Read where the browser listens, once it has said so."""
    said, told = profile / PORT, list[str]()
    while len(told) < 2:
        sleep(0.1)
        told = said.read_text().split() if said.exists() else []
    return f"ws://127.0.0.1:{told[0]}{told[1]}"
