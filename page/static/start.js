// Where the page was opened from a file, browsers let it read no file beside it, scripts
// as modules among them. It says so, and takes the folder if the reader picks it.
"use strict";

if (location.protocol === "file:") {
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

// start runs the page from the files of its folder.
async function start(list) {
  const files = new Map();
  for (const f of list) files.set(f.webkitRelativePath.split("/").slice(1).join("/"), f);
  const modules = new Map(); // addresses of scripts, by name

  // moduleOf returns the address of a script, whose imports name addresses, too.
  async function moduleOf(name) {
    if (modules.has(name)) return modules.get(name);
    const file = files.get(name);
    if (!file) throw new Error(`${name} is missing`);
    let text = await file.text();
    const own = new URL(name, location.href.replace(/[?#].*$/s, "")).href;
    for (const [, relative] of [...text.matchAll(/^(?:import|export)[^"';]*"(\.[^"]+)";/gm)]) {
      const other = decodeURI(new URL(relative, `x:///${name}`).pathname.slice(1));
      const address = await moduleOf(other);
      text = text.replaceAll(`"${relative}";`, `"${address}";`);
    }
    text = text.replaceAll("import.meta.url", JSON.stringify(own));
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    modules.set(name, address);
    return address;
  }

  // Symbols of another file are not drawn in a page that was opened from a file.
  const sprite = await files.get("shared/pieces.svg").text();
  const svg = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
  svg.setAttribute("hidden", "");
  document.body.append(svg);
  const own = (use) => use.setAttribute("href", use.getAttribute("href").replace(/^.*pieces\.svg#/, "#"));
  new MutationObserver((changes) => {
    for (const c of changes) {
      for (const n of c.addedNodes) n.querySelectorAll?.("use[href*='pieces.svg#']").forEach(own);
    }
  }).observe(document.body, { childList: true, subtree: true });

  // A worker of such a page cannot be a module, but it can import one.
  const first = `const early = []; onmessage = (e) => early.push(e); import("${await moduleOf("static/worker.js")}").then(() => early.forEach((e) => onmessage(e)));`;
  const worker = URL.createObjectURL(new Blob([first], { type: "text/javascript" }));
  globalThis.chesszipFiles = { worker, read: files };
  await import(await moduleOf("games/app.js"));
}
