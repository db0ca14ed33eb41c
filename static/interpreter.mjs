// PyScript takes this module for Pyodide. The build puts it beside pyodide.mjs.
// It fixes the one thing of Python that would differ from visit to visit: the seed of hash().
import { loadPyodide as load, version } from "./pyodide.mjs";

export { version };
export const loadPyodide = (options) => load({ ...options, env: { ...options.env, PYTHONHASHSEED: "0" } });
