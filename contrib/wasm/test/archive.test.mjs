import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { ChesszipError, load, open } from "@chesszip/reader";

const made = (name) => fileURLToPath(new URL(`made/${name}`, import.meta.url));
const textOf = async (name) => (await readFile(made(name), "utf8")).trim();
const fails = (promise, code, message = /./) => assert.rejects(promise, (e) => {
  assert.ok(e instanceof ChesszipError, String(e));
  assert.equal(e.code, code, e.message);
  assert.match(e.message, message);
  return true;
});
async function all(rows) {
  const list = [];
  for await (const row of rows) list.push(row);
  return list;
}

let chess;
before(async () => { chess = await load(); });
after(() => chess.close());

test("what open takes", async () => {
  const bytes = new Uint8Array(await readFile(made("plain-1.czip")));
  const first = await (await open(made("plain-1.czip"))).get(0);
  assert.match(first, /^\[Event "/);
  const sources = {
    bytes,
    "part of a buffer": new Uint8Array([0, ...bytes]).subarray(1),
    buffer: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    blob: new Blob([bytes]),
    "file address": new URL("made/plain-1.czip", import.meta.url),
    "object that reads later": { size: bytes.length, read: async (o, n) => bytes.slice(o, o + n) },
    "object that reads at once": { size: bytes.length, read: (o, n) => bytes.slice(o, o + n) },
  };
  for (const [name, what] of Object.entries(sources)) {
    const a = await chess.open(what);
    assert.equal(a.games, 1250, name);
    assert.equal(await a.get(0), first, name);
    await a.close();
    await fails(a.get(0), "closed");
  }
  await fails(open({}), "option");
  await assert.rejects(open(made("no such file")), { code: "ENOENT" });
});

test("PGN, from wherever it comes, answers as its archive", async () => {
  const here = new Uint8Array(await readFile(made("games.pgn")));
  const archive = await open(made("games-1.czip"));
  const want = await all(archive.allGames());
  for (const [name, what] of Object.entries({ path: made("games.pgn"), bytes: here, file: new File([here], "games.pgn") })) {
    const a = await open(what);
    assert.deepEqual([a.games, a.pgn, a.name], [300, true, name === "bytes" ? "" : "games.pgn"], name);
    assert.deepEqual(await all(a.allGames()), want, name);
    assert.equal(await a.filter("elo:1800+").count(), await archive.filter("elo:1800+").count());
    assert.deepEqual((await a.explore()).moves, (await archive.explore()).moves);
    await a.close();
  }
  assert.equal(archive.pgn, false);
  await archive.close();
});

test("an error has the stack of its call, without the runtime of the module", async () => {
  const a = await open(made("games-1.czip"));
  for (const call of [() => a.get(300), () => all(a.filter("wite:x")), () => chess.legalMoves("x"), () => open(made("list.epd"))]) {
    const error = await (async () => call())().catch((e) => e);
    assert.ok(error instanceof ChesszipError);
    assert.ok(error.stack.startsWith(`ChesszipError: ${error.message}\n`), error.stack);
    assert.match(error.stack, /archive\.test\.mjs/);
    assert.doesNotMatch(error.stack, /wasm_exec|wasm:|fail\b/);
  }
  await a.close();
});

test("games are those that were compressed", async () => {
  const pgn = await readFile(made("all.pgn"), "latin1");
  const a = await open(made("all-1.czip"));
  let text = "";
  for await (const g of a.texts()) text += g.text;
  assert.equal(Buffer.from(text).toString("latin1"), pgn);
  assert.equal(a.input, pgn.length);
  assert.equal(Buffer.from(await a.getBytes(1249)).toString(), (await all(a.texts(1249)))[0].text);
  await fails(a.get(1250), "notFound", /1250/);
  await fails(a.get(-1), "notFound");
  await fails(a.get("5"), "option", /5/);
  await fails(a.game(0.5), "option");
  assert.equal((await all(a.texts(1248, Infinity))).length, 2);
  assert.throws(() => a.texts("0"), { code: "option" });
  await a.close();
});

test("a game as values", async () => {
  const a = await open(made("all-1.czip"));
  const g = await a.game(1000);
  const text = await a.get(1000);
  assert.equal(g.number, 1000);
  assert.match(text, new RegExp(`\\[White "${g.tags.White}"\\]`));
  assert.equal(g.start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  assert.ok(["1-0", "0-1", "1/2-1/2", "*"].includes(g.result));
  assert.equal(g.uci.length, g.san.length);
  assert.equal(g.clocks.length, g.uci.length);
  const [, h, m, s] = /\[%clk (\d+):(\d+):(\d+)\]/.exec(text);
  assert.equal(g.clocks[0], ((+h * 60 + +m) * 60 + +s) * 1000);
  assert.equal(g.whole, true);
  assert.deepEqual(g.problems, []);
  // Its moves, played, give its SAN.
  let fen = g.start;
  for (const [i, move] of g.uci.entries()) {
    assert.equal(chess.san(fen, move), g.san[i]);
    fen = chess.play(fen, move);
  }
  const withEvals = (await all(a.allGames(1000, 1250))).filter((x) => x.evals);
  assert.ok(withEvals.length > 0);
  const [x] = withEvals;
  const [, value] = /\[%eval (-?[\d.]+)\]/.exec(await a.get(x.number));
  assert.equal(x.evals[0].cp, Math.round(Number(value) * 100));
  assert.ok((await all(a.allGames(1000, 1250))).some((y) => y.evals?.some((e) => e && "mate" in e)));
  await a.close();
});

test("glyphs, comments in front, Chess960, and a game that breaks off", async () => {
  const pgn = `[Event "x"]
[White "\u00c4 \\"q\\" \u0001"]
[White "second"]
[__proto__ "kept"]

1. e4 $1 e5?! 2. Nf3 {[%eval #-3]} Nc6 $5 $14 *

[Event "y"]
[FEN "1k6/8/8/8/8/8/8/1K4R1 w G - 0 1"]
[SetUp "1"]
[Variant "Chess960"]

1. O-O Kc8 1-0

[Event "z"]

1. e4 e5 2. Ke3 *
`;
  const a = await chess.open(await chess.compress(new TextEncoder().encode(pgn)));
  const [x, y, z] = await all(a.allGames());
  assert.equal(x.tags.White, '\u00c4 "q" \u0001');
  assert.equal(Object.getOwnPropertyDescriptor(x.tags, "__proto__")?.value, "kept");
  assert.deepEqual(x.nags, [[1], [6], [], [5, 14]]);
  assert.deepEqual(x.evals, [null, null, { mate: -3 }, null]);
  assert.equal(x.clocks, undefined);
  assert.deepEqual([y.uci[0], y.san[0]], ["b1g1", "O-O"]);
  assert.deepEqual([z.whole, z.uci.length, z.problems.length], [false, 2, 1]);
  await a.close();
});

test("headers", async () => {
  const a = await open(made("all-1.czip"));
  const every = await all(a.headers());
  assert.equal(every.length, 1250);
  const some = await all(a.headers(100, 103));
  assert.deepEqual(some, every.slice(100, 103));
  assert.deepEqual(await a.header(100), every[100]);
  const [outline] = await all(a.headers(100, 101, { outline: true }));
  assert.equal(outline.tags.White, every[100].tags.White);
  assert.equal(outline.tags.Site, undefined);
  assert.deepEqual(await all(a.headers(5, 5)), []);
  await a.close();
});

test("words without fields mean what they do in the library", async () => {
  const { games, cases } = JSON.parse(await readFile(new URL("../../../testdata/queries.json", import.meta.url), "utf8"));
  const escaped = (value) => value.replace(/["\\]/g, "\\$&");
  const text = games.map((g) => `${Object.entries(g.tags).map(([name, value]) => `[${name} "${escaped(value)}"]\n`).join("")}\n${g.moves}\n\n`).join("");
  const a = await chess.open(await chess.compress(new TextEncoder().encode(text)));
  const plain = cases.filter((c) => c.meant);
  assert.ok(plain.length >= 60);
  for (const c of plain) {
    const found = await all(a.filter(c.query));
    assert.deepEqual(found.map((h) => h.number + 1), c.games, c.query);
  }
  await a.close();
});

test("filter and find answer as the command does", async () => {
  for (const name of ["all-1.czip", "plain-1.czip"]) {
    const a = await open(made(name));
    const rows = a.filter("elo:1800+ result:draw");
    const expected = Number(await textOf("filter.txt"));
    assert.ok(expected > 0);
    assert.equal(await rows.count(), expected);
    const list = await all(rows);
    assert.equal(list.length, expected);
    assert.ok(list.every((h) => h.tags.Result === "1/2-1/2"));
    const texts = await all(a.filter("elo:1800+ result:draw", { texts: true }));
    assert.deepEqual(texts.map((t) => t.number), list.map((h) => h.number));
    assert.match(texts[0].text, /1\/2-1\/2/);

    const found = a.find("Ne5 -pf? -pd?");
    const games = Number(await textOf("find.txt"));
    assert.ok(games > 0);
    assert.equal(await found.count(), games);
    const hits = await all(found);
    assert.equal(hits.length, games);
    assert.deepEqual(hits[0].steps, [hits[0].ply]);
    const both = a.find("Ne5 -pf? -pd?", { query: "result:draw" });
    assert.equal(await both.count(), (await all(both)).length);
    await a.close();
  }
});

test("a walk that is left ends its work", async () => {
  const a = await open(made("all-1.czip"));
  for await (const g of a.texts()) {
    assert.equal(g.number, 0);
    break;
  }
  assert.equal((await all(a.texts(0, 2))).length, 2);
  await a.close();
});

test("explore answers as the command does", async () => {
  const a = await open(made("all-1.czip"));
  const fen = chess.play("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4");
  const e = await a.explore(fen);
  const theirs = JSON.parse(await textOf("explore.json"));
  assert.deepEqual(e.moves.slice(0, theirs.moves.length).map((m) => [m.uci, m.san, m.white, m.draws, m.black]),
    theirs.moves.map((m) => [m.uci, m.san, m.white, m.draws, m.black]));
  assert.deepEqual([e.white, e.draws, e.black], [theirs.white, theirs.draws, theirs.black]);
  assert.equal(e.opening.eco, "B00");
  assert.equal(e.moves.reduce((n, m) => n + m.games, 0) <= e.games, true);
  const deep = await a.explore(fen, { depth: 2, width: 1 });
  assert.ok(deep.moves[0].next.moves.length > 0);
  const drawn = await a.explore(fen, { query: "result:draw" });
  assert.deepEqual([drawn.white, drawn.black, drawn.draws], [0, 0, e.draws]);
  const plain = await open(made("plain-1.czip"));
  assert.deepEqual((await plain.explore(fen)).moves, e.moves);
  assert.ok((await plain.explore(fen)).looked.decoded > 0);
  await fails(a.explore("8/8/8/8/8/8/8/8 w - - 0 1"), "position");
  await fails(a.explore("x"), "fen");
  await fails(a.explore(fen, { depth: 1000 }), "option");
  await a.close();
  await plain.close();
});

test("info and streams", async () => {
  const a = await open(made("all-1.czip"));
  const info = await a.info();
  assert.deepEqual(info.index, ["players", "positions", "numbers", "openings"]);
  assert.equal(info.frames.reduce((n, f) => n + f.games, 0), 1250);
  assert.deepEqual([info.lines, info.records, info.gaps.length], [0, 0, 0]);
  assert.deepEqual([a.level, a.missing, a.sorted, a.size], ["fast", false, false, (await readFile(made("all-1.czip"))).length]);
  const streams = await a.streams();
  assert.ok(streams.some((s) => s.name === "open moves" && s.bytes > 1000));
  await a.close();
});

test("main lines", async () => {
  for (const name of ["all-1.czip", "plain-1.czip"]) {
    const a = await open(made(name));
    const [x] = await all(a.mainLines(7, 8));
    const g = await a.game(7);
    assert.deepEqual([x.number, x.start, x.uci, x.result], [7, g.start, g.uci, g.result]);
    await a.close();
  }
});

test("learned levels", async () => {
  for (const [name, level, pgn] of [["games-6.czip", "default", "games.pgn"], ["few-9.czip", "max", "few.pgn"]]) {
    const asked = [];
    const own = await load({ levels: async (table) => {
      asked.push(table);
      return readFile(new URL(`../dist/${table}`, import.meta.url));
    } });
    const a = await own.open(made(name));
    assert.equal(a.level, level);
    let text = "";
    for await (const g of a.texts()) text += g.text;
    assert.equal(text, await readFile(made(pgn), "utf8"));
    assert.deepEqual(asked, [`${level}.czm`], "one table, once");
    await own.close();
  }
});

test("a level of one's own", async () => {
  const asked = [];
  const own = await load({ levels: (table) => {
    asked.push(table);
    return readFile(made("own.czm"));
  } });
  const a = await own.open(made("few-own.czip"));
  assert.equal(a.level, "own");
  assert.equal((await all(a.texts())).map((g) => g.text).join(""), await readFile(made("few.pgn"), "utf8"));
  assert.equal(asked.length, 1);
  assert.match(asked[0], /^[0-9a-f]{8}\.czm$/);
  await own.close();
});

test("a level that is not there", async () => {
  const none = await load({ levels: {} });
  await fails(none.open(made("games-6.czip")), "level", /default\.czm.*levels/);
  const a = await none.open(made("games-6.czip"), { allowMissing: true });
  assert.deepEqual([a.level, a.missing, a.games], ["default", true, 300]);
  assert.ok((await a.filter("result:draw").count()) > 0);
  await fails(a.get(0), "level");
  await fails(none.decompress(await readFile(made("games-6.czip"))), "level");
  await none.close();
  const wrong = await load({ levels: () => readFile(new URL("../dist/max.czm", import.meta.url)) });
  await fails(wrong.open(made("games-6.czip")), "level", /not the one/);
  await wrong.close();
});

test("lists and records, and their tables", async () => {
  const fens = (await textOf("list.fen")).split("\n");
  const asked = [];
  const own = await load({ levels: async (table) => {
    asked.push(table);
    return readFile(new URL(`../dist/${table}`, import.meta.url));
  } });
  const a = await own.open(made("list-6.czip"));
  assert.equal(a.games, 0);
  assert.equal((await a.info()).lines, fens.length);
  assert.deepEqual((await all(a.lines())).map((l) => l.text), fens);
  const [line] = await all(a.lines(17, 18));
  assert.deepEqual(line, { text: fens[17], fen: fens[17] });
  assert.deepEqual(asked, ["default.czm", "squares.czs"]);
  const plain = (await textOf("list.plain")).split("\ne\n");
  for (const name of ["records-1.czip", "records-6.czip"]) {
    const r = await own.open(made(name));
    const records = await all(r.records());
    assert.equal(records.length, plain.length);
    assert.equal((await r.info()).records, plain.length);
    assert.ok(plain[5].includes(`fen ${records[5].fen}\n`));
    assert.ok(plain[5].includes(`move ${records[5].move}\n`));
    assert.equal(records[5].score, 20);
    assert.deepEqual(await all(r.records(5, 6)), [records[5]]);
  }
  await own.close();
});

test("a database of SCID", async () => {
  const files = async (name, version) => Promise.all(["i", "n", "g"].map((kind) => readFile(new URL(`../../../scid/testdata/${name}.s${kind}${version}`, import.meta.url))));
  const [index, names, games] = await files("games", 4);
  const own = await chess.openScid(index, names, games);
  const exported = await chess.open(await readFile(new URL("../../../scid/testdata/games.export.pgn", import.meta.url)));
  assert.deepEqual([own.games, exported.games], [10, 12], "two are marked as deleted");
  assert.deepEqual((await own.game(1)).moves, (await exported.game(1)).moves);
  await own.close();
  await exported.close();
  await fails(chess.openScid(index, names, games.subarray(0, 100)), "corrupt");
  await fails(chess.openScid(games, names, index), "corrupt");
  await fails(chess.openScid(index, names, games, { limit: 1000 }), "limit");
  await assert.rejects(chess.openScid(index, names), { code: "option" });
});

test("compress and decompress", async () => {
  const pgn = await readFile(made("games.pgn"));
  const packed = await chess.compress(pgn);
  assert.deepEqual(Buffer.from(packed), await readFile(made("games-1.czip")), "the command's bytes");
  assert.deepEqual(Buffer.from(await chess.decompress(packed)), pgn);
  assert.deepEqual(Buffer.from(await chess.decompress(await readFile(made("games-6.czip")))), pgn);
  const a = await chess.open(await chess.compress(pgn, { index: ["players"] }));
  assert.deepEqual((await a.info()).index, ["players"]);
  await a.close();
  await fails(chess.compress(pgn, { index: ["x"] }), "option");
  await fails(chess.decompress(packed, { limit: 1000 }), "limit");
  await fails(chess.decompress(pgn), "corrupt");
  assert.throws(() => chess.compress("text"), { code: "option" });
});

test("errors have codes", async () => {
  const bytes = new Uint8Array(await readFile(made("games-1.czip")));
  await fails(open(made("list.epd")), "corrupt", /list\.epd: .*neither an archive nor PGN/);
  await fails(open(new Uint8Array(0)), "corrupt", /empty/);
  await fails(open(made("")), "source", /a directory/);
  await fails(chess.open(bytes.slice(0, 10000)), "corrupt");
  const version = bytes.slice();
  version[3] = 99;
  await assert.rejects(chess.open(version), (e) => ["version", "corrupt"].includes(e.code));
  // Damage inside a frame is found when its games are asked for.
  const damaged = bytes.slice();
  damaged[5000] ^= 1;
  const a = await chess.open(damaged);
  await fails(a.get(0), "corrupt");
  await fails(all(a.texts()), "corrupt");
  await a.close();
  const b = await chess.open(bytes);
  await fails(all(b.filter("wite:carlsen")), "query", /wite/);
  await assert.rejects(b.filter("wite:carlsen").count(), (e) => /white/.test(e.hint));
  await fails(all(b.find("Ne9")), "query");
  assert.throws(() => b.filter(3), { code: "option", message: "a query is a string, not number" });
  assert.throws(() => b.find(), { code: "option", message: "a pattern is a string, not undefined" });
  await fails(b.explore(null), "option", /a FEN is a string, not null/);
  assert.throws(() => chess.legalMoves(), { code: "option" });
  assert.deepEqual((await b.explore()).moves, (await b.explore("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")).moves);
  await b.close();
  // An error of the source is given as it is.
  const own = new Error("the disk is gone");
  await assert.rejects(chess.open({ size: 100, read: () => Promise.reject(own) }), (e) => e === own);
  await assert.rejects(chess.open({ size: 100, read: () => { throw own; } }), (e) => e === own);
  await fails(chess.open({ size: 100, read: () => new Uint8Array(1) }), "source");
});

test("a signal ends a call", async () => {
  const bytes = new Uint8Array(await readFile(made("games-6.czip")));
  const a = await chess.open(bytes);
  const before = AbortSignal.abort();
  await assert.rejects(a.get(0, { signal: before }), { name: "AbortError" });
  // The event comes while the module decodes: it pauses for it. The rest of the call's
  // work ends as well: nothing of it is under way when the next call has answered.
  const controller = new AbortController();
  let batches = 0;
  const walk = (async () => {
    for await (const g of a.texts(0, a.games, { signal: controller.signal })) {
      if (batches++ === 0) setImmediate(() => controller.abort(new Error("enough")));
      assert.ok(g.text);
    }
  })();
  await assert.rejects(walk, /enough/);
  assert.ok(batches < 300);
  // The walk is aborted while the module looks for its first row.
  for (const after of [0, 5, 20]) {
    const early = new AbortController();
    const rows = a.texts(0, a.games, { signal: early.signal })[Symbol.asyncIterator]();
    const first = rows.next();
    setTimeout(() => early.abort(), after);
    await first.catch((e) => assert.equal(e.name, "AbortError"));
    await rows.return();
  }
  const counting = new AbortController();
  const counted = chess.compress(await readFile(made("all.pgn")), { signal: counting.signal });
  setTimeout(() => counting.abort(), 1);
  await assert.rejects(counted, { name: "AbortError" });
  assert.equal(typeof (await a.get(0)), "string");
  await a.close();
  // A source that never answers.
  const stuck = new AbortController();
  const opening = chess.open({ size: 1000, read: () => new Promise(() => {}) }, { signal: stuck.signal });
  setTimeout(() => stuck.abort(), 1);
  await assert.rejects(opening, { name: "AbortError" });
});

test("calls side by side", async () => {
  const a = await open(made("all-1.czip"));
  const numbers = Array.from({ length: 40 }, (_, i) => (i * 31) % 1250);
  const texts = await Promise.all(numbers.map((n) => a.get(n)));
  for (const [i, n] of numbers.entries()) assert.equal(texts[i], await a.get(n));
  await a.close();
});

test("a module that was closed", async () => {
  const own = await load({});
  const a = await own.open(made("games-1.czip"));
  const walk = a.texts()[Symbol.asyncIterator]();
  await walk.next();
  await own.close();
  await fails(a.get(0), "closed");
  assert.throws(() => own.legalMoves("x"), { code: "closed" });
  await a.close().catch(() => {});
});
