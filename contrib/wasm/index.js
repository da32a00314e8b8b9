// chesszip in browsers and Web Workers, and wherever fetch reads the package's files.

import { loader } from "./js/chesszip.js";
import { ChesszipError } from "./js/error.js";

const dist = new URL("./dist/", import.meta.url);

async function get(name, base) {
  const at = new URL(name, base ? new URL(String(base), globalThis.location?.href) : dist);
  const response = await fetch(at);
  if (!response.ok) throw new ChesszipError("http", `${at.href}: the server answered ${response.status}`);
  return response;
}

export const { load, open } = loader({
  async readAsset(name, base) {
    return new Uint8Array(await (await get(name, base)).arrayBuffer());
  },
  async instantiate(imports) {
    const response = await get("chesszip.wasm");
    const type = response.headers.get("content-type") ?? "";
    // A server that does not know the type is no reason to fail.
    const made = type.startsWith("application/wasm")
      ? await WebAssembly.instantiateStreaming(response, imports)
      : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    return made.instance;
  },
});

export { ChesszipError };
