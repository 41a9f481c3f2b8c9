"""An engine that does as its script says, to try the runner on everything an engine may do wrong.

    python puppet.py SCRIPT.json

The script is `{"steps": [step]}`. A request is answered by the first step that fits it:

    on       the method, or "*"
    hand     only for a question with this hand (a text, cards separated by spaces)
    life     only in the n-th process started with this script, from 1
    times    how often the step is used in one process
    do       what happens, in order, each an object with one member:
             reply (a result), error (an error object), raw (a text; {id} becomes the id), bytes (in hexadecimal, ended by 0a
             where a line is meant), split (a result, written byte by byte), sleep (for ever), exit (a code),
             signal (a name), flood (so many bytes on stderr), stderr (a text), fork (a child that holds the pipes and sleeps),
             close (a file descriptor), big (a text of so many bytes without an end of line)

What no step fits is answered as a quiet engine would. The numbers of its processes are appended to SCRIPT.json.pids.
It answers at once or never: nothing in a test depends on how long something takes.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

SCRIPT = Path(sys.argv[1])
PIDS = Path(sys.argv[1] + ".pids")
INITIALIZE = {
    "protocol": 1,
    "engine": {"name": "puppet", "version": "1", "language": "python"},
    "methods": ["arrange", "score"],
    "rules": {},
}


def note(pid: int, kind: str) -> int:
    """Write down a process; how many of its kind there have been."""
    with PIDS.open("a", encoding="ascii") as file:
        file.write(f"{kind} {pid}\n")
    return sum(each.startswith(kind) for each in PIDS.read_text("ascii").splitlines())


def put(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def line(identifier: int, **members: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": identifier, **members}).encode() + b"\n"


def sleep() -> None:
    while True:
        time.sleep(3600)


def act(action: dict[str, Any], identifier: int) -> None:
    ((what, how),) = action.items()
    if what == "reply":
        put(line(identifier, result=how))
    elif what == "error":
        put(line(identifier, error=how))
    elif what == "raw":
        put(how.replace("{id}", str(identifier)).encode())
    elif what == "bytes":
        put(bytes.fromhex(how))
    elif what == "split":
        for byte in line(identifier, result=how):
            put(bytes([byte]))
    elif what == "sleep":
        sleep()
    elif what == "exit":
        os._exit(how)
    elif what == "signal":
        os.kill(os.getpid(), getattr(signal, how))
        sleep()
    elif what == "flood":
        os.write(2, b"x" * 60000)
        for _ in range(how // 1000):
            os.write(2, b"y" * 999 + b"\n")
    elif what == "stderr":
        os.write(2, how.encode())
    elif what == "fork":
        child = os.fork()
        if child == 0:
            sleep()
        note(child, "child")
    elif what == "close":
        os.close(how)
    elif what == "big":
        put(b"x" * how)
    else:
        raise ValueError(what)


def fits(step: dict[str, Any], message: dict[str, Any], life: int) -> bool:
    return (
        step["on"] in {message["method"], "*"}
        and step.get("life", life) == life
        and step.get("times", 1) > 0
        and step.get("hand") in {None, " ".join(message["params"].get("hand", ()))}
    )


def main() -> None:
    steps = json.loads(SCRIPT.read_text("utf-8"))["steps"]
    life = note(os.getpid(), "engine")
    for text in sys.stdin.buffer:
        message = json.loads(text)
        step = next((step for step in steps if fits(step, message, life)), None)
        if step is None:
            quiet = {"initialize": INITIALIZE, "shutdown": {}}
            act({"reply": quiet.get(message["method"], {"deadwood": 0, "melds": []})}, message["id"])
            continue
        if "times" in step:
            step["times"] -= 1
        for action in step["do"]:
            act(action, message["id"])


main()
