// What can be opened, as an object of {size, read(offset, length), close()}.

import { ChesszipError, abortReason } from "./error.js";
import { UrlSource } from "./url.js";

const defaultDownload = 50 << 20; // bytes

// sourceOf returns the source of what a user names. openPath opens a file by its name,
// where the platform has files.
export async function sourceOf(what, options, openPath) {
  if (what instanceof ArrayBuffer || (globalThis.SharedArrayBuffer && what instanceof SharedArrayBuffer)) {
    return bytesSource(new Uint8Array(what));
  }
  if (ArrayBuffer.isView(what)) return bytesSource(new Uint8Array(what.buffer, what.byteOffset, what.byteLength));
  if (typeof Blob !== "undefined" && what instanceof Blob) return blobSource(what);
  if (typeof what === "string" || what instanceof URL) return addressSource(what, options, openPath);
  if (what && Number.isSafeInteger(what.size) && what.size >= 0 && typeof what.read === "function") {
    return { size: what.size, read: (offset, length) => what.read(offset, length), close: () => what.close?.() };
  }
  throw new ChesszipError("option", "open wants bytes, a Blob, a path, an address, or an object with size and read");
}

function bytesSource(bytes) {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length), close() {} };
}

function blobSource(blob) {
  return {
    size: blob.size,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
    close() {},
  };
}

async function addressSource(what, options, openPath) {
  const text = String(what);
  if (openPath && !/^https?:/i.test(text)) return openPath(what);
  const source = new UrlSource(new URL(text, globalThis.location?.href), options);
  const { signal } = options;
  const abort = () => source.closing.abort();
  signal?.addEventListener("abort", abort);
  try {
    if (options.download) return bytesSource(await source.download(options.maxDownload ?? defaultDownload));
    await source.open();
    return source;
  } catch (error) {
    source.close();
    throw signal?.aborted ? abortReason(signal) : error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
