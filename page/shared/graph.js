// A graph of values over half-moves: seen, pointed at, and walked through by keys.

import { el } from "./dom.js";

const svgNS = "http://www.w3.org/2000/svg";
const [width, height] = [1000, 200];

function draw(parent, tag, attributes) {
  const element = document.createElementNS(svgNS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

export class Graph {
  // name says what is shown, go(x) is called for a click, and say(x) returns what a
  // place means, in words.
  constructor(host, { name, go, say }) {
    this.go = go;
    this.say = say;
    this.caption = el("p", "reading");
    this.svg = document.createElementNS(svgNS, "svg");
    for (const [key, value] of Object.entries({
      viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "slider", tabindex: 0, "aria-label": name,
    })) this.svg.setAttribute(key, value);
    host.classList.add("graph");
    host.append(el("h3", "", name), this.svg, this.caption);
    this.svg.addEventListener("pointermove", (e) => this.#hover(this.#under(e)));
    this.svg.addEventListener("pointerleave", () => this.#hover(null));
    this.svg.addEventListener("click", (e) => this.go(this.#under(e)));
  }

  // show draws series of points [x, y], x from from to to, y from low to high. kind is
  // the class of a line; with area, it is filled from there to the line.
  show({ from, to, low, high, series, rulers = [] }) {
    this.from = from;
    this.to = Math.max(to, from + 1);
    const x = (v) => this.#x(v).toFixed(1);
    const y = (v) => (height - (height * (Math.min(high, Math.max(low, v)) - low)) / (high - low)).toFixed(1);
    this.svg.replaceChildren();
    for (const { points, kind, area } of series) {
      if (!points.length) continue;
      const line = points.map(([a, b]) => `${x(a)},${y(b)}`).join(" ");
      if (area !== undefined) {
        draw(this.svg, "polygon", { class: `area ${kind}`, points: `${x(points[0][0])},${y(area)} ${line} ${x(points.at(-1)[0])},${y(area)}` });
      }
      draw(this.svg, "polyline", { class: kind, points: line, "data-points": points.length });
    }
    for (const v of rulers) draw(this.svg, "line", { class: "ruler", x1: 0, x2: width, y1: y(v), y2: y(v) });
    this.hair = draw(this.svg, "line", { class: "hair", y1: 0, y2: height, visibility: "hidden" });
    this.here = draw(this.svg, "line", { class: "here", y1: 0, y2: height });
    this.svg.setAttribute("aria-valuemin", this.from);
    this.svg.setAttribute("aria-valuemax", this.to);
  }

  // mark shows which place is current.
  mark(x) {
    this.at = x;
    this.#place(this.here, x);
    const text = this.say(x);
    this.caption.textContent = text;
    this.svg.setAttribute("aria-valuenow", x);
    this.svg.setAttribute("aria-valuetext", text);
  }

  #x(v) {
    return (width * (v - this.from)) / (this.to - this.from);
  }

  #place(line, x) {
    line.setAttribute("x1", this.#x(x));
    line.setAttribute("x2", this.#x(x));
  }

  #under(e) {
    const r = this.svg.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (e.clientX - r.left) / r.width));
    return Math.round(this.from + share * (this.to - this.from));
  }

  #hover(x) {
    this.hair.setAttribute("visibility", x === null ? "hidden" : "visible");
    if (x !== null) this.#place(this.hair, x);
    this.caption.textContent = this.say(x ?? this.at);
  }
}
