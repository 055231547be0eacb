# SPDX-License-Identifier: MIT
"""Headless Chromium, by the WebDriver protocol of chromedriver."""

import base64
import contextlib
import functools
import http.server
import json
import re
import subprocess
import threading
import time
import urllib.request

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Space": " ",
    "Up": "\ue013",
    "Right": "\ue014",
    "Left": "\ue012",
    "End": "\ue010",
    "Escape": "\ue00c",
    "Down": "\ue015",
    "Control": "\ue009",
}
# The key of an element's identifier in the protocol.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """A browser with a profile of its own in a folder, which also gets what is downloaded."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            ["chromedriver", "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.address = f"http://127.0.0.1:{self.find_port()}/session"
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        options = {
            "args": [*FLAGS, f"--user-data-dir={folder}/profile"],
            "prefs": {"download.default_directory": str(folder)},
        }
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.address += "/" + self.call("", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def find_port(self):
        """The port that chromedriver says it listens on."""
        for line in self.process.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return found[1]
        raise AssertionError("chromedriver did not start")

    def call(self, command, values=None, method="POST"):
        body = None if values is None else json.dumps(values).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + command, body, headers, method=method)
        with self.opener.open(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def close(self):
        self.call("", method="DELETE")
        self.process.terminate()
        self.process.communicate()

    def open(self, address):
        self.call("/url", {"url": address})

    def run(self, script, *arguments):
        """Run a function's body in the page; a promise that it returns is waited for."""
        return self.call("/execute/sync", {"script": script, "args": arguments})

    def wait(self, script, seconds=10):
        """Whether an expression becomes true in time."""
        end = time.monotonic() + seconds
        while not (found := self.run(f"return Boolean({script})")) and time.monotonic() < end:
            time.sleep(0.02)
        return found

    def press(self, *keys):
        """Press keys one after another: names of KEYS, or text."""
        actions = []
        for key in keys:
            for value in [KEYS[key]] if key in KEYS else key:
                actions.append({"type": "keyDown", "value": value})
                actions.append({"type": "keyUp", "value": value})
        self.call("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def click(self, selector):
        found = self.call("/element", {"using": "css selector", "value": selector})
        self.call(f"/element/{found[ELEMENT]}/click", {})

    def protocol(self, command, **values):
        """A command of Chromium's own protocol."""
        return self.call("/goog/cdp/execute", {"cmd": command, "params": values})

    def screen(self, width, height, scheme="light"):
        self.protocol(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        color_scheme = {"name": "prefers-color-scheme", "value": scheme}
        self.protocol("Emulation.setEmulatedMedia", features=[color_scheme])

    def picture(self, path):
        screenshot = self.protocol("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(screenshot["data"]))

    def print(self, width=8.5, height=11):
        """The bytes of the PDF that the page prints as, on paper of a size in inches."""
        size = {"paperWidth": width, "paperHeight": height, "preferCSSPageSize": True}
        return base64.b64decode(self.protocol("Page.printToPDF", **size)["data"])

    def log(self):
        """What the page wrote to the console since the last call."""
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"})]


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serve(folder):
    """The address of a folder, by HTTP."""
    handler = functools.partial(Files, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
