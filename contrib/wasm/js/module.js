// The WebAssembly module, and calls to it.

import { goFor } from "../dist/wasm_exec.js";
import { ChesszipError, abortReason, at } from "./error.js";

// What the module's own runtime may reach of the global object.
const globals = {
  Object, Array, Error, Uint8Array, Date,
  crypto: globalThis.crypto, performance: globalThis.performance,
  TextEncoder, TextDecoder,
};

export class Module {
  // start starts a module. instantiate gets its imports and returns an instance;
  // readTable reads a learned table, readPart a file of dist.
  static async start(instantiate, readTable, readPart) {
    const m = new Module();
    m.sources = new Map();
    m.pending = new Set();
    m.last = 0;
    let ready;
    const host = {
      ...globals,
      console,
      ready: (calls) => (ready = calls),
      fail: (code, message, hint) => new ChesszipError(code, message, hint ? { hint } : {}),
      read: (id, offset, length, done) => m.read(id, offset, length, done),
      table: (name, done) => void m.answer(() => readTable(name), done),
      parts: (done) => void m.answer(async () => {
        [host.openings, host.book] = await Promise.all(["openings", "book"].map(async (name) => unpacked(await readPart(`${name}.bin.gz`))));
        return host.book;
      }, done),
    };
    const go = goFor(host);
    go.exit = () => {};
    const instance = await instantiate(go.importObject);
    m.memory = instance.exports.mem;
    m.ended = go.run(instance).then(() => m.end(), (error) => m.end(error));
    if (!ready) throw new ChesszipError("failed", "the module did not start");
    m.go = ready;
    m.runtime = go;
    return m;
  }

  // read reads of a source: at once where it can.
  read(id, offset, length, done) {
    const source = this.sources.get(id);
    if (!source) {
      void this.answer(() => Promise.reject(new ChesszipError("closed", "the archive was closed")), done);
      return undefined;
    }
    let bytes;
    try {
      bytes = source.read(offset, length);
    } catch (error) {
      bytes = Promise.reject(error);
    }
    if (bytes instanceof Uint8Array) return bytes;
    void this.answer(() => bytes, done);
    return undefined;
  }

  // answer gives what work promises to done, unless the module is gone by then.
  async answer(work, done) {
    let error = null;
    let bytes;
    try {
      bytes = await work();
      if (!(bytes instanceof Uint8Array)) throw new ChesszipError("source", "a source or a table wants to be a Uint8Array");
    } catch (e) {
      error = errorOf(e);
    }
    if (this.go) done(error, bytes);
  }

  // add makes a source known, and returns its number.
  add(source) {
    this.sources.set(++this.last, source);
    return this.last;
  }

  remove(id) {
    const source = this.sources.get(id);
    this.sources.delete(id);
    return source?.close();
  }

  // call calls the module. The promise rejects with the signal's reason once it is
  // aborted; the work ends soon after.
  call(name, args, signal) {
    const from = new Error();
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw abortReason(signal);
      if (!this.go) throw new ChesszipError("closed", "the module was closed");
      let id;
      const abort = () => {
        settle(() => reject(abortReason(signal)));
        this.go?.cancel(id);
      };
      const settle = (how) => {
        signal?.removeEventListener("abort", abort);
        this.pending.delete(reject);
        how();
      };
      this.pending.add(reject);
      signal?.addEventListener("abort", abort, { once: true });
      id = this.go.begin(name, args, (error, value) => settle(() => (error ? reject(at(error, from)) : resolve(value))));
    });
  }

  // ask calls what answers at once.
  ask(name, ...args) {
    if (!this.go) throw new ChesszipError("closed", "the module was closed");
    const value = this.go.position(name, args);
    if (value instanceof ChesszipError) throw at(value, new Error());
    return value;
  }

  async close() {
    const { go } = this;
    this.go = undefined;
    go?.exit();
    await this.ended;
  }

  // end rejects what is under way: the module is gone.
  end(error) {
    this.go = undefined;
    // A timer of the module must not wake it.
    for (const timer of this.runtime?._scheduledTimeouts?.values() ?? []) clearTimeout(timer);
    const why = new ChesszipError(error ? "failed" : "closed", error ? `the module failed: ${error.message}` : "the module was closed");
    for (const reject of this.pending) reject(why);
    this.pending.clear();
    for (const id of this.sources.keys()) void this.remove(id);
  }
}

// unpacked undoes gzip, if the server has not done so.
async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function errorOf(error) {
  return error instanceof Error ? error : new ChesszipError("source", String(error));
}
