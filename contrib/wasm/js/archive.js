// An archive, and walks over what it holds.

import { ChesszipError, abortReason, string } from "./error.js";

export const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const most = Number.MAX_SAFE_INTEGER;
const text = new TextDecoder();

export class Archive {
  #module;
  #id;
  #source;
  #closed = false;
  #site;

  constructor(module, source, said) {
    const { id, ...facts } = said;
    this.#module = module;
    this.#id = id;
    this.#source = source;
    Object.assign(this, facts);
  }

  async get(number, { signal } = {}) {
    return text.decode(await this.getBytes(number, { signal }));
  }

  async getBytes(number, { signal } = {}) {
    return this.#module.call("get", [this.#id, integer(number)], signal);
  }

  async game(number, { signal } = {}) {
    return this.#json("game", [integer(number)], signal);
  }

  async header(number, { signal } = {}) {
    return this.#json("tags", [integer(number)], signal);
  }

  headers(from = 0, to = this.games, { outline = false, signal } = {}) {
    return this.#walk(outline ? "outlines" : "headers", [integer(from), integer(to)], signal);
  }

  texts(from = 0, to = this.games, { signal } = {}) {
    return this.#walk("texts", [integer(from), integer(to)], signal);
  }

  allGames(from = 0, to = this.games, { signal } = {}) {
    return this.#walk("games", [integer(from), integer(to)], signal);
  }

  mainLines(from = 0, to = this.games, { signal } = {}) {
    return this.#walk("moves", [integer(from), integer(to)], signal);
  }

  lines(from = 0, to = most, { signal } = {}) {
    return this.#walk("lines", [integer(from), integer(to)], signal);
  }

  records(from = 0, to = most, { signal } = {}) {
    return this.#walk("records", [integer(from), integer(to)], signal);
  }

  filter(query = "", { texts = false, signal } = {}) {
    string("a query", query);
    return this.#walk(texts ? "filterTexts" : "filter", [query], signal, [query, ""]);
  }

  find(pattern, { query = "", signal } = {}) {
    string("a pattern", pattern);
    string("a query", query);
    return this.#walk("find", [query, pattern], signal, [query, pattern]);
  }

  async explore(fen = start, { query = "", depth = 1, width = 3, signal } = {}) {
    string("a FEN", fen);
    string("a query", query);
    return this.#json("explore", [fen, query, integer(depth), integer(width)], signal);
  }

  info({ signal } = {}) {
    return this.#json("info", [], signal);
  }

  streams({ signal } = {}) {
    return this.#json("streams", [], signal);
  }

  // ask and answer are those of a site of this archive alone.
  async ask(path, options) {
    return (await this.#alone()).ask(path, options);
  }

  async answer(path, options) {
    return (await this.#alone()).answer(path, options);
  }

  #alone() {
    this.#site ??= Site.of(this.#module, [this]);
    return this.#site;
  }

  static idOf(archive) {
    return archive.#id;
  }

  async close() {
    if (this.#closed) return;
    this.#closed = true;
    try {
      const site = await this.#site?.catch(() => undefined);
      await this.#module.call("close", [this.#id, site?.id ?? 0]);
    } finally {
      await this.#module.remove(this.#source);
    }
  }

  async [Symbol.asyncDispose ?? Symbol.for("asyncDispose")]() {
    await this.close();
  }

  // json calls what returns JSON.
  async #json(name, args, signal) {
    return JSON.parse(await this.#module.call(name, [this.#id, ...args], signal));
  }

  // walk returns what can be walked over any number of times, each anew.
  #walk(kind, args, signal, counted) {
    const rows = { [Symbol.asyncIterator]: () => walk(this.#module, [kind, this.#id, ...args], signal) };
    if (counted) rows.count = () => this.#module.call("count", [this.#id, ...counted], signal);
    return rows;
  }
}

// Site answers questions about archives, as chesszip serve does.
export class Site {
  #module;

  static async of(module, archives) {
    const site = new Site();
    site.#module = module;
    site.id = await module.call("site", [archives.map((a) => Archive.idOf(a)), archives.map((a) => a.name)]);
    return site;
  }

  // answer gives what is answered to take, piece by piece, and returns {type, name}. body
  // are the bytes that a path such as api/read reads.
  async answer(path, { signal, body = null, begin = () => {}, take = () => {} } = {}) {
    let head;
    await this.#module.call("ask", [this.id, string("a path", path), (piece) => {
      if (signal?.aborted) return;
      if (typeof piece !== "string") return take(piece);
      const [type, name] = piece.split("\t");
      head = { type, name };
      return begin(head);
    }, body], signal);
    return head;
  }

  // ask returns JSON. part gets what has come so far of an answer in parts.
  async ask(path, { signal, body, part } = {}) {
    let said = "";
    const decoder = new TextDecoder();
    const { type } = await this.answer(path, {
      signal,
      body,
      take(piece) {
        said += decoder.decode(piece, { stream: true });
        if (part && !said.endsWith("}\n")) part(JSON.parse(`${said}}`));
      },
    });
    if (type !== "application/json") throw new ChesszipError("option", `the answer to ${path} is ${type}: ask for it by answer`);
    return JSON.parse(said);
  }
}

// integer returns n, an infinite one as the nearest that there is.
function integer(n) {
  if (Number.isSafeInteger(n)) return n;
  if (n === Infinity || n === -Infinity) return Math.sign(n) * most;
  throw new ChesszipError("option", `${String(n)} is no whole number`);
}

// turn lets the page go on: the module answers in the same turn of the event loop where
// it waits for nothing.
function turn() {
  if (typeof setImmediate === "function") return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function* walk(module, args, signal) {
  const id = await module.call("begin", args, signal);
  let done = false;
  try {
    for (let n = 1; !done; n = Math.min(2 * n, 512)) {
      if (n > 1) await turn();
      const batch = JSON.parse(await module.call("more", [id, n], signal));
      done = batch.done;
      for (const row of batch.rows) {
        if (signal?.aborted) throw abortReason(signal);
        yield row;
      }
    }
  } finally {
    if (!done && module.go) await module.call("stop", [id]);
  }
}
