package browser

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// TestEngine shows the lines of Stockfish, if it is installed, until their end. Without
// an engine nothing of it is shown.
func TestEngine(t *testing.T) {
	browser := start(t)
	file := filepath.Join("testdata", "game.pgn")
	none := openPage(t, browser, desktop, serveGames(t, file)+"#/game/1-1", analysisReady)
	if js[bool](none, `Boolean(document.querySelector(".engine").offsetParent ?? document.querySelector(".evalbar").offsetParent)`) {
		t.Error("an engine is shown that is not there")
	}
	engine, err := exec.LookPath("stockfish")
	if err != nil {
		if engine, err = exec.LookPath("/usr/games/stockfish"); err != nil {
			t.Skip("no stockfish")
		}
	}
	address := serving(t, "serve", "--quiet", "--listen", "127.0.0.1:0", "--engine", engine, "--engine-time", "2s", file)
	b := openPage(t, browser, screen{844, 390, true, ""}, address+"#/game/1-1?ply=6", analysisReady)
	b.wait("the engine", `document.querySelector(".engine-name").textContent.startsWith("Stockfish")`)
	b.click(".engine button")
	b.wait("the mate", `document.querySelector(".engine-lines li")?.textContent.startsWith("#1 4. Qxf7#")`)
	if !js[bool](b, `document.querySelectorAll(".arrows path.preview").length === 1 && document.querySelector(".evalbar").offsetParent && document.querySelector(".evalbar").ariaLabel.endsWith("#1")`) {
		t.Error("no arrow, or no bar")
	}
	b.keys(kb.Home)
	b.wait("three lines", `document.querySelectorAll(".engine-lines li").length === 3 && document.querySelector(".depth").textContent.startsWith("depth ")`)
	if over := js[int](b, `[".engine", ".frame"].reduce((n, s) => n + Math.max(0, document.querySelector(s).scrollWidth - document.querySelector(s).clientWidth), 0)`); over > 0 {
		t.Errorf("the lines or the board are %d pixels too wide", over)
	}
	b.wait("the end of the time", `document.querySelector(".depth").textContent.endsWith("done")`)
	b.click(".engine-lines li:first-child button")
	b.wait("its move", `document.querySelector(".analysis .moves [aria-current]")`)
	b.click(".engine button")
	b.wait("the end", `!document.querySelector(".engine-lines li") && !document.querySelector(".arrows path.preview") && !document.querySelector(".evalbar").offsetParent`)
	js[bool](b, "(localStorage.clear(), true)")
	require.NoError(t, chromedp.Do(b.ctx, chromedp.Navigate("about:blank")))
}
