"""The language in use: its phrases. Another one is another file here, named in the next line."""

from app.words.en import *  # noqa: F403, every phrase, whatever it is called
