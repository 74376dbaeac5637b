/* The rules' engine, the same Python as on the server, in a thread of its own: no tap ever waits for it.

   The first message says where its parts lie; every later one is a deal to work out. This file alone is served with
   leave to compile WebAssembly. */

let engine = null;

async function begin({ pyodide, engine: packed }) {
  const [{ loadPyodide }, archive] = await Promise.all([import(`${pyodide}pyodide.mjs`), fetched(packed)]);
  const python = await loadPyodide({ indexURL: pyodide });
  python.unpackArchive(archive, "zip", { extractDir: "/engine" });
  python.runPython("import sys; sys.path.insert(0, '/engine')");
  return python.pyimport("tournaments.offline.answer").answered;
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

addEventListener("message", async ({ data: { id, parts, asked } }) => {
  try {
    engine ??= begin(parts);
    const answered = await engine;
    postMessage({ id, answer: asked ? JSON.parse(answered(JSON.stringify(asked))) : null });
  } catch (fault) {
    postMessage({ id, fault: String(fault) });
  }
});
