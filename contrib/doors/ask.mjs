// Answers one of the questions of times: ask.mjs ARCHIVE count | explore FEN | moves
import { open } from "@chesszip/reader";

const [file, what, fen] = process.argv.slice(2);
const archive = await open(file);
if (what === "count") console.log(await archive.filter("eco:B90").count());
if (what === "explore") console.log((await archive.explore(fen)).moves.length);
if (what === "moves") {
  let plies = 0;
  for await (const line of archive.mainLines()) plies += line.uci.length;
  console.log(plies);
}
await archive.close();
