// Analyses: kept in this browser by the game that they are of, and packed into a link.

const prefix = "chesszip analysis ";
const mostPacked = 30_000; // letters of a link

// keyOf returns a key for a game by its text, which is the same wherever the game is
// served from.
export function keyOf(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 2654435761);
    b = Math.imul(b ^ c, 1597334677);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}${text.length.toString(36)}`;
}

// keep keeps an analysis and the link that the address had then, or forgets it where text
// is null. It throws where the browser keeps nothing more.
export function keep(key, text, link = "") {
  if (text === null) localStorage.removeItem(prefix + key);
  else localStorage.setItem(prefix + key, `${link}\n${text}`);
}

// kept returns an analysis as {link, text}, text null if there is none.
export function kept(key) {
  try {
    const value = localStorage.getItem(prefix + key);
    const end = value?.indexOf("\n") ?? -1;
    return end < 0 ? { link: "", text: null } : { link: value.slice(0, end), text: value.slice(end + 1) };
  } catch {
    return { link: "", text: null }; // the browser keeps nothing
  }
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// pack returns a text in the letters of a link, null if that would be too long.
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  return letters.length > mostPacked ? null : letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// unpack is the inverse of pack. It throws if the letters are of no text.
export async function unpack(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
