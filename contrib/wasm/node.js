// chesszip in node: files by their names, the rest as in browsers.

import { open as openFile, readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loader } from "./js/chesszip.js";
import { ChesszipError } from "./js/error.js";

const dist = new URL("./dist/", import.meta.url);

// openPath opens a file by its path or file: address.
async function openPath(what) {
  const path = String(what).startsWith("file:") ? fileURLToPath(String(what)) : String(what);
  const file = await openFile(path);
  const info = await file.stat();
  if (!info.isFile()) {
    await file.close();
    throw new ChesszipError("source", `${path}: ${info.isDirectory() ? "a directory" : "no plain file"}; open wants a file that can be read anywhere`);
  }
  return {
    name: () => path,
    size: info.size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      for (let n = 0; n < length; ) {
        const { bytesRead } = await file.read(bytes, n, length - n, offset + n);
        if (bytesRead === 0) throw new ChesszipError("changed", `${path}: it became shorter while it was read`);
        n += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}

export const { load, open } = loader({
  openPath,
  async readAsset(name, base) {
    if (!base) return readFile(new URL(name, dist));
    const text = String(base);
    if (!/^https?:/i.test(text)) return readFile(new URL(name, text.startsWith("file:") ? text : pathToFileURL(text + "/")));
    const response = await fetch(new URL(name, text));
    if (!response.ok) throw new ChesszipError("http", `the server answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
  async readTable(name) {
    let levels;
    try {
      ({ default: levels } = await import("@chesszip/levels"));
    } catch {
      throw new Error("npm install @chesszip/levels has those of all levels");
    }
    return levels(name);
  },
  async instantiate(imports) {
    return (await WebAssembly.instantiate(await readFile(new URL("chesszip.wasm", dist)), imports)).instance;
  },
});

export { ChesszipError };
