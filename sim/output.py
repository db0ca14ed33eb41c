"""How what the program says gets out: now, in whatever encoding, and without a traceback where it cannot."""

import errno
import os
import sys
from contextlib import suppress
from typing import TextIO

from sim import words


def say(text: str) -> bool:
    """Print one text. False where it cannot be written, which is told on stderr."""
    try:
        _write(sys.stdout, f"{text}\n")
    except BrokenPipeError:
        return True  # whoever read it has read enough
    except OSError as error:
        tell(f"{words.cannot_be_written(str(error.strerror))}\n")
        return False
    return True


def tell(text: str) -> None:
    """Write to stderr, if that is possible: where it is not, there is no other place to say so."""
    with suppress(OSError):
        _write(sys.stderr, text)


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:  # Python gives no stream for an output that was closed before it started
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    try:
        stream.write(_as_it_can_be_written(text, stream.encoding or "utf-8"))
        stream.flush()  # here, where it is known what to do if it fails
    except OSError:
        _throw_away_what_is_left(stream)
        raise


def _as_it_can_be_written(text: str, encoding: str) -> str:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        plain = text.translate(words.PLAIN)
        return plain.encode(encoding, "backslashreplace").decode(encoding)
    return text


def _throw_away_what_is_left(stream: TextIO) -> None:
    """Python would try to write it once more while it closes, complain, and change the exit status."""
    with suppress(OSError):  # a stream that is no file keeps nothing
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
