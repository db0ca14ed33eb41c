// Prints the golden digests as the Python of the page finds them, under Node, without a browser.
//
// node tests/proof/golden.mjs ARCHIVE
//
// ARCHIVE is a zip that holds sim and tests/proof/golden.py.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const pyodide = await loadPyodide();
// A copy, because Pyodide does not know the Buffer that Node reads into.
pyodide.unpackArchive(new Uint8Array(readFileSync(process.argv[2])), "zip");
process.stdout.write(
  pyodide.runPython(`
from tests.proof.golden import as_text, digests

as_text(digests())
`),
);
