package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

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
		{"remarks", "1-1", desktop, testRemarks},
		{"the wheel", "1-1", desktop, testWheel},
		{"graphs", "1-1", desktop, testGraphs},
		{"bytes", "1-1", desktop, testStrip},
		{"copies and tags", "1-1", desktop, testCopies},
		{"neighbours", "1-1?query=event:match", desktop, testNeighbours},
		{"keyboard alone", "1-1", desktop, testGameKeyboard},
		{"hostile", "1-2", desktop, testHostileGame},
		{"ending", "1-3", desktop, testGameEnding},
		{"phone", "1-1", phone, testGamePhone},
		{"phone on its side", "1-1", screen{844, 390, true, ""}, testOneScreen},
		{"tablet", "1-1", screen{820, 1180, true, ""}, testTablet},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := openPage(t, browser, c.screen, address+"#/game/"+c.game, analysisReady)
			defer js[bool](b, "(localStorage.clear(), true)") // all tabs share it
			c.test(b)
		})
	}
}

// TestLongGame opens a game that is too long for the page: its text can be downloaded.
func TestLongGame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "long.pgn")
	text := "[White \"A\"]\n\n1. e4 {" + strings.Repeat("a long word ", 200_000) + "} *\n\n[White \"B\"]\n\n1. d4 *\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	b := openPage(t, start(t), desktop, serveGames(t, file)+"#/game/1-1", `document.querySelector(".fault:not([hidden]) h2")`)
	if href := js[string](b, `[...document.querySelectorAll(".fault a")].map((a) => a.getAttribute("href")).join(" ")`); href != "api/games/1-1/pgn #/games #/analysis?ply=0" {
		t.Errorf("the links are %q", href)
	}
	if n := promised[int](b, `fetch("api/games/1-1/pgn").then((r) => r.text()).then((t) => t.length)`); n < 2<<20 {
		t.Errorf("the link has %d bytes", n)
	}
	js[string](b, `location.hash = "#/game/1-2"`)
	b.wait("the other game", analysisReady+` && document.querySelector(".analysis .fault").hidden`)
}

// at waits until the current move has a text; "" is the start.
func (b *tab) at(move string) {
	b.t.Helper()
	// In a text moves have numbers that the caller may leave out.
	b.wait("the move "+move, `((text, want) => text === want || want && text.endsWith(" " + want))(document.querySelector(".analysis .moves [aria-current] .san")?.textContent ?? "", `+quote(move)+`)`)
}

// move marks the button of the list with a text, and returns a selector of it.
func (b *tab) move(text string) string {
	b.t.Helper()
	js[bool](b, `(() => {
		for (const m of document.querySelectorAll("[data-test]")) delete m.dataset.test;
		[...document.querySelectorAll(".analysis .moves .move")].find((m) => (" " + m.querySelector(".san").textContent).includes(" " + `+quote(text)+`)).dataset.test = "";
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
	b.wait("checkmate", `document.querySelector(".analysis .ending").textContent.includes("White wins")`)
	b.waitText("live", "White wins")
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
	if got := js[string](b, `document.querySelector(".analysis .square").dataset.square + document.querySelector(".analysis .player .name").textContent`); got != "h1Petrov, Anna" {
		b.t.Errorf("at the top of the flipped board is %q", got)
	}
	b.keys(" ")
	b.at("Qxf7#") // it has played to the end
}

func testGameVariations(b *tab) {
	if n := b.count(".analysis .variation"); n != 3 {
		b.t.Errorf("%d variations, want 3", n)
	}
	text := js[string](b, `document.querySelector(".analysis .moves").innerText`)
	for _, want := range []string{"Before the game.", "A start.", "The Sicilian.", "Deep.", "1… c5!?", "2. c3", "1-0"} {
		if !strings.Contains(text, want) {
			b.t.Errorf("the moves do not say %q: %q", want, text)
		}
	}
	if strings.Contains(text, "[%") {
		b.t.Errorf("the moves show commands: %q", text)
	}
	if n := b.count(`.analysis .glyph[aria-label="interesting move"]`); n != 1 {
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
	b.click(".analysis .fold")
	if n := b.count(".analysis .folded"); n != 1 {
		b.t.Errorf("%d folded variations, want 1", n)
	}
	b.keys(kb.ArrowDown + kb.ArrowRight)
	b.at("2. Nf3")
	if n := b.count(".analysis .folded"); n != 0 {
		b.t.Error("the current move is in a folded variation")
	}
}

// legal waits until the legal moves of a position are known.
func (b *tab) legal(fen string) {
	b.t.Helper()
	b.wait("the rules", `document.querySelector(".analysis .squares").dataset.fen?.startsWith(`+quote(fen)+`)`)
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
	if n := b.count(".analysis .variation.own .own"); n != 2 {
		b.t.Errorf("%d moves of one's own, want 2", n)
	}
	b.click(".analysis .back")
	b.at("1… d5")
	b.keys(kb.Backspace)
	b.at("e4!")
	if n := b.count(".analysis .own"); n != 0 {
		b.t.Errorf("%d moves of one's own are left", n)
	}
	b.wait("the address of the game alone", `!location.hash.includes("a=")`)
}

// testRemarks says things of a move, and changes the order of variations.
func testRemarks(b *tab) {
	b.click(b.move("e5"))
	b.click(".pen")
	b.wait("the box", `document.activeElement.id === "comment"`)
	b.keys("A {classic} reply")
	b.wait("the comment", `[...document.querySelectorAll(".moves .remark")].some((r) => r.textContent === "A {classic) reply")`)
	b.click(`.annotate [data-nag="1"]`)
	b.click(`.annotate [data-nag="3"]`) // instead
	b.click(`.annotate [data-nag="16"]`)
	b.at("e5!!±")
	if got := js[string](b, `document.querySelector(".moves [aria-current] small").textContent`); got != "+0.20 2:59" {
		b.t.Errorf("beside the move is %q", got)
	}
	js[bool](b, `[...document.querySelectorAll(".annotate button")].find((x) => x.textContent === "Arrows").click() ?? true`)
	b.drag(square("b8"), square("c6"))
	b.wait("an arrow", `document.querySelectorAll(".arrows path").length === 1`)
	b.drag(square("b8"), square("c6"))
	b.wait("no arrow", `document.querySelectorAll(".arrows path").length === 0`)
	b.click(square("e5"))
	b.click(square("e5"))
	b.wait("a ring", `document.querySelectorAll(".arrows path").length === 1`)
	b.keys(kb.Escape)
	b.wait("no box", `document.querySelector(".annotate").hidden && document.activeElement.matches(".pen")`)
	b.click(b.move("3. exd5"))
	b.click(".pen")
	js[bool](b, `[...document.querySelectorAll(".annotate button")].find((x) => x.textContent === "Promote").click() ?? true`)
	b.wait("the order", `/2\. c3.*2\. Nf3.*2… d5\s+Deep\.\s+3\. exd5\s+Qxd5/s.test(document.querySelector(".moves").innerText)`)
	js[bool](b, `[...document.querySelectorAll(".annotate button")].find((x) => x.textContent === "Delete").click() ?? true`)
	b.at("2… d5")
	if text := js[string](b, `document.querySelector(".moves").innerText`); strings.Contains(text, "Qxd5") {
		b.t.Errorf("the deleted moves are there: %q", text)
	}
	b.click(".reset")
	b.wait("the game of the file", `document.querySelector(".moves").innerText.includes("Qxd5") && !document.querySelector(".moves").innerText.includes("classic")`)
	b.click("#message button") // undo
	b.wait("the analysis again", `document.querySelector(".moves").innerText.includes("classic") && `+analysisReady)
}

// testWheel steps by the wheel over the board.
func testWheel(b *tab) {
	roll := func(by int) {
		b.t.Helper()
		js[bool](b, fmt.Sprintf(`document.querySelector(%s).dispatchEvent(new WheelEvent("wheel", { deltaY: %d, bubbles: true, cancelable: true })) || true`, quote(square("d4")), by))
	}
	roll(100)
	b.at("e4!")
	roll(100)
	b.at("e5")
	roll(-100)
	b.at("e4!")
}

func testGraphs(b *tab) {
	for kind, want := range map[string]int{"white": 4, "black": 3, "eval": 6} {
		if got := js[int](b, `Number(document.querySelector("polyline.`+kind+`").dataset.points)`); got != want {
			b.t.Errorf("the line %s has %d points, want %d", kind, got, want)
		}
	}
	b.click(".analysis .clocks svg") // its middle: of seven half-moves the third or fourth
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
	b.tab("Bytes")
	b.wait("the bars", `document.querySelector(".analysis .bars button")`)
	if n := b.count(".analysis .bars button"); n != 7 {
		b.t.Errorf("%d bars, want 7", n)
	}
	b.click(`.analysis .bars [data-ply="5"]`)
	b.at("Bc4")
	if got := js[string](b, `document.querySelector(".analysis .bars [aria-current]").ariaLabel`); !strings.HasPrefix(got, "3. Bc4: ") || !strings.HasSuffix(got, "legal moves") {
		b.t.Errorf("the bar says %q", got)
	}
	if got := js[string](b, `document.querySelector(".analysis .bytes .facts").innerText`); !strings.Contains(got, "bits a move") || !strings.Contains(got, "As PGN") {
		b.t.Errorf("the bytes are %q", got)
	}
}

func testCopies(b *tab) {
	js[bool](b, `(navigator.clipboard.writeText = async (text) => { window.copied = text; }, true)`)
	choose := func(selector string) {
		b.t.Helper()
		b.click(".actions summary")
		b.click(selector)
	}
	b.keys(kb.ArrowRight)
	b.at("e4!")
	choose(".copy-fen")
	b.wait("a copy", `window.copied === "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"`)
	choose(".copy-pgn")
	b.wait("a copy", `window.copied.startsWith("[Event \"A match\"]")`)
	choose(".copy-link")
	b.wait("a copy", `window.copied.endsWith("#/game/1-1?ply=1")`)
	js[bool](b, `(navigator.clipboard.writeText = async () => { throw new Error("no"); }, true)`)
	choose(".copy-fen")
	b.waitText("message", "FEN")
	b.tab("Tags")
	for part, want := range map[string]string{
		".tags":   `#/games?query=event%3A%22%3DA+match%22 https://example.org/games/1 #/games?query=date%3A2020 #/player?name=Petrov%2C+Anna #/player?name=Lind%2C+Bo`,
		".head":   `#/games?query=event%3A%22%3DA+match%22 https://example.org/games/1 #/games?query=date%3A2020 #/games?query=eco%3AC20 #/games?query=eco%3AC20`,
		".player": `#/player?name=Lind%2C+Bo #/player?name=Petrov%2C+Anna`,
	} {
		if got := js[string](b, `[...document.querySelectorAll(".analysis `+part+` a")].map((a) => a.getAttribute("href")).join(" ")`); got != want {
			b.t.Errorf("links of %s are %q, want %q", part, got, want)
		}
	}
	if n := b.count(`.tags a[rel="noopener noreferrer"]`); n != 1 {
		b.t.Errorf("%d links lead to other sites, want 1", n)
	}
	js[bool](b, `(() => {
		URL.createObjectURL = (blob) => (window.saved = blob, "#none");
		HTMLAnchorElement.prototype.click = function () { window.named = this.download; };
		return true;
	})()`)
	choose(".save-pgn")
	b.wait("the PGN", `window.named === "Petrov-Anna-Lind-Bo.pgn"`)
	if got := promised[string](b, `saved.text()`); !strings.HasPrefix(got, "[Event \"A match\"]") || !strings.Contains(got, "Link") {
		b.t.Errorf("saved is %q", got)
	}
	choose(".save-czip")
	b.wait("the archive", `window.named === "Petrov-Anna-Lind-Bo.czip"`)
}

func testNeighbours(b *tab) {
	b.click(".analysis .next")
	b.wait("the next game", `document.title.startsWith("<script>") && location.hash.startsWith("#/game/1-2")`)
	b.wait("the focus to stay", `document.activeElement.matches(".analysis .next")`)
	b.click(".analysis .previous")
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
	focused(`.analysis .steps [aria-label^="Next"]`)
	b.keys(kb.Enter)
	b.at("e4!")
	focused(".analysis .moves .move")
	b.keys(kb.ArrowRight + kb.ArrowDown)
	b.at("1… c5!?")
	if !js[bool](b, `document.activeElement.matches("[aria-current]")`) {
		b.t.Error("the focus has not gone along with the moves")
	}
	focused(".analysis .clocks svg")
	b.keys(kb.End)
	b.at("3. d4")
	focused("[role=tab][aria-selected=true]")
	b.keys(kb.ArrowRight + kb.ArrowRight) // from Graphs over Tags to Bytes
	b.wait("the bars", `document.activeElement.textContent === "Bytes" && document.querySelector(".bars button")`)
	focused(".analysis .bars button")
	b.keys(kb.Home + kb.ArrowRight + kb.ArrowRight)
	b.at("e5")
	if got := js[string](b, "document.activeElement.dataset.ply"); got != "2" {
		b.t.Errorf("the focus is on the bar of %q, want that of 2", got)
	}
}

func testHostileGame(b *tab) {
	if n := b.count(".analysis :is(script, iframe, img), .analysis a[href^=javascript]"); n != 0 {
		b.t.Errorf("%d elements have come from the game", n)
	}
	if got := js[string](b, "document.title"); !strings.HasPrefix(got, "<script>") {
		b.t.Errorf("the title is %q", got)
	}
	text := js[string](b, `document.querySelector(".analysis .score").innerText`)
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
	if got := js[string](b, `document.querySelector(".analysis .tags").textContent`); !strings.Contains(got, "</bdi><b>bold</b>") {
		b.t.Errorf("the tags are %q", got)
	}
	if n := b.count(`.analysis .tags a:not([href^="#/"])`); n != 0 {
		b.t.Errorf("%d values lead to other sites", n)
	}
}

func testGameEnding(b *tab) {
	b.wait("the ending", `document.querySelector(".analysis .ending").innerText.includes("White mates in")`)
	b.wait("the link", `document.querySelector('.analysis .ending a:not([hidden])')?.getAttribute("href") === "mate/#8/4P3/8/8/8/2k5/8/K7_w_-_-_0_1"`)
	b.click(".analysis .ending button")
	if n := b.count(".arrows path"); n != 1 {
		b.t.Errorf("%d arrows, want 1", n)
	}
	b.drag(square("e7"), square("e8"))
	b.wait("the choice", `document.querySelectorAll(".promotion:not([hidden]) button").length === 4`)
	b.click(`.promotion [data-piece="R"]`)
	b.at("1. e8=R")
	b.wait("the rook's ending", `document.querySelector(".analysis .ending:not([hidden])")`)
	b.keys(kb.ArrowLeft + kb.ArrowRight)
	b.at("e8=Q")
}

// testOneScreen checks that board, controls and the moves around the current one are in
// the window, with targets of 24 pixels.
func testOneScreen(b *tab) {
	b.keys(kb.ArrowRight + kb.ArrowRight + kb.ArrowRight)
	b.at("2. Qh5?!")
	for _, part := range []string{".board", ".steps", ".moves [aria-current]", ".player.white", ".player.black", ".pen"} {
		if got := js[string](b, `(({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight ? "" : [left, top, right, bottom].join())(document.querySelector(".analysis `+part+`").getBoundingClientRect())`); got != "" {
			b.t.Errorf("%s is at %s, outside the window", part, got)
		}
	}
	if over := js[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
		b.t.Errorf("the page is %d pixels too wide", over)
	}
	const small = `[...document.querySelectorAll("button, a, input, select, summary, textarea")].filter((e) => e.offsetParent && !e.matches(".bars *, .skip, p a, dd a"))
		.map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width < 24 || r.height < 24).map(([e, r]) => e.className + " " + e.textContent + " " + r.width + "x" + r.height).join("; ")`
	if got := js[string](b, small); got != "" {
		b.t.Errorf("small targets: %s", got)
	}
}

func testTablet(b *tab) {
	testOneScreen(b)
	b.tab("Explorer")
	b.wait("the explorer", rows+`.length`)
	if !js[bool](b, `document.querySelector(".tree").getBoundingClientRect().left >= document.querySelector(".board").getBoundingClientRect().right`) {
		b.t.Error("the explorer is not beside the board")
	}
}

func testGamePhone(b *tab) {
	if got := js[[]float64](b, `(({ left, width }) => [left, width])(document.querySelector(".analysis .board").getBoundingClientRect())`); got[0] != 0 || got[1] != 390 {
		b.t.Errorf("the board is at %v and %v wide", got[0], got[1])
	}
	x, y := b.middle(`.analysis .steps [aria-label^="Next"]`)
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.TapXY(x, y)))
	b.at("e4!")
	b.legal("rnbqkbnr/pppppppp/8/8/4P3/")
	b.swipe(square("e7"), square("e5"))
	b.at("e5")
	if y := js[float64](b, "scrollY"); y != 0 {
		b.t.Errorf("a step scrolled the page by %v", y)
	}
	b.keys(kb.Home)
	b.at("")
	testOneScreen(b)
}
