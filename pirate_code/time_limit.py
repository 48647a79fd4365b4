"""A limit of time for work in the main thread of a process."""

from __future__ import annotations

import signal
import threading


class TimeLimit:
    """Raises TimeoutError in the main thread after some seconds; does nothing where no alarm can be set.

    There is none on Windows, and none in other threads than the main one, such as those of a Dask worker.

    The processor's time is counted, so that other work on the machine makes nothing fail.
    """

    def __init__(self, seconds: float, what: str) -> None:
        """`what` takes so many seconds: "the game"."""
        self.seconds, self.what = seconds, what

    def __enter__(self) -> None:
        """Set the alarm."""
        main = threading.current_thread() is threading.main_thread()
        self.is_set = main and hasattr(signal, "SIGVTALRM")
        if self.is_set:
            self.before = signal.signal(signal.SIGVTALRM, self._ring)
            signal.setitimer(signal.ITIMER_VIRTUAL, self.seconds)

    def __exit__(self, *args: object) -> None:
        """Take the alarm off."""
        if self.is_set:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, self.before)

    def _ring(self, *args: object) -> None:
        raise TimeoutError(f"{self.what} took more than {self.seconds:g} seconds")
