// A file behind an address, read by range requests.

import { ChesszipError, abortReason } from "./error.js";

// Sizes in bytes. The first request asks for the end of the file, where the index is;
// small reads take more than they were asked for, and what was read is kept, the
// latest first.
const tailSize = 40 << 10;
const leastRead = 8 << 10;
const mostKept = 4 << 20;

const mostTries = 4; // of a request that failed for reasons that may pass
const firstWait = 200; // milliseconds before the second try; doubles

export class UrlSource {
  constructor(address, { fetch: fetcher, headers, signal } = {}) {
    const u = new URL(address);
    this.headers = new Headers(headers);
    // fetch refuses addresses with a name and a password.
    if (u.username || u.password) {
      this.headers.set("authorization", `Basic ${btoa(`${decodeURIComponent(u.username)}:${decodeURIComponent(u.password)}`)}`);
      u.username = u.password = "";
    }
    this.address = u.href;
    this.fetch = fetcher ?? ((...a) => globalThis.fetch(...a));
    this.signal = signal;
    this.size = 0;
    this.requests = 0;
    this.bytes = 0;
    this.kept = []; // {offset, bytes}, the latest first
    this.asked = []; // {offset, end, bytes}, with a promise of the bytes
    this.closing = new AbortController();
  }

  // open asks for the end of the file, and learns its size and validator.
  async open() {
    let response = await this.request(`bytes=-${tailSize}`);
    if (this.empty(response)) return;
    if ([200, 400, 416, 501].includes(response.status)) {
      // Some servers take no range that counts from the end: the first byte tells the size.
      await drop(response);
      response = await this.request("bytes=0-0");
      if (this.empty(response)) return;
      this.mustBePart(response);
      const size = parseContentRange(response.headers.get("content-range"))?.size;
      if (size) {
        await drop(response);
        response = await this.request(`bytes=${Math.max(0, size - tailSize)}-${size - 1}`);
      }
    }
    this.mustBePart(response);
    const range = parseContentRange(response.headers.get("content-range"));
    if (!range) {
      await drop(response);
      throw new ChesszipError("noRanges", `${this.name()}: the answer does not say which part of the file it is; a server of another origin must expose Content-Range`);
    }
    const etag = response.headers.get("etag");
    this.validator = etag && !etag.startsWith("W/") ? etag : response.headers.get("last-modified");
    this.size = range.size;
    this.keep(range.first, await this.body(response, range.last - range.first + 1));
  }

  // empty reports whether an answer is that of an empty file.
  empty(response) {
    return response.status === 416 && /\*\/0$/.test(response.headers.get("content-range") ?? "");
  }

  async read(offset, length) {
    for (const [i, k] of this.kept.entries()) {
      if (k.offset <= offset && offset + length <= k.offset + k.bytes.length) {
        this.kept.unshift(...this.kept.splice(i, 1));
        return k.bytes.subarray(offset - k.offset, offset - k.offset + length);
      }
    }
    const same = this.asked.find((a) => a.offset <= offset && offset + length <= a.end);
    if (same) return (await same.bytes).subarray(offset - same.offset, offset - same.offset + length);
    const end = Math.min(this.size, offset + Math.max(length, leastRead));
    const asked = { offset, end, bytes: this.part(offset, end - 1) };
    this.asked.push(asked);
    try {
      return (await asked.bytes).subarray(0, length);
    } finally {
      this.asked.splice(this.asked.indexOf(asked), 1);
    }
  }

  // part requests a part of the file, and keeps it.
  async part(offset, last) {
    const response = await this.request(`bytes=${offset}-${last}`);
    this.mustBePart(response);
    const range = parseContentRange(response.headers.get("content-range"));
    if (range && (range.size !== this.size || range.first !== offset || range.last !== last)) {
      await drop(response);
      throw range.size !== this.size ? this.changed() : new ChesszipError("source", `${this.name()}: the server sent another part of the file`);
    }
    const bytes = await this.body(response, last - offset + 1);
    this.keep(offset, bytes);
    return bytes;
  }

  close() {
    this.closing.abort();
    this.kept = [];
  }

  keep(offset, bytes) {
    this.kept.unshift({ offset, bytes });
    for (let size = 0, i = 0; i < this.kept.length; i++) {
      size += this.kept[i].bytes.length;
      if (i > 0 && size > mostKept) this.kept.length = i;
    }
  }

  // mustBePart throws unless the answer is the part that was asked for.
  mustBePart(response) {
    const coding = response.headers.get("content-encoding");
    if (response.status === 206 && (!coding || coding === "identity")) return;
    void drop(response);
    const { status } = response;
    if (status === 200 && this.size > 0 && this.validator) throw this.changed();
    if (status === 416 && this.size > 0) throw this.changed();
    if (status === 200 || status === 206) {
      const length = Number(response.headers.get("content-length"));
      throw new ChesszipError("noRanges", `${this.name()}: the server does not answer range requests; the whole file can be downloaded: open with {download: true}`, length > 0 ? { size: length } : {});
    }
    throw new ChesszipError(status === 404 || status === 410 ? "notFound" : "http", `${this.name()}: the server answered ${status}`, { status });
  }

  changed() {
    return new ChesszipError("changed", `${this.name()}: the file was changed while it was read; open it again`);
  }

  // request sends one request, again where that may help.
  async request(range) {
    const headers = new Headers(this.headers);
    if (range) headers.set("range", range);
    if (range && this.validator) headers.set("if-range", this.validator);
    for (let tries = 1, wait = firstWait; ; tries++, wait *= 2) {
      this.mustGoOn();
      let why;
      try {
        this.requests++;
        const response = await this.fetch(this.address, { headers, signal: this.closing.signal, cache: "no-store" });
        if (tries >= mostTries || (response.status < 500 && response.status !== 429) || response.status === 501) return response;
        await drop(response);
      } catch (error) {
        this.mustGoOn();
        why = error;
      }
      if (why && tries >= mostTries) {
        throw new ChesszipError("http", `${this.name()}: ${why.cause?.message ?? why.message}`, { cause: why });
      }
      await this.pause(wait);
    }
  }

  // body reads an answer of a length.
  async body(response, length) {
    let bytes;
    try {
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      this.mustGoOn();
      throw new ChesszipError("http", `${this.name()}: the answer broke off: ${error.cause?.message ?? error.message}`, { cause: error });
    }
    this.bytes += bytes.length;
    if (bytes.length !== length) {
      throw new ChesszipError("http", `${this.name()}: the answer has ${bytes.length} bytes, not ${length}`);
    }
    return bytes;
  }

  // download reads the whole file, of at most so many bytes.
  async download(most) {
    const response = await this.request("");
    if (!response.ok) this.mustBePart(response);
    const parts = [];
    let size = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
      if (size > most) {
        await reader.cancel();
        throw new ChesszipError("limit", `${this.name()}: it has more than ${most} bytes; set the option maxDownload`);
      }
    }
    const all = new Uint8Array(size);
    let at = 0;
    for (const p of parts) {
      all.set(p, at);
      at += p.length;
    }
    return all;
  }

  pause(wait) {
    return new Promise((resolve) => setTimeout(resolve, wait));
  }

  mustGoOn() {
    if (this.signal?.aborted) throw abortReason(this.signal);
    if (this.closing.signal.aborted) throw new ChesszipError("closed", "the archive was closed");
  }

  // name is the address without what may be a secret.
  name() {
    const u = new URL(this.address);
    u.search = u.hash = "";
    return u.href;
  }
}

function parseContentRange(text) {
  const m = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(text ?? "");
  return m && { first: Number(m[1]), last: Number(m[2]), size: Number(m[3]) };
}

// drop gives up an answer, so that its rest is not sent.
async function drop(response) {
  try {
    await response.body?.cancel();
  } catch {
    // It is gone already.
  }
}
