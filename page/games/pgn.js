// A tree as PGN. What reads it is the library, by api/read.

const width = 80; // of lines

const escaped = (value) => value.replace(/[\\"]/g, "\\$&");

// A comment ends at its first brace.
export const plain = (comment) => comment.replaceAll("}", ")");

// writePGN returns a game as text. tags are [{name, value}]; one of FEN is added where the
// game does not begin at the start position. result ends the moves.
export function writePGN(tree, tags, result, usualStart) {
  const head = [...tags];
  if (tree.start.fen !== usualStart && !tags.some(({ name }) => /^fen$/i.test(name))) head.push({ name: "SetUp", value: "1" }, { name: "FEN", value: tree.start.fen });
  const words = [];
  let glued = ""; // to the next word
  const say = (...some) => some.forEach((word) => {
    words.push(glued + word);
    glued = "";
  });
  const comments = (all) => all.forEach((c) => say("{", ...plain(c).match(/\[%[^\][]*\]|\S+/g) ?? [], "}"));
  const aside = (write) => {
    glued += "(";
    write();
    words[words.length - 1] += ")";
  };

  // line writes the children of a node, and theirs; numbered says that a number is needed.
  const line = (parent, numbered) => {
    while (parent.children.length) {
      const [first, ...others] = parent.children;
      numbered = move(first, numbered);
      for (const node of others) {
        aside(() => {
          comments(node.before);
          line(node, move(node, true));
        });
        numbered = true;
      }
      for (const text of first.strays) {
        aside(() => say(text));
        numbered = true;
      }
      parent = first;
    }
    if (parent.rest) say(parent.rest);
  };
  // move writes one, and reports whether the next needs its number.
  const move = (node, numbered) => {
    if (node.turn === "w" || numbered) say(`${node.number}${node.turn === "w" ? "." : "..."}`);
    say(node.san, ...node.nags.map((n) => `$${n}`));
    comments(node.comments);
    return node.comments.length > 0;
  };
  comments(tree.start.comments);
  line(tree.start, true);
  say(result || "*");
  return `${head.map(({ name, value }) => `[${name} "${escaped(value)}"]\n`).join("")}${head.length ? "\n" : ""}${wrapped(words)}\n`;
}

// wrapped joins words to lines. A line that began with one of these signs could be taken
// for something else than part of a comment.
function wrapped(words) {
  let out = "";
  let at = 0;
  for (const word of words) {
    const full = at + 1 + word.length > width && !/^[[%;]/.test(word);
    out += (at && full ? "\n" : at ? " " : "") + word;
    at = full ? word.length : at + (at ? 1 : 0) + word.length;
  }
  return out;
}
