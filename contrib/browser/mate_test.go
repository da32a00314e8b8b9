package browser

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// The queen mates in eight moves from here.
const queen = "8/8/8/2k5/8/8/1Q6/2K5 w - - 0 1"

// TestPages opens the same server in one browser for all parts of the test.
func TestPages(t *testing.T) {
	browser := start(t)
	address := serve(t)
	at := func(fen string) string { return address + "#" + strings.ReplaceAll(fen, " ", "_") }

	t.Run("drag", func(t *testing.T) { testDrag(open(t, browser, desktop, at(queen))) })
	t.Run("illegal drags", func(t *testing.T) { testIllegalDrags(open(t, browser, desktop, at(queen))) })
	t.Run("placing", func(t *testing.T) { testPlacing(open(t, browser, desktop, at(queen))) })
	t.Run("mate played out", func(t *testing.T) { testMate(open(t, browser, desktop, at(queen))) })
	t.Run("mate by Black, watched", func(t *testing.T) { testWatched(open(t, browser, desktop, at("k7/8/8/8/8/1q6/8/5K2 b - - 0 1"))) })
	t.Run("keys", func(t *testing.T) { testKeys(open(t, browser, desktop, at(queen))) })
	t.Run("promotion", func(t *testing.T) { testPromotion(open(t, browser, desktop, at("8/4P3/8/8/8/2k5/8/K7 w - - 0 1"))) })
	t.Run("line", func(t *testing.T) { testLine(open(t, browser, desktop, at(queen))) })
	t.Run("finger", func(t *testing.T) { testFinger(open(t, browser, phone, at(queen))) })
	for _, s := range []struct {
		name string
		screen
	}{
		{"phone", phone},
		{"phone-dark", screen{390, 844, true, "dark"}},
		{"narrow", screen{320, 568, true, ""}},
		{"desktop", desktop},
		{"desktop-dark", screen{1280, 800, false, "dark"}},
	} {
		t.Run(s.name, func(t *testing.T) { testLook(open(t, browser, s.screen, address), s.name) })
	}
}

func testDrag(b *tab) {
	b.click("#answers") // off: the test moves for both
	b.drag(square("b2"), square("c3"))
	b.waitText("line", "Qc3+")
	if q, was := b.piece("c3"), b.piece("b2"); q != "Q" || was != "" {
		b.t.Errorf("after b2 to c3: c3 holds %q, b2 %q", q, was)
	}
	b.waitText("detail", "Black to move")
	b.waitText("moves-title", "Black’s replies")
	if n := js[int](b, `document.querySelectorAll("#moves button").length`); n < 1 {
		b.t.Errorf("%d replies are shown", n)
	}
	if n := js[int](b, `document.querySelectorAll(".square.check").length`); n != 1 {
		b.t.Errorf("%d kings are in check, want 1", n)
	}
}

func testIllegalDrags(b *tab) {
	before := b.fen()
	for _, c := range []struct{ from, to, says string }{
		{"b2", "c4", "White queen b2–c4 is illegal"},
		{"c5", "c6", "it is White’s turn"},
		{"c1", "b2", "own queen"},
	} {
		piece := b.piece(c.from)
		b.drag(square(c.from), square(c.to))
		b.waitText("message", c.says)
		b.wait("the piece's return", `!document.querySelector(".ghost, .lifted")`)
		if got := b.piece(c.from); got != piece || b.fen() != before {
			b.t.Errorf("after an illegal drag %s holds %q and the position is %s", c.from, got, b.fen())
		}
	}
	// A drop outside the board plays nothing.
	b.drag(square("b2"), "#headline")
	b.wait("the piece's return", `!document.querySelector(".ghost, .lifted")`)
	if b.piece("b2") != "Q" {
		b.t.Error("a piece dropped beside the board is gone")
	}
}

func testPlacing(b *tab) {
	b.click("#edit")
	b.wait("the palette", `!document.getElementById("palette").hidden`)

	b.drag(`[data-piece="R"]`, square("h7"))
	if n := js[int](b, `document.querySelectorAll('#palette [aria-pressed="true"]').length`); n != 0 {
		b.t.Errorf("a drag from the palette has chosen %d pieces", n)
	}
	b.drag(square("b2"), "#detail") // off the board
	b.wait("the rook", `document.getElementById("fen").value.startsWith("8/7R/8/2k5/8/8/8/2K5 w")`)
	b.waitText("headline", "White mates in")

	b.drag(square("c1"), square("c4")) // beside the other king
	b.waitText("headline", "Illegal position")
	b.waitText("message", "kings touch")
	b.click("#edit")
	b.waitText("message", "cannot be played on")

	b.drag(square("c4"), square("c3"))
	b.waitText("headline", "White mates in")
	b.click(`[name="turn"][value="b"]`)
	b.waitText("detail", "Black to move")

	b.click(`[data-piece="N"]`) // choose, then tap
	b.click(square("a1"))
	b.click(square("b1"))
	b.waitText("headline", "Not known")
	b.waitText("message", "3 pieces")
	b.click(square("a1"))
	b.click(square("b1"))
	b.waitText("headline", "White mates in")
	b.click("#edit")
	b.wait("the end of the setup", `document.getElementById("palette").hidden`)
	if got, want := b.fen(), "8/7R/8/2k5/8/2K5/8/8 b - - 0 1"; got != want {
		b.t.Errorf("set up %s, want %s", got, want)
	}

	// The same by text.
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.SetValue(chromedp.CSS("#fen"), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")))
	b.click("#fenform button")
	b.waitText("headline", "Stalemate")
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.SetValue(chromedp.CSS("#fen"), "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")))
	b.click("#fenform button")
	b.waitText("headline", "Checkmate")
}

// testMate plays White's best moves by dragging; the table answers.
func testMate(b *tab) {
	distance := js[int](b, `Number(document.getElementById("headline").textContent.match(/White mates in (\d+)/)[1])`)
	if distance < 3 || distance > 10 {
		b.t.Fatalf("White mates in %d: not a test", distance)
	}
	for left := distance; left > 0; left-- {
		b.wait("White's turn", `document.getElementById("detail").textContent.startsWith("White to move") &&
			document.querySelectorAll("#line button").length === `+strconv.Itoa(2*(distance-left)))
		if n := js[int](b, `Number(document.getElementById("headline").textContent.match(/\d+/)[0])`); n != left {
			b.t.Fatalf("after %d moves each White mates in %d, want %d", distance-left, n, left)
		}
		if n := js[int](b, `document.querySelectorAll(".arrows path").length`); n != 1 {
			b.t.Errorf("%d arrows are drawn, want 1", n)
		}
		uci := js[string](b, `document.querySelector("#moves button").dataset.uci`)
		b.drag(square(uci[:2]), square(uci[2:4]))
	}
	b.waitText("headline", "Checkmate")
	b.waitText("detail", "White has won")
	if slips := js[int](b, `document.querySelectorAll(".slip").length`); slips != 0 {
		b.t.Errorf("%d of the best moves are called slips", slips)
	}
}

// testWatched lets the table play for both; Black has the queen.
func testWatched(b *tab) {
	b.waitText("headline", "Black mates in")
	b.click("#flip")
	b.click("#out")
	b.waitText("headline", "Checkmate")
	b.waitText("detail", "Black has won")
	b.wait("an end of the watching", `document.getElementById("out").getAttribute("aria-pressed") === "false"`)
}

// testKeys moves the queen, and places pieces, without a mouse.
func testKeys(b *tab) {
	js[chromedp.Void](b, `document.querySelector('[data-square][tabindex="0"]').focus()`)
	focus := func() string { return js[string](b, `document.activeElement.dataset.square ?? ""`) }
	if got := focus(); got != "e4" {
		b.t.Errorf("Tab leads to %q, want e4", got)
	}
	b.keys(kb.ArrowLeft + kb.ArrowLeft + kb.ArrowLeft + kb.ArrowDown + kb.ArrowDown)
	if got := focus(); got != "b2" {
		b.t.Errorf("the arrow keys lead to %q, want b2", got)
	}
	b.keys(kb.Enter)
	if n := js[int](b, `document.querySelectorAll(".target").length`); n < 10 {
		b.t.Errorf("%d squares are shown for the queen", n)
	}
	b.keys(kb.ArrowUp + kb.ArrowUp + " ")
	b.waitText("line", "Qb4+")

	b.click("#edit")
	b.click("#clear")
	b.waitText("headline", "Illegal position")
	js[chromedp.Void](b, `document.querySelector('[data-square="b4"]').focus()`)
	b.keys("K" + kb.ArrowRight + kb.ArrowRight + "k" + kb.ArrowUp + "R" + kb.ArrowUp + "q" + kb.Backspace)
	b.wait("the pieces", `document.getElementById("fen").value.startsWith("8/8/8/3R4/1K1k4/8/8/8")`)
}

func testPromotion(b *tab) {
	b.drag(square("e7"), square("e8"))
	b.wait("the choice", `document.querySelectorAll(".promotion:not([hidden]) button").length === 4`)
	b.click(`.promotion [data-piece="R"]`)
	b.waitText("line", "e8=R")
	if piece := b.piece("e8"); piece != "R" {
		b.t.Errorf("e8 holds %q, want R", piece)
	}
}

func testLine(b *tab) {
	b.click("#moves li:last-child button") // the worst
	b.wait("the answer", `document.querySelectorAll("#line button").length === 2`)
	b.wait("the slip", `document.querySelectorAll("#line .slip").length >= 1`)
	b.click("#back")
	b.click("#back")
	b.waitText("detail", "White to move")
	if got := b.fen(); got != queen {
		b.t.Errorf("two moves back is %s, want %s", got, queen)
	}
	b.click("#next")
	b.waitText("detail", "Black to move")
	b.click("#line li:last-child button")
	b.waitText("detail", "White to move")
}

func testFinger(b *tab) {
	b.swipe(square("b2"), square("b3"))
	b.waitText("line", "Qb3")
	b.wait("the answer", `document.querySelectorAll("#line button").length === 2`)
	// A tap on the piece and a tap on the square.
	b.waitText("detail", "White to move")
	uci := js[string](b, `document.querySelector("#moves button").dataset.uci`)
	for _, at := range []string{uci[:2], uci[2:4]} {
		x, y := b.middle(square(at))
		require.NoError(b.t, chromedp.Do(b.ctx, chromedp.TapXY(x, y)))
	}
	b.wait("the second answer", `document.querySelectorAll("#line button").length >= 3`)
	if y := js[float64](b, "scrollY"); y != 0 {
		b.t.Errorf("dragging a piece scrolled the page by %v", y)
	}
}

// testLook checks that nothing is wider than the screen.
func testLook(b *tab, name string) {
	for _, state := range []string{"", "-setup"} {
		if state != "" {
			b.click("#edit")
		}
		time.Sleep(300 * time.Millisecond) // until animations end
		if over := js[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			b.t.Errorf("%s%s: the page is %d pixels too wide", name, state, over)
		}
	}
}
