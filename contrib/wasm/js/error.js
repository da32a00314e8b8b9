// What every call throws: an Error with a code, a word that a program can ask for.

export class ChesszipError extends Error {
  constructor(code, message, details) {
    super(message);
    this.name = "ChesszipError";
    this.code = code;
    Object.assign(this, details);
  }
}

// at gives an error of the module the stack of a call, where from was made: its own is
// that of the module's runtime.
export function at(error, from) {
  if (error instanceof ChesszipError) {
    const head = `${error.name}: ${error.message}\n`;
    error.stack = from.stack.startsWith("Error") ? head + from.stack.slice(from.stack.indexOf("\n") + 1) : from.stack;
  }
  return error;
}

// named puts the name of what was opened in front of the message of an error.
export function named(error, name) {
  if (error instanceof ChesszipError && name && !error.message.startsWith(name)) {
    const { message } = error;
    error.message = `${name}: ${message}`;
    error.stack = error.stack?.replace(message, () => error.message);
  }
  return error;
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
