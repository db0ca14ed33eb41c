"""The page that the build wrote is valid HTML, as the checker of the web's own standards body sees it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from build_snapshot import MODULES, build

CHECKER = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
# It reads the page as a file, whose origin is none, and takes JSON for a script that would run. Whether
# the policy lets the page work is seen in a browser.
POLICY = ".* violates Content Security Policy .*"


@pytest.mark.skipif(shutil.which("java") is None, reason="The HTML checker needs Java.")
def test_the_built_page_is_valid_html_without_errors_or_warnings(tmp_path: Path) -> None:
    build(tmp_path / "site")
    result = subprocess.run(
        ["java", "-jar", CHECKER, "--filterpattern", POLICY, tmp_path / "site" / "index.html"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.stderr, result.returncode) == ("", 0)
