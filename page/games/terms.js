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

// playerName returns the value that means a player by a name as it is written.
export const playerName = (name) => (/[*@"\\]|^[=/]/.test(name) ? `=${name}` : name);

// playerTerm returns the term that means a player by a name as it is written.
export const playerTerm = (field, name) => termOf(field, playerName(name));

// without returns a query without the terms for which drop is true.
export function without(query, drop) {
  return termsOf(query).filter((t) => !drop(t)).map((t) => t.text).join(" ");
}

// valuesOf returns the values of a field that a query asks for.
export const valuesOf = (query, field) => termsOf(query).filter((t) => t.field === field && !t.negated).map((t) => t.value);

// asked is valuesOf with values apart that have commas between them.
export const asked = (query, field) => valuesOf(query, field).flatMap((v) => v.split(","));

// asking returns a query that asks of a field for other values, none if there are none.
export function asking(query, field, values) {
  const rest = without(query, (t) => t.field === field && !t.negated);
  return [rest, values.length ? termOf(field, values.join(",")) : ""].filter(Boolean).join(" ");
}
