// Prints what the package takes, as tables. Times are of the process, all of its
// threads, so that a busy machine changes them little; of several passes the median.

import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

const [folder, part, ...rest] = process.argv.slice(2);
const dist = fileURLToPath(new URL("./dist/", import.meta.url));
const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const archives = ["1", "1-index", "6", "9"];
const number = (n) => n.toLocaleString("en");
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

// processorTime returns the milliseconds that work takes, of the processor.
async function processorTime(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

// child measures in a process of its own, so that no pass warms the next.
function child(...args) {
  const passes = [1, 2, 3].map(() => JSON.parse(execFileSync(process.execPath, [process.argv[1], folder, ...args], { encoding: "utf8" })));
  return Object.fromEntries(Object.keys(passes[0]).map((k) => [k, median(passes.map((p) => p[k]))]));
}

async function startUp() {
  const out = {};
  let chess;
  out.start = await processorTime(async () => {
    const { load } = await import("./node.js");
    chess = await load();
  });
  out.legal = await processorTime(async () => chess.legalMoves(start));
  out.memory = chess.memory;
  out.compiled = await processorTime(async () => WebAssembly.compile(readFileSync(`${dist}chesszip.wasm`)));
  await chess.close();
  return out;
}

async function archive(name) {
  const { load } = await import("./node.js");
  const chess = await load();
  const out = {};
  let a;
  out.open = await processorTime(async () => { a = await chess.open(`${folder}/${name}.czip`); });
  out.games = a.games;
  const middle = Math.floor(a.games / 2);
  out.first = await processorTime(() => a.get(middle));
  const next = [];
  for (let n = middle + 1; n <= middle + 100 && n < a.games; n++) next.push(await processorTime(() => a.get(n)));
  next.sort((x, y) => x - y);
  out.next = next[next.length >> 1];
  out.slowest = next[next.length - 1];
  let games = 0;
  const most = name === "9" ? 200 : 2000;
  out.texts = await processorTime(async () => { for await (const g of a.texts(0, most)) games += g.text ? 1 : 0; }) / games;
  games = 0;
  out.values = await processorTime(async () => { for await (const g of a.allGames(0, Math.min(most, 500))) games += g.uci ? 1 : 0; }) / games;
  out.filter = await processorTime(() => a.filter("result:draw elo:1800+").count());
  if (name !== "9") out.explore = await processorTime(() => a.explore(start));
  out.memory = chess.memory;
  await chess.close();
  return out;
}

function sizes() {
  console.log("## Sizes in bytes\n");
  row("", "as it is", "gzip -9", "brotli 11");
  row("---", "--:", "--:", "--:");
  for (const name of ["chesszip.wasm", "answers.wasm", "wasm_exec.js", "default.czm", "max.czm", "squares.czs"]) {
    const b = readFileSync(dist + name);
    const options = { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 24, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: b.length } };
    row(`\`${name}\``, ...[b, zlib.gzipSync(b, { level: 9 }), zlib.brotliCompressSync(b, options)].map((x) => number(x.length)));
  }
}

function main() {
  sizes();
  console.log("\n## Start\n\nMilliseconds of the processor, its threads that compile included; MiB of memory.\n");
  const s = child("start");
  row("", "");
  row("---", "--:");
  row("load the module and start it", s.start.toFixed(0));
  row("of that, compile it", s.compiled.toFixed(0));
  row("first legalMoves", s.legal.toFixed(1));
  row("memory after that", number(Math.round(s.memory / 2 ** 20)));
  console.log("\n## Archives\n\nMilliseconds of the processor, in a process of its own for each archive, from the first call on.\n");
  const all = archives.map((name) => ({ ...child("archive", name), size: statSync(`${folder}/${name}.czip`).size }));
  row("", "-1", "-1, all indexes", "-6", "-9");
  row("---", "--:", "--:", "--:", "--:");
  const line = (what, value) => row(what, ...all.map((a) => (value(a) === undefined ? "" : value(a))));
  line("games", (a) => number(a.games));
  line("bytes", (a) => number(a.size));
  line("open, with the table of the level", (a) => a.open.toFixed(0));
  line("get a game, the first", (a) => a.first.toFixed(0));
  line("get the next, warm, median", (a) => a.next.toFixed(1));
  line("get the next, warm, slowest of 100", (a) => a.slowest.toFixed(0));
  line("texts, games a second", (a) => number(Math.round(1000 / a.texts)));
  line("games as values, games a second", (a) => number(Math.round(1000 / a.values)));
  line("filter result:draw elo:1800+, count", (a) => a.filter.toFixed(0));
  line("explore the start position", (a) => a.explore?.toFixed(0));
  line("memory in the end, MiB", (a) => number(Math.round(a.memory / 2 ** 20)));
}

if (part === "start") console.log(JSON.stringify(await startUp()));
else if (part === "archive") console.log(JSON.stringify(await archive(...rest)));
else main();
