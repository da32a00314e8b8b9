// What the module for pages answers is what chesszip serve answers.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { ChesszipError, load } from "@chesszip/reader";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const made = (name) => here(`made/${name}`);
const names = ["all-1.czip", "games-6.czip"];

let chess, site, server, address;
before(async () => {
  chess = await load({ wasm: await readFile(here("../dist/answers.wasm")) });
  site = await chess.site(await Promise.all(names.map((n) => chess.open(made(n)))));
  server = spawn(made("chesszip"), ["serve", "--listen", "127.0.0.1:0", ...names.map(made)], { stdio: ["ignore", "pipe", "ignore"] });
  address = String(await once(server.stdout, "data")).trim();
});
after(async () => {
  server.kill();
  await chess.close();
});

// answerOf returns an answer of the module as one text, with what was said of it.
async function answerOf(path, options) {
  const pieces = [];
  const head = await site.answer(path, { ...options, take: (p) => pieces.push(p) });
  return { ...head, pieces: pieces.length, bytes: Buffer.concat(pieces) };
}

test("the same answers", async () => {
  for (const path of [
    "api/archives", "api/archives/2/columns", "api/games?limit=20&from=1245", "api/games?query=result:draw%20elo:1800-&archive=1", "api/games/1-17",
    "api/games/2-300", "api/games/1-17/pgn", "api/games/2-17/bytes", "api/facets?query=date:2013-", "api/names", "api/player?name=erbb", "api/explore?play=e2e4,c7c5", "api/explore?query=tc:blitz&archive=2", "api/games?query=erbb%20sicilian%202013",
    "api/find?pattern=mate&limit=3&count=true", "api/position?play=e2e4", "api/download?games=1-3..1-5,2-1", "api/download?query=result:draw&archive=2&format=czip",
  ]) {
    const want = await fetch(address + path);
    const got = await answerOf(path);
    assert.equal(want.status, 200, path);
    assert.equal(got.type, want.headers.get("content-type"), path);
    const text = Buffer.from(await want.arrayBuffer());
    if (!got.bytes.equals(text)) assert.equal(String(got.bytes), String(text), path);
    assert.equal(got.name ? `attachment; filename="${got.name}"` : null, want.headers.get("content-disposition"), path);
  }
});

test("the same answers about a text", async () => {
  const text = "[White \"A\"]\n\n1. e4 e5 {ж} (1... c5) 2. Nf3 *\n\n1. d4 *\n";
  for (const path of ["api/read", "api/read?game=2", "api/read?format=pgn", "api/read?format=czip"]) {
    const want = await fetch(address + path, { method: "POST", body: text });
    assert.equal(want.status, 200, path);
    const got = await answerOf(path, { body: new TextEncoder().encode(text) });
    assert.ok(got.bytes.equals(Buffer.from(await want.arrayBuffer())), path);
  }
  await assert.rejects(answerOf("api/read", { body: new TextEncoder().encode("prose") }), { code: "query" });
});

test("in parts, of one archive or several", async () => {
  const parts = [];
  const all = await site.ask("/api/explore", { part: (p) => parts.push(p) });
  assert.ok(parts.length > 0 && !("games" in parts[0]) && parts[0].white === all.white && all.games.length > 0);
  const a = await chess.open(made("games-6.czip"));
  assert.equal((await a.ask("api/archives")).archives[0].name, "games-6.czip");
  assert.equal((await a.ask("api/games?limit=1")).total, 300);
  assert.equal((await site.ask("api/games?limit=1")).total, 1550);
  await a.close();
  await assert.rejects(a.ask("api/archives"), { code: "closed" });
});

test("refusals", async () => {
  const fails = (path, code, message, options) => assert.rejects(site.ask(path, options), (e) => {
    assert.ok(e instanceof ChesszipError, String(e));
    assert.equal(e.code, code, e.message);
    assert.match(e.message, message);
    return true;
  });
  await fails("api/nothing", "notFound", /no such route/);
  await fails("masters", "notFound", /no such route/);
  await fails("api/games/1-1251", "notFound", /no such game/);
  await fails("api/games?query=wite:a", "query", /wite/);
  await fails("api/explore?fen=x", "query", /FEN/);
  await fails("api/games/1-1/pgn", "option", /chess-pgn/);
  await assert.rejects(site.ask("api/games?query=wite:a"), (e) => /did you mean/.test(e.hint));
  assert.throws(() => chess.legalMoves("8/8/8/8/8/8/8/8 w - - 0 1"), { code: "option" });
  const other = await load();
  const a = await other.open(made("games-1.czip"));
  await assert.rejects(a.ask("api/archives"), { code: "option" });
  await a.close();
});

test("questions that are withdrawn stop", async () => {
  const controller = new AbortController();
  let pieces = 0;
  const download = site.answer("api/download", { signal: controller.signal, take: () => pieces++ && controller.abort(new Error("enough")) });
  await assert.rejects(download, /enough/);
  const seen = pieces;
  await site.ask("api/games?query=site:nowhere");
  assert.equal(pieces, seen);
  await assert.rejects(site.ask("api/archives", { signal: AbortSignal.abort() }), { name: "AbortError" });
});
