import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { after, before, beforeEach, test } from "node:test";
import { ChesszipError, load, open } from "@chesszip/reader";
import { serve } from "./fixtures/server.mjs";

const root = fileURLToPath(new URL("made/", import.meta.url));
let server;
before(async () => { server = await serve(root); });
beforeEach(() => server.forget());
after(async () => {
  await server.close();
  await (await load()).close();
});

const fails = (promise, code, message = /./) => assert.rejects(promise, (e) => {
  assert.ok(e instanceof ChesszipError, e.stack);
  assert.equal(e.code, code, e.message);
  assert.match(e.message, message);
  return true;
});

test("an archive behind an address is read by parts", async () => {
  const size = (await readFile(`${root}all-1.czip`)).length;
  const here = await open(`${root}all-1.czip`);
  const there = await open(`${server.url}/all-1.czip`);
  assert.equal(there.games, 1250);
  assert.ok(server.seen.requests.length <= 2, JSON.stringify(server.seen.requests));
  assert.ok(server.seen.bytes < 0.6 * size, `${server.seen.bytes} of ${size}`);
  assert.ok(server.seen.requests.every((r) => r.range));
  assert.ok(server.seen.requests.slice(1).every((r) => r.ifRange === `"${size}-1"`));
  const before = server.seen.requests.length;
  assert.equal(await there.get(3), await here.get(3));
  assert.ok(server.seen.requests.length <= before + 1, "one request for a game");
  assert.equal(await there.get(1249), await here.get(1249));
  assert.deepEqual(await there.filter("result:draw").count(), await here.filter("result:draw").count());
  await there.close();
  await here.close();
});

test("questions at the same time share requests", async () => {
  const a = await open(`${server.url}/all-1.czip`);
  server.forget();
  const [one, two] = await Promise.all([a.filter("player:a*").count(), a.filter("player:a*").count()]);
  assert.equal(one, two);
  assert.equal(new Set(server.seen.requests.map((r) => r.range)).size, server.seen.requests.length, JSON.stringify(server.seen.requests));
  await a.close();
});

test("what the index rules out is not fetched", async () => {
  const a = await open(`${server.url}/all-1.czip`);
  server.forget();
  assert.equal(await a.filter("date:1990").count(), 0);
  assert.deepEqual(server.seen.requests, []);
  await a.close();
});

test("PGN at an address", async () => {
  const a = await open(`${server.url}/games.pgn`);
  assert.deepEqual([a.games, a.pgn], [300, true]);
  assert.equal(await a.get(200), await (await open(`${root}games-1.czip`)).get(200));
  assert.ok(server.seen.requests.length < 100, `${server.seen.requests.length} requests`);
  await a.close();
});

test("a server without ranges", async () => {
  const size = (await readFile(`${root}games-1.czip`)).length;
  const address = `${server.url}/noranges/games-1.czip`;
  await assert.rejects(open(address), (e) => e.code === "noRanges" && e.size === size && /download: true/.test(e.message));
  const a = await open(address, { download: true });
  assert.equal(a.games, 300);
  await a.close();
  await fails(open(address, { download: true, maxDownload: 1000 }), "limit", /maxDownload/);
  await fails(open(`${server.url}/gzip/games-1.czip`), "noRanges");
});

test("a server that takes no ranges from the end", async () => {
  for (const status of [200, 400, 416, 501]) {
    server.forget();
    const a = await open(`${server.url}/last${status}/all-1.czip`);
    assert.equal(a.games, 1250);
    assert.match(await a.get(1249), /^\[Event/);
    assert.deepEqual(server.seen.requests.slice(0, 2).map((r) => r.range), ["bytes=-40960", "bytes=0-0"]);
    assert.ok(server.seen.requests.slice(2).every((r) => /^bytes=\d+-\d+$/.test(r.range)));
    await a.close();
  }
  await fails(open(`${server.url}/last403/all-1.czip`), "http", /403/);
});

test("a file that changes meanwhile", async () => {
  for (const how of ["changes", "changes"]) {
    const a = await open(`${server.url}/${how}/all-1.czip`);
    server.seen.version++;
    await fails(a.get(600), "changed", /open it again/);
    await a.close();
  }
});

test("a weak validator is not sent", async () => {
  const a = await open(`${server.url}/weak/all-1.czip`);
  await a.get(600);
  assert.ok(server.seen.requests.every((r) => r.ifRange === undefined));
  await a.close();
});

test("a server that fails now and then", async () => {
  server.seen.failures = 2;
  const a = await open(`${server.url}/flaky/all-1.czip`);
  server.seen.failures = 1;
  assert.match(await a.get(700), /^\[Event/);
  await a.close();
  server.seen.failures = 100;
  await fails(open(`${server.url}/flaky/all-1.czip`), "http");
  server.seen.failures = 0;
});

test("addresses that lead nowhere", async () => {
  await fails(open(`${server.url}/none.czip`), "notFound", /404/);
  await assert.rejects(open(`${server.url.replace("http://", "http://me:secret@")}/none.czip?token=secret`), (e) => e.code === "notFound" && !/secret/.test(e.message));
  assert.equal(server.seen.requests.at(-1).authorization, `Basic ${btoa("me:secret")}`);
});

test("an abort ends the requests", async () => {
  const controller = new AbortController();
  const stuck = open("http://localhost/", {
    signal: controller.signal,
    fetch: (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
  setTimeout(() => controller.abort(), 1);
  await assert.rejects(stuck, { name: "AbortError" });
});

test("tables come over the network, too", async () => {
  const dist = await serve(fileURLToPath(new URL("../dist/", import.meta.url)));
  const own = await load({ levels: `${dist.url}/` });
  const a = await own.open(`${server.url}/games-6.czip`);
  assert.match(await a.get(0), /^\[Event/);
  assert.deepEqual(dist.seen.requests.map((r) => r.path), ["default.czm"]);
  await own.close();
  const none = await load({ levels: `${dist.url}/nowhere/` });
  await fails(none.open(`${server.url}/games-6.czip`), "level", /404/);
  await none.close();
  await dist.close();
});
