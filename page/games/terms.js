// The terms of a query's text, as docs/query.md has them, for a page that adds and
// removes some. What is wrong of a query, the server says.

// termsOf returns the terms of a query: where each begins and ends, whether it is
// negated, its field in small letters, "" if it has none, and its value without quotes.
export function termsOf(query) {
  const terms = [];
  for (const m of query.matchAll(/(?:"(?:\\["\\]|[^"])*(?:"|$)|[^\s"])+/g)) {
    const [, minus, field, raw] = /^(-?)(?:([\w-]+):)?(.*)$/s.exec(m[0]);
    terms.push({
      text: m[0], from: m.index, to: m.index + m[0].length, negated: minus !== "",
      field: (field ?? "").toLowerCase(), value: unquoted(raw),
    });
  }
  return terms;
}

const unquoted = (raw) => raw.replace(/"((?:\\["\\]|[^"])*)"?/g, (_, inner) => inner.replace(/\\(["\\])/g, "$1"));

// termOf returns the text of a term; values with blanks are quoted.
export function termOf(field, value) {
  return `${field}:${/[\s"]/.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value}`;
}

// playerTerm returns the term that means a player by a name as it is written.
export function playerTerm(field, name) {
  return termOf(field, /[*@"\\]|^[=/]/.test(name) ? `=${name}` : name);
}

// without returns a query without the terms for which drop is true.
export function without(query, drop) {
  return termsOf(query).filter((t) => !drop(t)).map((t) => t.text).join(" ");
}

// asked returns the values of a field that a query asks for, those with commas apart.
export function asked(query, field) {
  return termsOf(query).filter((t) => t.field === field && !t.negated).flatMap((t) => t.value.split(","));
}

// asking returns a query that asks of a field for other values, none if there are none.
export function asking(query, field, values) {
  const rest = without(query, (t) => t.field === field && !t.negated);
  return [rest, values.length ? termOf(field, values.join(",")) : ""].filter(Boolean).join(" ");
}
