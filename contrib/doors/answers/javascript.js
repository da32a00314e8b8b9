import { open } from "@chesszip/reader";

const [file, , fen] = process.argv.slice(2);
const archive = await open(file);
console.log(`games\t${archive.games}`);
const codes = new Map();
for await (const { tags } of archive.headers()) {
  if (tags.ECO) codes.set(tags.ECO, (codes.get(tags.ECO) ?? 0) + 1);
}
for (const code of [...codes.keys()].sort()) console.log(`eco\t${code}\t${codes.get(code)}`);
const { moves } = await archive.explore(fen);
moves.sort((a, b) => (a.uci < b.uci ? -1 : 1));
for (const m of moves) console.log(`move\t${m.uci}\t${m.white}\t${m.draws}\t${m.black}`);
await archive.close();
