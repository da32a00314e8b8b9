// Elements and texts.

// make returns an element with properties, attributes where there is no such property,
// and children.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// el returns an element of a class with children, without those that are none.
export const el = (tag, className, ...children) =>
  make(tag, className ? { className } : {}, ...children.filter((c) => c !== null && c !== undefined && c !== false));

// button returns a button; name is what a screen reader says where the text does not.
export function button(text, act, { name, className } = {}) {
  const b = el("button", className, text);
  b.type = "button";
  if (name) b.ariaLabel = b.title = name;
  if (act) b.addEventListener("click", act);
  return b;
}

// link returns a link.
export function link(text, href, className) {
  const a = el("a", className, text);
  a.href = href;
  return a;
}

// visible returns a text of a game with control characters as pictures.
export const visible = (text) => text.replace(/\s+/g, " ")
  .replace(/[\x00-\x1f\x7f]/g, (c) => (c === "\x7f" ? "␡" : String.fromCharCode(0x2400 + c.charCodeAt(0))));

// foreign returns an element with a text of a game, whose direction is its own.
export function foreign(text, tag = "bdi", className = "") {
  const element = el(tag, className, visible(text));
  element.dir = "auto";
  return element;
}

// save lets the browser save a file.
export function save(blob, name) {
  const a = link("", URL.createObjectURL(blob));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}
