// What every call throws: an Error with a code, a word that a program can ask for.

export class ChesszipError extends Error {
  constructor(code, message, details) {
    super(message);
    this.name = "ChesszipError";
    this.code = code;
    Object.assign(this, details);
  }
}

// string returns what is one; what names it in the error of what is none.
export function string(what, value) {
  if (typeof value === "string") return value;
  throw new ChesszipError("option", `${what} is a string, not ${value === null ? "null" : typeof value}`);
}

// abortReason returns what a call rejects with when its signal was aborted.
export function abortReason(signal) {
  return signal.reason ?? new DOMException("This operation was aborted", "AbortError");
}
