"""A headless Chromium for tests, driven by its own protocol over two pipes: no library is needed for that little."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
HERE = ("file:", "data:", "about:", "blob:")
"""Beginnings of addresses that need no network."""
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip


def found() -> str | None:
    """The program, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """A page in a browser of its own; use it in ``with``."""

    def __init__(self, program: str, wait: float = 120.0) -> None:
        self.wait, self._id, self._rest = wait, 0, b""
        self.complaints: list[str] = []
        """Errors and warnings of the console, exceptions, requests that were made."""
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # killed children may still be writing there
        read, theirs_out = os.pipe()
        theirs_in, write = os.pipe()
        command = [program, *FLAGS, f"--user-data-dir={self.folder.name}", "about:blank"]
        shell = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "bash", *command], pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self.read, self.write = read, write
        self.session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Page:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)  # with all the processes that it started
        self.process.wait()
        os.close(self.read)
        os.close(self.write)
        self.folder.cleanup()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Do `method` of the protocol."""
        self._id += 1
        session = {"sessionId": self.session} if self.session else {}
        os.write(self.write, json.dumps({"id": self._id, "method": method, "params": parameters, **session}).encode() + b"\0")
        while True:
            message = self._message()
            if message.get("id") == self._id:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return dict(message["result"])

    def _message(self) -> dict[str, Any]:
        end = time.monotonic() + self.wait
        while b"\0" not in self._rest:
            if not select.select([self.read], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser says nothing")
            data = os.read(self.read, 1 << 20)
            if not data:
                raise RuntimeError("the browser has gone")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, told: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            self.complaints.append(f"exception: {told['exceptionDetails'].get('text')}")
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complaints.append(f"console: {told['args']}")
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"log: {told['entry']['text']}")
        elif method == "Network.requestWillBeSent" and not told["request"]["url"].startswith(HERE):
            self.complaints.append(f"request: {told['request']['url']}")

    def open(self, path: Path, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        """Load a file at so many CSS pixels, in the light or the dark theme."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=features)
        self.call("Page.navigate", url=path.resolve().as_uri())
        end = time.monotonic() + self.wait
        while self.ask("document.readyState") != "complete" or self.ask("location.href") == "about:blank":
            if time.monotonic() > end:
                raise TimeoutError(str(path))
            time.sleep(0.05)

    def ask(self, expression: str) -> Any:
        """The value of some JavaScript, awaited."""
        told = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in told:
            raise RuntimeError(str(told["exceptionDetails"]))
        return told["result"].get("value")

    def picture(self, path: Path, whole: bool = True) -> None:
        """Save a screenshot."""
        told = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(told["data"]))
