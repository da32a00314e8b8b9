// Results as a bar of three shares.

export const figure = (n) => n.toLocaleString("en-US");

// bar returns a bar of how often White won, nobody and Black, with the shares that have
// room as figures; a screen reader reads all three by their names.
export function bar({ white, draws, black }, names = ["white", "draws", "black"]) {
  const sum = white + draws + black;
  const shares = [["white", white], ["draws", draws], ["black", black]].map(([name, n]) => [name, sum ? (100 * n) / sum : 0]);
  const host = document.createElement("div");
  host.className = "bar";
  host.setAttribute("role", "img");
  host.title = shares.map(([, share], i) => `${names[i]} ${share.toFixed(1)} %`).join(", ");
  host.setAttribute("aria-label", host.title);
  for (const [name, share] of shares) {
    if (!share) continue;
    const part = document.createElement("span");
    part.className = name;
    part.style.width = `${share}%`;
    part.textContent = share >= 15 ? `${Math.round(share)}%` : "";
    host.append(part);
  }
  return host;
}
