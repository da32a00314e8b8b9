// A long list of which only the rows in sight exist. Rows have one height, that of the
// style's --row. More of them than a browser can scroll are scrolled in proportion; a
// movement of less than a window is exact all the same.

const mostHeight = 8_000_000; // of pixels that browsers scroll
const spare = 6; // rows above and below those in sight

// mountRows shows rows in an element that scrolls, of a grid that takes the keys. make()
// returns a row, fill(row, rank) gives it what it shows, seen(first, last) is told which
// ranks are in sight, and open(rank) that a row was chosen by Enter.
export function mountRows(grid, scroller, { make, fill, seen, open }) {
  const space = document.createElement("div"); // as high as all rows
  space.className = "space";
  space.role = "presentation";
  scroller.append(space);
  const rows = new Map(); // by rank
  const old = []; // rows out of sight
  let total = 0;
  let top = 0; // what is at the upper edge, in pixels of all rows
  let last = 0; // scrollTop that was seen
  let at = -1; // the row of the keys
  let height = 40;
  let frame = 0;
  let settle = 0;

  const all = () => total * height;
  const most = () => Math.max(0, all() - scroller.clientHeight); // of top
  const range = () => Math.max(0, Math.min(all(), mostHeight) - scroller.clientHeight); // of scrollTop

  // goTo puts what is at the upper edge, and the scroll bar with it.
  function goTo(wanted) {
    top = Math.min(Math.max(0, wanted), most());
    scroller.scrollTop = most() ? (top / most()) * range() : 0;
    last = scroller.scrollTop; // browsers round it
    draw();
  }

  scroller.addEventListener("scroll", () => {
    const now = scroller.scrollTop;
    const moved = now - last;
    if (!moved) return;
    last = now;
    if (range() === most()) {
      top = Math.min(now, most());
    } else {
      const near = Math.abs(moved) < scroller.clientHeight && now > 0 && now < range() - 1;
      top = near ? Math.min(Math.max(0, top + moved), most()) : (now / range()) * most();
      clearTimeout(settle);
      settle = setTimeout(() => goTo(top), 150); // the scroll bar says where one is
    }
    frame ||= requestAnimationFrame(draw);
  }, { passive: true });

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    space.style.height = `${Math.min(all(), mostHeight)}px`;
    const first = Math.floor(top / height);
    const end = Math.min(total, Math.ceil((top + scroller.clientHeight) / height));
    const [low, high] = [Math.max(0, first - spare), Math.min(total, end + spare)];
    for (const [rank, row] of rows) {
      if (rank >= low && rank < high) continue;
      rows.delete(rank);
      row.remove();
      old.push(row);
    }
    for (let rank = low; rank < high; rank++) {
      let row = rows.get(rank);
      if (!row) {
        row = old.pop() ?? make();
        row.id = `row-${rank}`;
        row.ariaRowIndex = rank + 2; // behind the heads
        rows.set(rank, row);
        space.append(row);
        fill(row, rank);
      }
      row.style.transform = `translateY(${rank * height - top + last}px)`;
      row.classList.toggle("odd", rank % 2 === 1);
      row.ariaSelected = rank === at;
    }
    if (rows.has(at)) grid.setAttribute("aria-activedescendant", `row-${at}`);
    else grid.removeAttribute("aria-activedescendant");
    if (end > first) seen(first, end - 1);
  }

  // choose moves the row of the keys, and what is in sight with it.
  function choose(rank) {
    at = Math.min(Math.max(0, rank), total - 1);
    const from = at * height;
    if (from < top) goTo(from);
    else if (from + height > top + scroller.clientHeight) goTo(from + height - scroller.clientHeight);
    else draw();
  }

  grid.addEventListener("keydown", (e) => {
    if (!total || e.altKey || e.ctrlKey || e.metaKey || e.target.closest("button")) return;
    const page = Math.max(1, Math.floor(scroller.clientHeight / height) - 1);
    const begin = at < 0 ? Math.floor(top / height) - 1 : at;
    const to = { ArrowDown: begin + 1, ArrowUp: begin - 1, PageDown: begin + page, PageUp: begin - page, Home: 0, End: total - 1 }[e.key];
    if (to !== undefined) choose(to);
    else if (e.key === "Enter" && at >= 0) open(at);
    else return;
    e.preventDefault();
  });

  function measure() {
    if (!scroller.clientHeight) return; // it is not shown
    const rank = top / height;
    height = parseFloat(getComputedStyle(scroller).getPropertyValue("--row")) || 40;
    space.style.height = `${Math.min(all(), mostHeight)}px`;
    goTo(rank * height);
  }
  new ResizeObserver(measure).observe(scroller);

  return {
    // show shows so many rows, from the row of a rank on; the row of the keys is chosen.
    show(count, { rank = 0, chosen = -1 } = {}) {
      total = count;
      at = Math.min(chosen, total - 1);
      for (const row of rows.values()) {
        row.remove();
        old.push(row);
      }
      rows.clear();
      height = parseFloat(getComputedStyle(scroller).getPropertyValue("--row")) || 40;
      space.style.height = `${Math.min(all(), mostHeight)}px`;
      goTo(rank * height);
      if (at >= 0) choose(at);
    },

    // begin chooses the first row in sight, unless one is chosen.
    begin() {
      if (total && at < 0) choose(Math.ceil(top / height));
    },

    // fill shows rows anew, those that exist.
    refill() {
      for (const [rank, row] of rows) fill(row, rank);
    },

    get first() {
      return top / height;
    },
  };
}
