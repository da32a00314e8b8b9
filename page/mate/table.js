// What the table knows, asked once a position.

const known = new Map();

// probe returns the answer of /mate/probe. Where there is none it throws an
// Error whose illegal says that the position is at fault, not the table.
export async function probe(fen) {
  if (known.has(fen)) return known.get(fen);
  let response;
  let answer;
  try {
    response = await fetch(`probe?fen=${encodeURIComponent(fen)}`);
    answer = await response.json();
  } catch {
    throw new Error("No answer: is chesszip mate --serve still running?");
  }
  if (!response.ok) {
    const err = new Error(answer.error);
    err.illegal = answer.illegal;
    throw err;
  }
  known.set(fen, answer);
  return answer;
}
