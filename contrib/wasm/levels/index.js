// The learned tables in browsers and Web Workers: files beside this one.

const tables = {
  "default.czm": new URL("./default.czm", import.meta.url),
  "max.czm": new URL("./max.czm", import.meta.url),
  "squares.czs": new URL("./squares.czs", import.meta.url),
};

export default async function levels(table) {
  if (!Object.hasOwn(tables, table)) return undefined;
  const response = await fetch(tables[table]);
  if (!response.ok) throw new Error(`${tables[table].href}: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
