// PyScript takes this module for Pyodide. The build puts it beside pyodide.mjs, and fills in the digests
// of the files that Pyodide fetches.
import { loadPyodide as load, version } from "./pyodide.mjs";

export { version };

const digests = {{ digests }};

export async function loadPyodide(options) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  // Where a file is missing, damaged or of a wrong type Pyodide warns and then waits for ever. So each
  // of its two ways to fail is watched until it has started.
  const failed = new Promise((_, reject) => {
    globalThis.fetch = async (resource, init) => {
      const name = new URL(resource.url ?? resource, import.meta.url).pathname.split("/").at(-1);
      try {
        const response = await fetch(resource, name in digests ? { ...init, integrity: digests[name] } : init);
        if (!response.ok) throw new Error(`status ${response.status}`);
        return response;
      } catch (cause) {
        reject(new Error(`${name} did not load or is not what was built.`, { cause }));
        return new Promise(() => {}); // nobody waits any more
      }
    };
    WebAssembly.instantiateStreaming = async (...given) => {
      try {
        return await instantiateStreaming.apply(WebAssembly, given);
      } catch (cause) {
        reject(new Error("The browser does not take pyodide.asm.wasm.", { cause }));
        return new Promise(() => {});
      }
    };
  });
  try {
    // The seed of hash() is the one thing of Python that would differ from visit to visit.
    const env = { ...options.env, PYTHONHASHSEED: "0" };
    return await Promise.race([load({ ...options, env }), failed]);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}
