package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// gameReady is true when a game is drawn, with the legal moves of its position.
const gameReady = `document.querySelector(".game .squares")?.dataset.fen && document.querySelector(".game .bars button")`

// TestGame uses the page of a game.
func TestGame(t *testing.T) {
	browser := start(t)
	address := serveGames(t, filepath.Join("testdata", "game.pgn"))
	for _, c := range []struct {
		name, game string
		screen
		test func(b *tab)
	}{
		{"steps", "1-1", desktop, testGameSteps},
		{"variations", "1-1", desktop, testGameVariations},
		{"a move of one's own", "1-1", desktop, testOwnMove},
		{"graphs", "1-1", desktop, testGraphs},
		{"bytes", "1-1", desktop, testStrip},
		{"copies and tags", "1-1", desktop, testCopies},
		{"neighbours", "1-1?query=event:match", desktop, testNeighbours},
		{"keyboard alone", "1-1", desktop, testGameKeyboard},
		{"hostile", "1-2", desktop, testHostileGame},
		{"ending", "1-3", desktop, testGameEnding},
		{"phone", "1-1", phone, testGamePhone},
		{"dark", "1-1", screen{390, 844, true, "dark"}, testGameContrast},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(openPage(t, browser, c.screen, address+"#/game/"+c.game, gameReady)) })
	}
}

// TestLongGame opens a game that is too long for the page: its text can be downloaded.
func TestLongGame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "long.pgn")
	text := "[White \"A\"]\n\n1. e4 {" + strings.Repeat("a long word ", 200_000) + "} *\n\n[White \"B\"]\n\n1. d4 *\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	b := openPage(t, start(t), desktop, serveGames(t, file)+"#/game/1-1", `document.querySelector(".message.bad")`)
	if href := js[string](b, `[...document.querySelectorAll(".game > a:not([hidden])")].map((a) => a.getAttribute("href")).join()`); href != "api/games/1-1/pgn" {
		t.Errorf("the links are %q", href)
	}
	if n := promised[int](b, `fetch("api/games/1-1/pgn").then((r) => r.text()).then((t) => t.length)`); n < 2<<20 {
		t.Errorf("the link has %d bytes", n)
	}
	js[string](b, `location.hash = "#/game/1-2"`)
	b.wait("the other game", gameReady+` && !document.querySelector(".game > a:not([hidden])")`)
}

// at waits until the current move has a text; "" is the start.
func (b *tab) at(move string) {
	b.t.Helper()
	b.wait("the move "+move, `(document.querySelector(".game .moves [aria-current]")?.textContent ?? "") === `+quote(move))
}

// move marks the button of the list with a text, and returns a selector of it.
func (b *tab) move(text string) string {
	b.t.Helper()
	js[bool](b, `(() => {
		for (const m of document.querySelectorAll("[data-test]")) delete m.dataset.test;
		[...document.querySelectorAll(".game .moves .move")].find((m) => m.textContent.startsWith(`+quote(text)+`)).dataset.test = "";
		return true;
	})()`)
	return "[data-test]"
}

func (b *tab) count(selector string) int {
	b.t.Helper()
	return js[int](b, "document.querySelectorAll("+quote(selector)+").length")
}

func testGameSteps(b *tab) {
	b.at("")
	b.keys(kb.ArrowRight)
	b.at("e4!")
	if b.piece("e4") != "P" || b.piece("e2") != "" {
		b.t.Error("e4 was not played on the board")
	}
	if n := b.count(".square.last"); n != 2 {
		b.t.Errorf("%d squares of the last move, want 2", n)
	}
	if n := b.count(".arrows path"); n != 1 {
		b.t.Errorf("%d arrows of the comment, want 1", n)
	}
	b.keys(kb.End)
	b.at("Qxf7#")
	if n := b.count(".square.check"); n != 1 {
		b.t.Errorf("%d kings in check, want 1", n)
	}
	b.wait("checkmate", `document.querySelector(".game .now").textContent.includes("White wins")`)
	if got := js[string](b, `document.querySelector(".player.white .clock").textContent + " " + document.querySelector(".player.black .clock").textContent`); got != "2:45 2:00" {
		b.t.Errorf("clocks at the end are %q", got)
	}
	b.keys(kb.ArrowLeft)
	b.at("Nf6??−+$200")
	b.keys(kb.Home)
	b.at("")
	b.click(b.move("Nc6"))
	b.at("Nc6")
	b.wait("the address", `location.hash.includes("ply=4")`)
	b.keys("f")
	if got := js[string](b, `document.querySelector(".game .square").dataset.square + document.querySelector(".game .player .name").textContent`); got != "h1Petrov, Anna" {
		b.t.Errorf("at the top of the flipped board is %q", got)
	}
	b.keys(" ")
	b.at("Qxf7#") // it has played to the end
}

func testGameVariations(b *tab) {
	if n := b.count(".game .variation"); n != 3 {
		b.t.Errorf("%d variations, want 3", n)
	}
	text := js[string](b, `document.querySelector(".game .moves").innerText`)
	for _, want := range []string{"Before the game.", "A start.", "The Sicilian.", "Deep.", "1… c5!?", "2. c3", "1-0"} {
		if !strings.Contains(text, want) {
			b.t.Errorf("the moves do not say %q: %q", want, text)
		}
	}
	if strings.Contains(text, "[%") {
		b.t.Errorf("the moves show commands: %q", text)
	}
	if n := b.count(`.game .glyph[aria-label="interesting move"]`); n != 1 {
		b.t.Errorf("%d interesting moves, want 1", n)
	}
	b.click(b.move("3. exd5"))
	b.at("3. exd5")
	if b.piece("d5") != "P" || b.piece("c3") != "P" {
		b.t.Error("the board does not show the variation in the variation")
	}
	b.wait("the address", `location.hash.includes("move=")`)
	b.click(b.move("e5"))
	b.keys(kb.ArrowDown)
	b.at("1… c5!?")
	b.keys(kb.ArrowDown)
	b.at("1… c6")
	b.keys(kb.ArrowUp + kb.ArrowUp)
	b.at("e5")
	b.click(".game .fold")
	if n := b.count(".game .folded"); n != 1 {
		b.t.Errorf("%d folded variations, want 1", n)
	}
	b.keys(kb.ArrowDown + kb.ArrowRight)
	b.at("2. Nf3")
	if n := b.count(".game .folded"); n != 0 {
		b.t.Error("the current move is in a folded variation")
	}
}

// legal waits until the legal moves of a position are known.
func (b *tab) legal(fen string) {
	b.t.Helper()
	b.wait("the rules", `document.querySelector(".game .squares").dataset.fen.startsWith(`+quote(fen)+`)`)
}

func testOwnMove(b *tab) {
	b.drag(square("e2"), square("e4")) // the game's
	b.at("e4!")
	b.legal("rnbqkbnr/pppppppp/8/8/4P3/")
	b.drag(square("e7"), square("e4")) // not a legal move
	b.at("e4!")
	b.drag(square("d7"), square("d5"))
	b.at("1… d5")
	b.legal("rnbqkbnr/ppp1pppp/8/3p4/4P3/")
	b.drag(square("e4"), square("d5"))
	b.at("2. exd5")
	if n := b.count(".game .variation.own .own"); n != 2 {
		b.t.Errorf("%d moves of one's own, want 2", n)
	}
	b.click(".game .back")
	b.at("1… d5")
	b.keys(kb.Backspace)
	b.at("e4!")
	if n := b.count(".game .own"); n != 0 {
		b.t.Errorf("%d moves of one's own are left", n)
	}
}

func testGraphs(b *tab) {
	for kind, want := range map[string]int{"white": 4, "black": 3, "eval": 6} {
		if got := js[int](b, `Number(document.querySelector("polyline.`+kind+`").dataset.points)`); got != want {
			b.t.Errorf("the line %s has %d points, want %d", kind, got, want)
		}
	}
	b.click(".game .clocks svg") // its middle: of seven half-moves the third or fourth
	b.wait("a move", `["2", "3", "4"].includes(document.querySelector(".clocks svg").getAttribute("aria-valuenow"))`)
	b.click(b.move("Nf6"))
	for kind, want := range map[string]string{"clocks": "3… Nf6: 2:00 left, 0:41 used", "scores": "3… Nf6: #1"} {
		got := js[string](b, `document.querySelector(".`+kind+` svg").getAttribute("aria-valuetext")`)
		if got != want {
			b.t.Errorf("%s say %q, want %q", kind, got, want)
		}
	}
}

func testStrip(b *tab) {
	if n := b.count(".game .bars button"); n != 7 {
		b.t.Errorf("%d bars, want 7", n)
	}
	b.click(`.game .bars [data-ply="5"]`)
	b.at("Bc4")
	if got := js[string](b, `document.querySelector(".game .bars [aria-current]").ariaLabel`); !strings.HasPrefix(got, "3. Bc4: ") || !strings.HasSuffix(got, "legal moves") {
		b.t.Errorf("the bar says %q", got)
	}
	if got := js[string](b, `document.querySelector(".game .bytes .facts").innerText`); !strings.Contains(got, "bits a move") || !strings.Contains(got, "As PGN") {
		b.t.Errorf("the bytes are %q", got)
	}
}

func testCopies(b *tab) {
	js[bool](b, `(navigator.clipboard.writeText = async (text) => { window.copied = text; }, true)`)
	b.keys(kb.ArrowRight)
	b.at("e4!")
	b.click(".copy-fen")
	b.wait("a copy", `window.copied === "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"`)
	b.click(".copy-pgn")
	b.wait("a copy", `window.copied.startsWith("[Event \"A match\"]")`)
	js[bool](b, `(navigator.clipboard.writeText = async () => { throw new Error("no"); }, true)`)
	b.click(".copy-fen")
	b.waitText("message", "FEN")
	if got := js[string](b, `[...document.querySelectorAll(".game .tags a")].map((a) => a.href + " " + a.rel).join(", ")`); got != "https://example.org/games/1 noopener noreferrer" {
		b.t.Errorf("links are %q", got)
	}
	js[bool](b, `(document.querySelector(".explorer").addEventListener("click", (e) => e.preventDefault()), true)`)
	b.click(".explorer")
	b.wait("the explorer's address", `document.querySelector(".explorer").hash === "#/explore?play=e2e4"`)
	if got := js[string](b, `fetch(document.querySelector("[download]").href).then((r) => r.text()).then((t) => window.text = t), document.querySelector("[download]").download`); got != "game-1-1.pgn" {
		b.t.Errorf("the download is called %q", got)
	}
	b.wait("the download", `window.text?.startsWith("[Event \"A match\"]")`)
}

func testNeighbours(b *tab) {
	b.click(".game .next")
	b.wait("the next game", `document.title.startsWith("<script>") && location.hash.startsWith("#/game/1-2")`)
	b.wait("the focus to stay", `document.activeElement.matches(".game .next")`)
	b.click(".game .previous")
	b.wait("the previous game", `document.title.startsWith("Petrov, Anna – Lind, Bo")`)
}

func testGameKeyboard(b *tab) {
	focused := func(selector string) {
		b.t.Helper()
		for range 40 {
			b.keys(kb.Tab)
			if js[bool](b, `document.activeElement.matches(`+quote(selector)+`)`) {
				return
			}
		}
		b.t.Fatalf("Tab does not lead to %s", selector)
	}
	focused(`.game .steps [aria-label^="Forth"]`)
	b.keys(kb.Enter)
	b.at("e4!")
	focused(".game .moves .move")
	b.keys(kb.ArrowRight + kb.ArrowDown)
	b.at("1… c5!?")
	if !js[bool](b, `document.activeElement.matches("[aria-current]")`) {
		b.t.Error("the focus has not gone along with the moves")
	}
	focused(".game .clocks svg")
	b.keys(kb.End)
	b.at("3. d4")
	focused(".game .bars button")
	b.keys(kb.Home + kb.ArrowRight + kb.ArrowRight)
	b.at("e5")
	if got := js[string](b, "document.activeElement.dataset.ply"); got != "2" {
		b.t.Errorf("the focus is on the bar of %q, want that of 2", got)
	}
	focused(".game summary")
	b.keys(kb.Enter)
	b.wait("the tags", `document.querySelector(".game .tags").open`)
}

func testHostileGame(b *tab) {
	if n := b.count(".game :is(script, iframe, img), .game a[href^=javascript]"); n != 0 {
		b.t.Errorf("%d elements have come from the game", n)
	}
	if got := js[string](b, "document.title"); !strings.HasPrefix(got, "<script>") {
		b.t.Errorf("the title is %q", got)
	}
	text := js[string](b, `document.querySelector(".game .score").innerText`)
	for _, want := range []string{"<svg onload", "</p><iframe", "2. Kxe9", "2. Qxd9", "\"><script>", "␁␛[31m"} {
		if !strings.Contains(text, want) {
			b.t.Errorf("the game does not say %q: %q", want, text)
		}
	}
	if got := js[string](b, `getComputedStyle(document.querySelector(".player.black .name")).unicodeBidi`); got != "isolate" {
		b.t.Errorf("a name is %s, want isolated", got)
	}
	b.click(b.move("1… Nf6"))
	b.at("1… Nf6")
	if got := js[string](b, `document.querySelector(".game .tags").textContent`); !strings.Contains(got, "</bdi><b>bold</b>") {
		b.t.Errorf("the tags are %q", got)
	}
	if n := b.count(`.game .tags a`); n != 0 {
		b.t.Errorf("%d values are links", n)
	}
}

func testGameEnding(b *tab) {
	b.wait("the ending", `document.querySelector(".game .ending").innerText.includes("White mates in")`)
	b.wait("the link", `document.querySelector('.game .ending a:not([hidden])')?.getAttribute("href") === "mate/#8/4P3/8/8/8/2k5/8/K7_w_-_-_0_1"`)
	b.click(".game .ending button")
	if n := b.count(".arrows path"); n != 1 {
		b.t.Errorf("%d arrows, want 1", n)
	}
	b.drag(square("e7"), square("e8"))
	b.wait("the choice", `document.querySelectorAll(".promotion:not([hidden]) button").length === 4`)
	b.click(`.promotion [data-piece="R"]`)
	b.at("1. e8=R")
	b.wait("the rook's ending", `document.querySelector(".game .ending:not([hidden])")`)
	b.keys(kb.ArrowLeft + kb.ArrowRight)
	b.at("e8=Q")
}

func testGamePhone(b *tab) {
	if over := js[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
		b.t.Errorf("the page is %d pixels too wide", over)
	}
	order := js[[]float64](b, `[".board", ".steps", ".moves", ".head", ".below"].map((s) => document.querySelector(".game " + s).getBoundingClientRect().top)`)
	require.IsIncreasing(b.t, order)
	if got := js[[]float64](b, `(({ left, width }) => [left, width])(document.querySelector(".game .board").getBoundingClientRect())`); got[0] != 0 || got[1] != 390 {
		b.t.Errorf("the board is at %v and %v wide", got[0], got[1])
	}
	x, y := b.middle(`.game .steps [aria-label^="Forth"]`)
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.TapXY(x, y)))
	b.at("e4!")
	b.legal("rnbqkbnr/pppppppp/8/8/4P3/")
	b.swipe(square("e7"), square("e5"))
	b.at("e5")
	if y := js[float64](b, "scrollY"); y != 0 {
		b.t.Errorf("a step scrolled the page by %v", y)
	}
	testGameContrast(b)
}

// testGameContrast checks that all text is readable.
func testGameContrast(b *tab) {
	const contrast = `(() => {
		const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
		const light = (colour) => {
			canvas.fillStyle = colour;
			canvas.fillRect(0, 0, 1, 1);
			return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
				.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
		};
		const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!c.endsWith(", 0)")) return c; } };
		return [".name", ".rating", ".now", ".move", ".glyph", ".remark", ".num", ".event", ".facts dt", ".reading", ".steps button"].map((s) => {
			const e = document.querySelector(".game " + s);
			const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
			return [s, (a + 0.05) / (b + 0.05)];
		}).filter(([, ratio]) => ratio < 4.5).map(String).join("; ");
	})()`
	if got := js[string](b, contrast); got != "" {
		b.t.Errorf("hard to read: %s", got)
	}
}

// TestGamePictures draws the pictures of docs/serve.md to the folder SCREENSHOTS, for
// the games in GAME_PICTURES, a list of "FILE ID PLY NAME" separated by commas: the top
// of the page, and the rest.
func TestGamePictures(t *testing.T) {
	list, dir := os.Getenv("GAME_PICTURES"), os.Getenv("SCREENSHOTS")
	if list == "" || dir == "" {
		t.Skip("no pictures are asked for")
	}
	browser := start(t)
	for picture := range strings.SplitSeq(list, ",") {
		f := strings.Fields(picture)
		require.Len(t, f, 4, picture)
		address := serveGames(t, f[0]) + "#/game/" + f[1] + "?ply=" + f[2]
		for _, s := range []struct {
			suffix string
			screen
		}{{"", desktop}, {"-phone", phone}, {"-dark", screen{1280, 800, false, "dark"}}, {"-phone-dark", screen{390, 844, true, "dark"}}} {
			b := openPage(t, browser, s.screen, address, gameReady)
			for _, place := range []string{"", "-below"} {
				png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(filepath.Join(dir, f[3]+place+s.suffix+".png"), png, 0o644))
				js[bool](b, "(scrollTo(0, 1e6), true)")
			}
		}
	}
}
