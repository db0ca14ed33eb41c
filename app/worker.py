"""What Python does for the page: the functions it may call, by name, in its worker.

The one file that imports PyScript. Text goes in and text comes out, because a dict would reach the
page as a proxy. It travels by itself, outside the archive that holds sim and app.
"""

import json

from pyscript import sync

from app.hunting import hunt_on, hunt_so_far, show_first
from app.replies import act, digest, experiment, open_link, open_week, story, transcript, twin


def ping() -> str:
    """The names of the functions that the page may call, as a JSON list. Its answer says: Python is ready."""
    return json.dumps([function.__name__ for function in EXPORTS])


EXPORTS = (
    ping,
    digest,
    act,
    open_week,
    open_link,
    transcript,
    story,
    experiment,
    twin,
    hunt_on,
    hunt_so_far,
    show_first,
)

for function in EXPORTS:
    setattr(sync, function.__name__, function)
