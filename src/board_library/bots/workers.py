"""Processes that work for another one: they leave Ctrl-C to it, and end when it is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess


class Worker(SpawnProcess):
    """A fresh interpreter: a fork would copy locks that a thread may hold at that moment."""

    def start(self) -> None:
        """Start it with Ctrl-C blocked, as that reaches a whole terminal: it would end the import in a traceback."""
        with _blocked():
            super().start()

    def run(self) -> None:
        """Work until told to stop, or until nobody is left to work for."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=_end_with_parent, daemon=True).start()
        super().run()


class WorkerContext(SpawnContext):
    """What pools take as their context, so that their processes are such workers."""

    Process = Worker


@contextmanager
def pool(workers: int, initializer: Callable[[], object] | None = None) -> Iterator[Executor]:
    """So many processes of this machine. Left in a hurry (Ctrl-C, an error), they are ended at once."""
    before = set(multiprocessing.active_children())
    made = ProcessPoolExecutor(workers, mp_context=WorkerContext(), initializer=initializer)
    try:
        yield made
    except BaseException:
        made.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    made.shutdown()


@contextmanager
def _blocked() -> Iterator[None]:
    """Keep Ctrl-C waiting; a process that is started meanwhile never hears it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
