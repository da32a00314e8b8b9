import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { load } from "@chesszip/reader";

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
let chess;
before(async () => { chess = await load(); });
after(() => chess.close());

const throws = (f, code) => assert.throws(f, (e) => e.name === "ChesszipError" && (code instanceof RegExp ? code.test(e.code) : e.code === code));

test("what a FEN says", () => {
  const p = chess.parseFEN("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
  assert.deepEqual([p.turn, p.check, p.checkmate, p.stalemate, p.fullmoveNumber], ["black", true, true, false, 4]);
  assert.equal(p.squares[4], "K");
  assert.equal(chess.parseFEN("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1").stalemate, true);
  assert.equal(chess.parseFEN("8/8/8/8/8/5k2/8/5K2 w - - 0 1").insufficientMaterial, true);
  assert.equal(chess.parseFEN(chess.play(start, "e4", "c5")).opening.name, "Sicilian Defense");
  throws(() => chess.parseFEN("x"), "fen");
  throws(() => chess.parseFEN("8/8/8/8/8/8/8/8 w - - 0 1"), "position");
});

test("perft", () => {
  const count = (fen, depth) => {
    const moves = chess.legalMoves(fen);
    return depth === 1 ? moves.length : moves.reduce((n, m) => n + count(chess.play(fen, m.uci), depth - 1), 0);
  };
  assert.deepEqual([1, 2, 3].map((d) => count(start, d)), [20, 400, 8902]);
  assert.equal(count("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 2), 2039);
});

test("moves as UCI and SAN", () => {
  const p = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  assert.equal(chess.san(p, "e1g1"), "O-O");
  assert.equal(chess.uci(p, "O-O-O"), "e1c1");
  assert.equal(chess.play(p, "e1h1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
  assert.equal(chess.play("8/P7/8/8/8/5k2/8/5K2 w - - 0 1", "a8=Q"), "Q7/8/8/8/8/5k2/8/5K2 b - - 0 1");
  throws(() => chess.play(p, "e1e3"), "move");
  throws(() => chess.san(p, "hello"), "move");
});

test("keys are the library's, without counters", () => {
  const p = chess.play(start, "Nf3", "Nf6", "Ng1", "Ng8");
  assert.notEqual(p, start);
  assert.equal(chess.key(p), chess.key(start));
  assert.match(chess.key(start), /^[0-9a-f]{40}$/);
  assert.equal(chess.positionOfKey(chess.key(start)), start);
  throws(() => chess.positionOfKey("00"), "corrupt");
  throws(() => chess.key("8/8/8/8/8/8/8/8 w - - 0 1"), "position");
});

// entries are the vectors of the library by a method, each as {blob, gives, refused}.
async function entries(method) {
  const text = await readFile(new URL("../../../vectors/layers/blobs.txt", import.meta.url), "utf8");
  return text.split("\n\n").map((e) => Object.fromEntries(e.split("\n").map((l) => l.split(/: (.*)/)))).filter((e) => e.method === method && !("known" in e));
}

test("positions are the library's bytes", async () => {
  const all = await entries("61");
  assert.ok(all.length > 10);
  let written = 0;
  for (const { name, blob, gives } of all) {
    const bytes = Buffer.from(blob, "hex");
    if (gives === undefined) {
      throws(() => chess.decodePosition(bytes), /^(corrupt|method)$/);
      continue;
    }
    assert.equal(chess.decodePosition(bytes), gives, name);
    if (bytes[0] === 0x61 && Buffer.from(chess.encodePosition(gives)).equals(bytes)) written++;
  }
  assert.ok(written >= 4, String(written));
  assert.equal(chess.key(start), "01a26198154ca70b727b69636d68c11afa702b3d");
  throws(() => chess.decodePosition(new Uint8Array([...chess.encodePosition(start), 0])), "corrupt");
  throws(() => chess.decodePosition("x"), "option");
});

test("games are the library's bytes", async () => {
  const all = (await entries("54")).filter((e) => !e.gives?.includes(" 0000"));
  assert.ok(all.length > 3);
  for (const { name, blob, gives } of all) {
    const bytes = Buffer.from(blob, "hex");
    if (gives === undefined) {
      throws(() => chess.decodeGame(bytes), /^(corrupt|method)$/);
      continue;
    }
    const [from, moves = ""] = gives.split(" | ");
    const g = chess.decodeGame(bytes);
    assert.equal(g.start, from, name);
    assert.equal(g.uci.length, moves.split(" ").filter(Boolean).length);
    if (bytes[0] === 0x54) assert.deepEqual(Buffer.from(chess.encodeGame({ start: g.start, moves: g.uci })), bytes, name);
  }
});

test("a game as bytes", () => {
  const bytes = chess.encodeGame({ moves: ["e4", "e5", "g1f3", "Nc6", "Bb5", "a6"] });
  assert.ok(bytes.length < 10, String(bytes.length));
  const g = chess.decodeGame(bytes);
  assert.deepEqual(g, {
    start, uci: ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"], san: ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"],
  });
  assert.deepEqual(chess.encodeGame({ start, moves: g.uci }), bytes);
  throws(() => chess.encodeGame({ moves: ["e5"] }), "move");
  throws(() => chess.decodeGame(bytes.slice(0, -1)), "corrupt");
});
