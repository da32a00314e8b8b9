package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// rightDrag drags from one element to another by the right button.
func (b *tab) rightDrag(from, to string) {
	b.t.Helper()
	x1, y1 := b.middle(from)
	x2, y2 := b.middle(to)
	for _, e := range []input.DispatchMouseEventParams{
		{Type: input.DispatchMouseEventTypeMousePressed, X: x1, Y: y1, Button: input.MouseButtonRight, Buttons: 2, ClickCount: 1},
		{Type: input.DispatchMouseEventTypeMouseMoved, X: x2, Y: y2, Button: input.MouseButtonRight, Buttons: 2},
		{Type: input.DispatchMouseEventTypeMouseReleased, X: x2, Y: y2, Button: input.MouseButtonRight, ClickCount: 1},
	} {
		_, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, e)
		require.NoError(b.t, err)
	}
}

// moves returns the text of the moves in one line.
func (b *tab) moves() string {
	b.t.Helper()
	return js[string](b, `document.querySelector(".analysis .moves").innerText.replace(/\s+/g, " ")`)
}

// TestWalk does what a user does: searches by two words, opens a game, adds a line, an
// arrow, a comment and a glyph; finds them after a reload, and by the link in another
// browser; and copies them as PGN, which the library reads.
func TestWalk(t *testing.T) {
	address := serveGames(t, sampleGames(t), filepath.Join("testdata", "game.pgn"))
	b := openPage(t, start(t), desktop, address, listReady)

	b.click("#query")
	b.keys("petrov lind" + kb.Enter)
	b.listed("1 game")
	b.click("#row-0")
	b.wait("the game", `location.hash.startsWith("#/game/2-1?") && `+analysisReady)

	b.keys(kb.ArrowRight)
	b.at("e4!")
	b.legal("rnbqkbnr/pppppppp/8/8/4P3/")
	b.drag(square("d7"), square("d5"))
	b.at("1… d5")
	b.legal("rnbqkbnr/ppp1pppp/8/3p4/4P3/")
	b.drag(square("e4"), square("d5"))
	b.at("2. exd5")
	b.rightDrag(square("d8"), square("d5"))
	b.rightDrag(square("e8"), square("e8"))
	b.wait("an arrow and a ring", `document.querySelectorAll(".arrows path").length === 2`)
	b.click(".pen")
	b.keys("The Scandinavian, by hand")
	b.click(`.annotate [data-nag="5"]`)
	b.wait("the address", `Object.values(localStorage).some((v) => v.includes("by hand") && v.includes("$5") && v.indexOf("\n") > 0 && location.hash.includes(v.slice(0, v.indexOf("\n"))))`)
	want := b.moves()
	for _, part := range []string{"1… d5 2. exd5!? The Scandinavian, by hand", "1… c5!? The Sicilian."} {
		if !strings.Contains(want, part) {
			t.Errorf("the moves do not say %q: %s", part, want)
		}
	}

	same := func(b *tab, where string) {
		t.Helper()
		b.at("2. exd5!?")
		if got := b.moves(); got != want {
			t.Errorf("%s the moves are %q, want %q", where, got, want)
		}
		b.wait("the arrow", `document.querySelectorAll(".arrows path").length === 2`)
		if n := b.count(".analysis .move.own"); n != 2 {
			t.Errorf("%s %d moves are one's own, want 2", where, n)
		}
	}
	link := js[string](b, "location.href")
	require.NoError(t, chromedp.Do(b.ctx, chromedp.Reload()))
	b.wait("the page", analysisReady)
	same(b, "after a reload")

	other := openPage(t, start(t), phone, link, analysisReady)
	same(other, "in another browser")

	// Without the link: the browser has kept it.
	js[string](b, `location.hash = "#/games"`)
	b.wait("the list", listReady)
	js[string](b, `location.hash = "#/game/2-1?ply=1"`)
	b.wait("the analysis", analysisReady+` && document.querySelectorAll(".analysis .move.own").length === 2`)

	js[bool](b, `(navigator.clipboard.writeText = async (text) => { window.copied = text; }, true)`)
	b.click(".actions summary")
	b.click(".copy-pgn")
	b.wait("a copy", `window.copied?.includes("Scandinavian")`)
	file := filepath.Join(t.TempDir(), "copied.pgn")
	require.NoError(t, os.WriteFile(file, []byte(js[string](b, "window.copied")), 0o666))
	out, err := exec.Command(chesszip(t), "convert", "--to", "pgn", "-o", "-", file).Output()
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(out)), " ")
	for _, part := range []string{
		`[White "Petrov, Anna"]`, `[Link "javascript:alert(1)"]`, "1. e4 $1 {[%clk 0:03:00] [%eval 0.25] [%cal Gg1f3] A start.}",
		"(1... d5 2. exd5 $5 {[%csl Ge8] [%cal Gd8d5] The Scandinavian, by hand})", "3... Nf6 $4 $19 $200", "4. Qxf7# {[%clk 0:02:45]} 1-0",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the library does not read %q in %s", part, text)
		}
	}
}

// TestOpenTexts pastes, drops and opens PGN and FENs, good ones and bad ones.
func TestOpenTexts(t *testing.T) {
	browser := start(t)
	address := serveGames(t, filepath.Join("testdata", "game.pgn"))
	b := openPage(t, browser, desktop, address, listReady)
	paste := func(text string) {
		t.Helper()
		js[bool](b, `(() => {
			const data = new DataTransfer();
			data.setData("text/plain", `+quote(text)+`);
			document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
			return true;
		})()`)
	}
	paste("[White \"A\"]\n[Black \"B\"]\n\n1. d4 d5 (1... Nf6 {Indian}) 2. c4 *")
	b.wait("the game", analysisReady+` && document.title.startsWith("A – B")`)
	if got := b.moves(); !strings.Contains(got, "1 d4 d5") || !strings.Contains(got, "1… Nf6 Indian") {
		t.Errorf("the moves are %q", got)
	}
	b.wait("the link", `location.hash.startsWith("#/analysis?a=")`)
	paste("8/8/8/8/8/1k6/8/K6R w - - 0 1")
	b.wait("the position", `location.hash.includes("fen=8") && `+analysisReady+` && document.querySelectorAll(".analysis .square.piece").length === 3`)

	for fen, says := range map[string]string{
		"8/8/8/8/8/8/8 w - - 0 1":                                  "7 ranks",
		"rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "byte 22",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1": "X",
	} {
		paste(fen)
		b.wait("the fault of "+fen, `document.querySelector(".analysis .fault:not([hidden])")?.textContent.includes(`+quote(says)+`)`)
		if js[bool](b, `Boolean(document.querySelector(".analysis .board").offsetParent)`) {
			t.Errorf("%s: the old board is shown", fen)
		}
	}
	js[bool](b, `(() => { document.querySelector(".fault input").value = "8/8/8/8/8/1k6/8/K6Q w - - 0 1"; document.querySelector(".fault form button").click(); return true; })()`)
	b.wait("the corrected position", analysisReady+` && document.querySelector('.analysis [data-piece="Q"]')?.offsetParent`)

	paste("1. e4 *\n\n[White \"Second\"]\n\n1. c4 c5 *")
	b.wait("which game", `document.querySelectorAll("dialog .choices button").length === 2`)
	b.click("dialog .choices li:last-child button")
	b.wait("the second game", `document.title.startsWith("Second") && !document.querySelector("dialog")`)
	paste("Dear Sir")
	b.waitText("message", "neither PGN nor a FEN")

	b.click(".open-text")
	b.wait("the dialog", `document.querySelector("dialog textarea")`)
	b.keys("nothing of chess" + kb.Tab + kb.Tab + kb.Enter)
	b.wait("what is wrong", `document.querySelector("dialog .bad").textContent.includes("no game")`)
	require.NoError(t, chromedp.Do(b.ctx, chromedp.SetValue(chromedp.CSS("dialog textarea"), "1. f4 e5")))
	b.click("dialog .main")
	b.wait("the moves", `!document.querySelector("dialog") && document.querySelector(".moves").innerText.includes("f4")`)

	// The analysis is there without its link, until a new one is begun.
	js[string](b, `location.hash = "#/games"`)
	b.wait("the list", listReady)
	b.click(`nav a[href="#/analysis"]`)
	b.wait("the analysis", analysisReady+` && document.querySelector(".moves").innerText.includes("f4")`)
	b.click(".reset")
	b.wait("an empty board", `document.querySelectorAll(".moves .move").length === 0`)
}

// TestLost opens addresses of nothing.
func TestLost(t *testing.T) {
	browser := start(t)
	address := serveGames(t, filepath.Join("testdata", "game.pgn"))
	for hash, says := range map[string]string{
		"#/nowhere?x=1":         "There is no such page",
		"#/game/1-99":           "There is no game 1-99",
		"#/game/x":              "There is no game x",
		"#/analysis?a=damaged!": "This analysis cannot be shown",
		"#/analysis?play=e2e5":  "This analysis cannot be shown",
	} {
		b := openPage(t, browser, desktop, address+hash, `document.querySelector(".fault:not([hidden]) h2")`)
		if got := b.inner(".fault:not([hidden])"); !strings.Contains(got, says) || !strings.Contains(strings.ToLower(got), "games") {
			t.Errorf("%s: the page says %q", hash, got)
		}
		if !strings.Contains(b.text("live"), says) {
			t.Errorf("%s: nothing is announced", hash)
		}
	}
}
