// Questions to the archive. The answers are those of /api (docs/api-http.md),
// from the server that sent the page, or from the page's own worker.

import { send } from "./send.js";

// A question that failed. status is that of HTTP, 0 if nobody answers.
export class AskError extends Error {
  constructor(status, message, hint = "") {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

// load returns the Response to a path such as "api/games/1-1/pgn". signal ends the
// question; body is the text that api/read reads.
export async function load(path, { signal, body } = {}) {
  let response;
  try {
    response = await send(path, { signal, ...(body === undefined ? {} : { method: "POST", body }) });
  } catch (err) {
    throw signal?.aborted ? err : new AskError(0, "No answer: is chesszip serve still running?");
  }
  if (!response.ok) {
    const { error, hint } = await response.json().catch(() => ({ error: response.statusText }));
    throw new AskError(response.status, error, hint);
  }
  return response;
}

// ask is load for an answer that is an object. Where part is given, it is called with
// what has come so far of an answer that comes in parts, as an object with fewer fields.
export async function ask(path, { part, ...options } = {}) {
  const response = await load(path, options);
  if (!part) return response.json();
  let text = "";
  for await (const piece of pieces(response.body)) {
    text += piece;
    if (!text.endsWith("}\n")) tell(part, `${text}}`);
  }
  return JSON.parse(text);
}

// tell hands on what has come, unless the network has cut it elsewhere than the server.
function tell(part, text) {
  let some;
  try {
    some = JSON.parse(text);
  } catch {
    return;
  }
  part(some);
}

// pieces are the texts of a body as they come, most often cut where the server has cut:
// an answer in parts is sent part by part, and all but the last lack their brace.
async function* pieces(body) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

// pathOf returns a path with parameters, those left out that are empty.
export function pathOf(path, parameters = {}) {
  const given = Object.entries(parameters).filter(([, v]) => v !== undefined && v !== null && v !== "");
  const text = new URLSearchParams(given).toString();
  return text ? `${path}?${text}` : path;
}

// addressOf returns what the browser itself fetches, such as a download.
export const addressOf = (path, parameters) => pathOf(path, parameters);
