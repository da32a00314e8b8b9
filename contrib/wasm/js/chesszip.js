// A module that is loaded: archives, positions, and bytes.

import { Archive, Site, start } from "./archive.js";
import { ChesszipError, named, string } from "./error.js";
import { Module } from "./module.js";
import { sourceOf } from "./source.js";

const defaultLimit = 1 << 30; // bytes that decompress and openScid make at most

export class Chesszip {
  #module;
  #openPath;

  constructor(module, openPath) {
    this.#module = module;
    this.#openPath = openPath;
  }

  async open(what, options = {}) {
    const { signal } = options;
    signal?.throwIfAborted();
    const source = await sourceOf(what, options, this.#openPath);
    const id = this.#module.add(source);
    try {
      const said = await this.#module.call("open", [id, source.size, Boolean(options.allowMissing)], signal);
      return new Archive(this.#module, id, { ...JSON.parse(said), name: nameOf(what, source) });
    } catch (error) {
      await this.#module.remove(id);
      throw named(error, source.name?.());
    }
  }

  // openScid opens a database of SCID, the bytes of its index, names and games, as PGN.
  async openScid(index, names, games, { limit = defaultLimit, signal } = {}) {
    const text = await this.#module.call("scid", [bytesOf(index), bytesOf(names), bytesOf(games), limit], signal);
    return this.open(text, { signal });
  }

  // site asks several archives together.
  site(archives) {
    return Site.of(this.#module, archives);
  }

  compress(bytes, { index = [], signal } = {}) {
    return this.#module.call("compress", [bytesOf(bytes), index], signal);
  }

  decompress(bytes, { limit = defaultLimit, signal } = {}) {
    return this.#module.call("decompress", [bytesOf(bytes), limit], signal);
  }

  parseFEN(fen) {
    return JSON.parse(this.#module.ask("parse", string("a FEN", fen)));
  }

  legalMoves(fen) {
    return JSON.parse(this.#module.ask("legal", string("a FEN", fen)));
  }

  play(fen, ...moves) {
    return moves.reduce((p, move) => this.#module.ask("play", p, string("a move", move)), string("a FEN", fen));
  }

  san(fen, move) {
    return this.#module.ask("san", string("a FEN", fen), string("a move", move));
  }

  uci(fen, move) {
    return this.#module.ask("uci", string("a FEN", fen), string("a move", move));
  }

  key(fen) {
    return this.#module.ask("key", string("a FEN", fen));
  }

  positionOfKey(key) {
    return this.#module.ask("ofKey", string("a key", key));
  }

  encodePosition(fen) {
    return this.#module.ask("encode", string("a FEN", fen));
  }

  decodePosition(bytes) {
    return this.#module.ask("decode", bytesOf(bytes));
  }

  encodeGame({ start: from = start, moves }) {
    return this.#module.ask("encodeGame", string("a FEN", from), moves.join(" "));
  }

  decodeGame(bytes) {
    return JSON.parse(this.#module.ask("decodeGame", bytesOf(bytes)));
  }

  // memory is how many bytes the module has of memory.
  get memory() {
    return this.#module.memory.buffer.byteLength;
  }

  close() {
    return this.#module.close();
  }
}

// loader returns load and open for a platform: readAsset reads a file of the package,
// readTable a learned table, if the platform has a place for them, instantiate makes an
// instance of the module, openPath opens a file.
export function loader({ readAsset, readTable, instantiate, openPath }) {
  let loaded;
  async function loadAnew({ wasm, parts, levels } = {}) {
    const module = await Module.start((imports) => instanceOf(wasm, imports, instantiate), (name) => tableOf(name, levels ?? readTable, readAsset), async (name) => (parts ? bytesOf(await parts(name)) : readAsset(name)));
    return new Chesszip(module, openPath);
  }
  function load(options) {
    if (options) return loadAnew(options);
    loaded ??= loadAnew().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  }
  async function open(what, options) {
    return (await load()).open(what, options);
  }
  return { load, open };
}

// instanceOf makes an instance of a module that was given, or of the package's.
async function instanceOf(wasm, imports, instantiate) {
  if (!wasm) return instantiate(imports);
  if (wasm instanceof WebAssembly.Module) return WebAssembly.instantiate(wasm, imports);
  return (await WebAssembly.instantiate(wasm, imports)).instance;
}

// nameOf returns the last part of the name of what was opened, "" if it has none.
function nameOf(what, source) {
  const name = source.name?.() ?? what?.name ?? (typeof what === "string" || what instanceof URL ? String(what) : "");
  const last = name.split(/[\\/]/).at(-1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

// tableOf reads a learned table: by the option levels, or beside the module.
async function tableOf(name, levels, readAsset) {
  let why;
  try {
    const given = typeof levels === "function" ? await levels(name) : typeof levels === "object" && !(levels instanceof URL) ? levels?.[name] : undefined;
    if (given) return bytesOf(given);
    if (levels === undefined || typeof levels === "string" || levels instanceof URL) return await readAsset(name, levels);
    why = "the option levels does not give it";
  } catch (error) {
    why = error.message;
  }
  throw new ChesszipError("level", `the archive needs the learned table ${name}: ${why}; give it by the option levels of load`, { table: name });
}

function bytesOf(what) {
  if (what instanceof Uint8Array) return what;
  if (what instanceof ArrayBuffer) return new Uint8Array(what);
  if (ArrayBuffer.isView(what)) return new Uint8Array(what.buffer, what.byteOffset, what.byteLength);
  throw new ChesszipError("option", "bytes are a Uint8Array or an ArrayBuffer");
}
