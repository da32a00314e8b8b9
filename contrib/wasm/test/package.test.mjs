// The package itself: sizes, what it carries, what it exports, its types.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import zlib from "node:zlib";
import * as node from "@chesszip/reader";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (name) => readFileSync(root + name);

const modules = ["dist/chesszip.wasm", "dist/answers.wasm"];

test("a module has at most 3.18 MB as it is sent, and that of pages 50 kB more", () => {
  for (const [i, most] of [3_180_000, 3_230_000].entries()) {
    const packed = zlib.gzipSync(read(modules[i]), { level: 9 }).length;
    assert.ok(packed <= most, `${modules[i]}: ${packed} bytes`);
  }
});

test("the modules carry no learned weights", () => {
  const wasm = Buffer.concat(modules.map(read));
  for (const name of ["default.czm", "max.czm", "squares.czs"]) {
    const table = read(`dist/${name}`);
    for (const at of [0, 0.3, 0.6, 0.9]) {
      const from = Math.floor(at * table.length) + 64;
      assert.equal(wasm.indexOf(table.subarray(from, from + 32)), -1, name);
    }
  }
});

test("nothing is left in the global object", () => {
  assert.equal(globalThis.Go, undefined);
  assert.equal(globalThis.fs, undefined);
});

const pack = (folder) => JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root + folder, stdio: ["ignore", "pipe", "ignore"] }))[0];

test("the packages hold what they need, and no tests", () => {
  const tables = ["default.czm", "max.czm", "squares.czs"];
  const levels = pack("levels").files.map((f) => f.path).sort();
  assert.deepEqual(levels, ["LICENSE", "README.md", "index.d.ts", "index.js", "node.js", "package.json", ...tables].sort());
  const { files, size } = pack("");
  const list = files.map((f) => f.path);
  assert.ok(size <= 4_400_000, `${size} bytes`);
  assert.deepEqual(list.filter((f) => /answers|\.cz[ms]$/.test(f)), []);
  for (const name of ["index.js", "node.js", "index.d.ts", "js/url.js", "dist/chesszip.wasm", "dist/wasm_exec.js", "dist/LICENSE-go", "dist/LICENSE-modules", "README.md"]) {
    assert.ok(list.includes(name), name);
  }
  assert.deepEqual(list.filter((f) => /^test|\.go$|^build$/.test(f)), []);
});

test("a worker", async () => {
  const worker = new Worker(new URL("fixtures/worker.mjs", import.meta.url), { workerData: root });
  const answer = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  assert.deepEqual(answer, { games: 300, level: "default", first: true });
  await worker.terminate();
});

test("the README's program", () => {
  const program = /```js\n([^]*?)```/.exec(read("README.md"))[1];
  writeFileSync(root + "test/made/readme.mjs", program);
  copyFileSync(root + "test/made/all-1.czip", root + "test/made/games.czip");
  const out = execFileSync(process.execPath, ["readme.mjs"], { cwd: root + "test/made", encoding: "utf8" });
  assert.match(out, /^1250 \[Event /);
  assert.match(out, /\nNf3 \d+ \d+ \d+\n/);
  assert.match(out, /\n30 [0-9a-f]{40} \d+\n$/);
});

const tsc = root + "node_modules/typescript/bin/tsc";

test("types", { skip: !existsSync(tsc) && "there is no TypeScript: npm install failed" }, () => {
  try {
    execFileSync(process.execPath, [tsc, "--noEmit", "-p", "test/fixtures/tsconfig.json"], { cwd: root, encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout);
  }
});

test("the types name what there is", async () => {
  const text = read("index.d.ts").toString();
  const chess = await node.load();
  const archive = await chess.open(new Uint8Array(read("test/made/games-1.czip")));
  const members = (o) => Object.getOwnPropertyNames(Object.getPrototypeOf(o)).filter((n) => n !== "constructor");
  for (const name of [...members(chess), ...members(archive), ...Object.keys(archive), ...Object.keys(node)]) {
    assert.match(text, new RegExp(`\\b${name}\\b`));
  }
  await chess.close();
});
