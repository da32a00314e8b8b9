// The terms of a query as chips, each of which is removed by a click.

import { button, foreign } from "../shared/dom.js";
import { termsOf, without } from "./terms.js";

// showChips fills host with the terms of a query, as the files understand it; go is called
// with a query that lacks one.
export function showChips(host, query, go) {
  host.hidden = !query;
  host.replaceChildren(...termsOf(query).map((t) => {
    const field = [t.negated ? "not" : "", t.field.replace("-", " ")].filter(Boolean).join(" ");
    const chip = button("", () => go(without(query, (other) => other.from === t.from)), { className: "chip" });
    chip.append(field, " ", foreign(t.value.replace(/^=/, "")), " ×");
    chip.title = `Without ${t.text}`;
    return chip;
  }));
}
