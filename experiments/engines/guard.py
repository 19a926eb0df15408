"""Run as a program, by its path and with the standard library alone: starts an engine within limits, leaves nothing of it behind.

    python -I -S guard.py JSON COMMAND...

JSON: ``leash`` (number of a socket to the arena), ``alone`` (try namespaces), ``cores``, ``limits`` (as in `limits.Limits`). The
guard writes one line of JSON to the leash when the engine has ended: ``{"alone": bool}`` at the start, then ``{"code": 7}``,
``{"signal": 11}`` or ``{"processes": 20}`` (it had more than it may). When the arena lets go of the leash, by closing it or by
dying in whatever way, all processes of the engine are killed.

Where the system has user namespaces, an engine lives in a process namespace of its own (`init`): with its first process all die.
Elsewhere the guard adopts what they leave behind (Linux), or kills their process group.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
from typing import Any, NoReturn

CLONE_NEWUSER, CLONE_NEWPID = 0x10000000, 0x20000000
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
COUNT_EVERY = 0.05
"""Seconds between two looks at how many processes there are, where the system doesn't count them for us."""


def system(name: str, *arguments: int) -> bool:
    """A call of the C library that Python doesn't offer; False if it fails, or there is none."""
    with contextlib.suppress(AttributeError, OSError):
        return int(getattr(ctypes.CDLL(None), name)(*arguments)) == 0
    return False


def namespaces() -> bool:
    """From here on children live in a process namespace of their own, under the same user. False: it isn't allowed here."""
    user, group = os.geteuid(), os.getegid()
    if not sys.platform.startswith("linux") or not system("unshare", CLONE_NEWUSER):
        return False
    for name, words in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with contextlib.suppress(OSError), open(f"/proc/self/{name}", "w") as file:
            file.write(words)
    return system("unshare", CLONE_NEWPID)


def hurry() -> None:
    """Come first when there is something to do, which is little: whoever counts processes must not be crowded out by them."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, -20)
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def let_go_of_streams() -> None:
    """stdin and stdout belong to the engine alone: their ends must show when it closes them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nowhere, handle)
    os.close(nowhere)


def limit(kind: int, value: int, more: int = 0) -> None:
    """Set a limit, as low as the one that is there already, and `more` where it is hard; 0: leave it."""
    if value > 0:
        most = resource.getrlimit(kind)[1]
        soft, hard = (each if most == resource.RLIM_INFINITY else min(each, most) for each in (value, value + more))
        resource.setrlimit(kind, (soft, hard))


def engine(words: list[str], given: dict[str, Any], alone: bool) -> NoReturn:
    """Become the engine."""
    try:
        os.setpgid(0, 0)
        limits = given["limits"]
        limit(resource.RLIMIT_AS, limits["memory_mb"] << 20)
        limit(resource.RLIMIT_CPU, limits["cpu_seconds"], 1)  # SIGXCPU says what it was
        limit(resource.RLIMIT_FSIZE, limits["file_mb"] << 20)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if alone and os.getuid() != 0:  # counted for the namespace: guard and init are in it; root isn't held to it
            limit(resource.RLIMIT_NPROC, limits["processes"] + 2 if limits["processes"] else 0)
        if given["cores"] and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, given["cores"])
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(words[0], words)
    except (OSError, ValueError) as error:
        os.write(2, f"{words[0]}: it can't be started: {error}\n".encode())
    os._exit(127)


def init(words: list[str], given: dict[str, Any], said: int) -> NoReturn:
    """The first process of a namespace: start the engine, bury the dead, say how it ended; the kernel then ends all others."""
    system("prctl", PR_SET_PDEATHSIG, signal.SIGKILL)
    child = os.fork()
    if child == 0:
        os.close(said)
        engine(words, given, True)
    let_go_of_streams()
    while True:
        found, status = os.wait()
        if found == child:
            os.write(said, str(status).encode())
            os._exit(0)


def below(pid: int, most: int = 10_000) -> list[int]:
    """Processes that came of `pid`, some more than `most` at the most: there may be ever more of them."""
    found, left = list[int](), [pid]
    while left and len(found) <= most:
        at = left.pop()
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{at}/task"):
                with open(f"/proc/{at}/task/{task}/children") as file:
                    kids = [int(each) for each in file.read().split()]
                found += kids
                left += kids
    return found


def sweep(child: int) -> None:
    """Kill `child`, its group, and whatever else has come to be ours; wait for all of them."""
    with contextlib.suppress(OSError):
        os.kill(child, signal.SIGKILL)
    for _ in range(10_000):
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)
        for each in below(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(each, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def ending(status: int) -> dict[str, int]:
    """A status of `os.wait` in words of ours."""
    code = os.waitstatus_to_exitcode(status)
    return {"signal": -code} if code < 0 else {"code": code}


def stand_by(child: int, leash: socket.socket, said: int | None, most: int) -> dict[str, int] | None:
    """How the engine ended; None if the leash was let go before. `said`: where `init` tells its status."""
    bell, ring = os.pipe()
    os.set_blocking(ring, False)
    signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.signal(signal.SIGTERM, lambda number, frame: leash.close())
    while True:
        pid = 1
        while pid:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return None
            if pid == child:
                told = os.read(said, 32) if said is not None else b""
                return ending(int(told)) if told else ending(status)
        if most and len(below(os.getpid(), most + 1)) - (said is not None) > most:
            return {"processes": most}
        if leash.fileno() < 0:
            return None
        ready = select.select([leash.fileno(), bell], [], [], COUNT_EVERY if most else None)[0]
        if leash.fileno() in ready:
            return None
        if bell in ready:
            os.read(bell, 512)


def main() -> None:
    given, words = json.loads(sys.argv[1]), sys.argv[2:]
    leash = socket.socket(fileno=given["leash"])
    leash.set_inheritable(False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    alone = bool(given["alone"]) and namespaces()
    system("prctl", PR_SET_CHILD_SUBREAPER, 1)
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        leash.close()
        if alone:
            init(words, given, said)
        engine(words, given, False)
    os.close(said)
    let_go_of_streams()
    counted = alone and os.getuid() != 0
    most = 0 if counted else given["limits"]["processes"]
    if most:
        hurry()
    with contextlib.suppress(OSError):
        leash.sendall(json.dumps({"alone": alone}).encode() + b"\n")
    ended = stand_by(child, leash, heard if alone else None, most)
    if ended is not None and leash.fileno() >= 0:
        with contextlib.suppress(OSError):
            leash.sendall(json.dumps(ended).encode() + b"\n")
    sweep(child)
    os._exit(0)


if __name__ == "__main__":
    main()
