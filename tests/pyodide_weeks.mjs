// Plays weeks in Pyodide, under Node: the Python of the page without a browser.
//
// node tests/pyodide_weeks.mjs ARCHIVE < histories > answers
//
// ARCHIVE is the zip of sim and app that the built site carries. In: a JSON list of histories. Out: one
// JSON object, {"python": its version, "weeks": what `python -m sim week --json` prints of each history,
// "digest": of the opening tape}.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const pyodide = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
// A copy, because Pyodide does not know the Buffer that Node reads into.
pyodide.unpackArchive(new Uint8Array(readFileSync(process.argv[2])), "zip");
pyodide.globals.set("histories", readFileSync(0, "utf8"));
const answers = pyodide.runPython(`
import json, platform
from app.replies import opening_digest
from sim.history import History, replay
from sim.transcript import as_json

weeks = [as_json(history, replay(history)) for history in map(History.from_json, json.loads(histories))]
json.dumps({"python": platform.python_version(), "weeks": weeks, "digest": opening_digest()})
`);
// Not process.exit: it could end before a pipe has taken everything.
process.stdout.write(answers);
