// Starts the page. Where it was opened from a file, browsers let it read no file beside
// it, scripts as modules among them. It says so, and takes the folder if the reader picks
// it.
"use strict";

if (location.protocol !== "file:") {
  void import("../games/app.js");
} else {
  addEventListener("DOMContentLoaded", () => {
    const box = document.createElement("section");
    box.className = "trouble";
    box.setAttribute("role", "alert");
    const say = document.createElement("p");
    say.textContent = "This page was opened from a file, and browsers let such pages read no file beside them. Pick the folder in which it lies, or serve it by any web server, as README.txt says.";
    const label = document.createElement("label");
    label.textContent = "The folder of this page: ";
    const input = document.createElement("input");
    input.type = "file";
    input.id = "folder";
    input.webkitdirectory = true;
    label.append(input);
    box.append(say, label);
    document.querySelector("main").before(box);
    input.addEventListener("change", () => {
      start(input.files).then(() => box.remove(), (err) => {
        say.textContent = `That did not work: ${err.message}. Is it the folder in which this page lies?`;
      });
    });
  });
}

// scripts returns what gives the address of a script by its name, made of files: an
// address that only who has made it can load. Its imports name such addresses, too.
function scripts(files, folder) {
  const made = new Map();
  return async function addressOf(name) {
    if (made.has(name)) return made.get(name);
    const file = files.get(name);
    if (!file) throw new Error(`${name} is missing`);
    let text = await file.text();
    for (const [, relative] of [...text.matchAll(/(?:^(?:import|export)[^"';]*|\bimport\()"(\.[^"]+)"[;)]/gm)]) {
      const other = decodeURI(new URL(relative, `http://x/${name}`).pathname.slice(1));
      text = text.replaceAll(`"${relative}"`, `"${await addressOf(other)}"`);
    }
    text = text.replace('new URL("pieces.svg", import.meta.url).pathname', '""');
    text = text.replaceAll("import.meta.url", JSON.stringify(new URL(name, folder).href));
    made.set(name, URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    return made.get(name);
  };
}

// start runs the page from the files of its folder.
async function start(list) {
  const files = new Map();
  for (const f of list) files.set(f.webkitRelativePath.split("/").slice(1).join("/"), f);
  const folder = new URL("./", location.href.replace(/[?#].*$/s, "")).href;
  const addressOf = scripts(files, folder);

  // Symbols of another file are not drawn in such a page: they become its own.
  const sprite = await files.get("shared/pieces.svg")?.text();
  if (!sprite) throw new Error("shared/pieces.svg is missing");
  const symbols = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
  for (const side of ["width", "height"]) symbols.setAttribute(side, 0);
  document.body.append(symbols);

  // Its worker makes the addresses of its own scripts of the files that it gets first.
  const worker = `"use strict";
    ${scripts}
    const early = [];
    onmessage = (e) => {
      early.push(e);
      if (early.length > 1) return;
      scripts(e.data.files, ${JSON.stringify(folder)})("static/worker.js").then((address) => import(address)).then(() => early.forEach((e) => onmessage(e)));
    };`;
  globalThis.chesszipFiles = { worker: URL.createObjectURL(new Blob([worker], { type: "text/javascript" })), read: files };
  await import(await addressOf("games/app.js"));
}
