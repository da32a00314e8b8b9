// The learned tables in node: files beside this one.

import { readFile } from "node:fs/promises";

const tables = ["default.czm", "max.czm", "squares.czs"];

export default async function levels(table) {
  return tables.includes(table) ? readFile(new URL(table, import.meta.url)) : undefined;
}
