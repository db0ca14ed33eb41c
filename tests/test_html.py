"""The page that the build wrote is valid HTML, as the checker of the web's own standards body sees it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from build_snapshot import MODULES

CHECKER = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
# It reads the page as a file, whose origin is none, and takes JSON for a script that would run. Whether
# the policy lets the page work is seen in a browser.
POLICY = ".* violates Content Security Policy .*"
# It runs once: to compile it again, optimized, costs more than it saves. As it is it needs a larger stack.
AS_COMPILED_AT_ONCE = ("-XX:TieredStopAtLevel=1", "-Xss8m")


@pytest.mark.skipif(shutil.which("java") is None, reason="The HTML checker needs Java.")
def test_the_built_page_is_valid_html_without_errors_or_warnings(built_site: Path) -> None:
    result = subprocess.run(
        ["java", *AS_COMPILED_AT_ONCE, "-jar", CHECKER, "--filterpattern", POLICY, built_site / "index.html"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.stderr, result.returncode) == ("", 0)
