/* Compile what the engine needs of Python's library, with Pyodide itself: `node compile.mjs FOLDER MODULE...`.

   The library comes as sources, and compiling them is most of what a tablet does until the first preview. Modules that
   are neither named nor loaded at the start stay as they are. */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...modules] = process.argv.slice(2);
const library = `${folder}/python_stdlib.zip`;

const COMPILE = `
import importlib, importlib.util, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

for name in modules:
    importlib.import_module(name)
loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
with zipfile.ZipFile("/library.zip") as given, zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED) as made:
    for entry in given.infolist():
        content, path = given.read(entry), f"{place}/{entry.filename}"
        if path in loaded or path + "c" in loaded:
            code = compile(content, path, "exec", dont_inherit=True)
            made.writestr(entry.filename + "c", _code_to_hash_pyc(code, importlib.util.source_hash(content), False))
        else:
            made.writestr(entry, content, zipfile.ZIP_DEFLATED)
len(loaded)
`;

const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
python.FS.writeFile("/library.zip", new Uint8Array(readFileSync(library)));
python.globals.set("modules", python.toPy(modules));
python.runPython("import json; place = json.__file__.removesuffix('/json/__init__.py').removesuffix('/json/__init__.pyc')");
python.runPython(COMPILE);
writeFileSync(library, python.FS.readFile("/compiled.zip"));
