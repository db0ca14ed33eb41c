"""The digests of 1,000 swarm weeks: python -m tests.proof.golden writes golden.json anew, on purpose.

With --print it only prints them; with --check it looks whether the first fifty weeks are still the
fixed ones, which takes a moment. They are fixed in the repository, so that a week can change neither by
accident nor from one Python to another. A reader of the page may have a link to any of these weeks:
write them anew only where the rules of the week were meant to change, and say so in the commit.

Each line of golden.json stands for 50 weeks: a digest of their histories (the pretend reader's doing),
one of their traces (the engine's), and one of the marks that the hunt counts in them.
"""

import json
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

from tests.proof.swarm import MIXED, swarm_week, trace

FILE = Path(__file__).with_name("golden.json")
WEEKS = 1_000
WEEKS_A_LINE = 50

Digests = dict[str, dict[str, str]]


def digests() -> Digests:
    """The digests of all the weeks, by their seeds, such as "seeds 0 to 49"."""
    firsts = range(0, WEEKS, WEEKS_A_LINE)
    return {f"seeds {first} to {first + WEEKS_A_LINE - 1}": digests_from(first) for first in firsts}


def digests_from(first: int) -> dict[str, str]:
    """One digest each for the histories of 50 seeds, for the traces of their weeks, and for their marks."""
    histories, traces, marks = sha256(), sha256(), sha256()
    for seed in range(first, first + WEEKS_A_LINE):
        met = Counter[str]()
        played = swarm_week(seed, MIXED, marks=met)
        histories.update(f"{played.history.to_options()}\n".encode())
        traces.update("".join(f"{line}\n" for line in trace(played)).encode())
        marks.update(f"{sorted(met.items())}\n".encode())
    digests = {"histories": histories, "traces": traces, "marks": marks}
    return {name: digest.hexdigest()[:32] for name, digest in digests.items()}


def as_text(lines: Digests) -> str:
    """The digests as JSON, one line for each 50 weeks."""
    written = ",\n".join(f"  {json.dumps(weeks)}: {json.dumps(found)}" for weeks, found in lines.items())
    return f"{{\n{written}\n}}\n"


def main() -> int:
    import argparse  # which the Python of the page has no use for, and has not

    parser = argparse.ArgumentParser(prog="python -m tests.proof.golden", description=__doc__.split("\n")[0])
    parser.add_argument("--print", action="store_true", help="print the digests and write nothing")
    parser.add_argument("--check", action="store_true", help="exit with 1 if the first fifty weeks differ")
    options = parser.parse_args()
    if options.check:
        fixed: Digests = json.loads(FILE.read_text(encoding="utf-8"))
        return 0 if digests_from(0) == fixed["seeds 0 to 49"] else 1
    if options.print:
        print(as_text(digests()), end="")
    else:
        FILE.write_text(as_text(digests()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
