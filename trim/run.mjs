// Runs a Python file in Pyodide under Node: the Python of the page without a browser.
//
// node trim/run.mjs FILE [ARCHIVE [LIBRARY]] < given > answer
//
// In FILE, `given` is the text read; what its last expression gives is written. ARCHIVE is the zip of sim
// and app, as the built site carries it. LIBRARY is an archive of the standard library to use in place of
// the stock one. PyScript's own Python modules are there, as in its workers, so that app/worker.py runs.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import pyscript from "../node_modules/@pyscript/core/src/stdlib/pyscript.js";
import { loadPyodide } from "pyodide";

const [file, archive, library] = process.argv.slice(2);
const pyodide = await loadPyodide({
  // Without the columns of every instruction, which only the carets of a traceback want, compiled files
  // are a good deal smaller.
  env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" },
  ...(library && { stdLibURL: resolve(library) }),
});
pyodide.registerJsModule("polyscript", {
  config: {},
  js_modules: {},
  lazy_py_modules: () => {},
  storage: () => {},
  target: "",
  xworker: { sync: {}, window: null },
  IDBMap: Map,
  IDBMapSync: Map,
  ffi: {},
});
// A copy, because Pyodide does not know the Buffer that Node reads into.
if (archive) pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "./" });
write(".", pyscript);
pyodide.globals.set("given", await text(process.stdin)); // a pipe may not have all of it yet
// Not process.exit: it could end before a pipe has taken everything.
process.stdout.write(await pyodide.runPythonAsync(readFileSync(file, "utf8"), { filename: file }));

function write(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    if (typeof content === "string") pyodide.FS.writeFile(path, content);
    else {
      pyodide.FS.mkdirTree(path);
      write(path, content);
    }
  }
}
