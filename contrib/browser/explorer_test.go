package browser

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// A position of 1. e4 e5 2. Nf3 Nc6, and a row of the table of moves.
const (
	fourKnights = "e2e4,e7e5,g1f3,b8c6"
	rows        = `document.querySelectorAll(".tree tbody tr")`
)

// site is a server of games, and a browser.
type site struct {
	browser context.Context
	address string
}

// TestExplorer uses the explorer with 1,250 games.
func TestExplorer(t *testing.T) {
	s := site{browser: start(t)}
	if os.Getenv("CHESSZIP") == "" {
		exe := filepath.Join(t.TempDir(), "chesszip")
		build := exec.Command("go", "build", "-o", exe, "./cmd/chesszip")
		build.Dir = filepath.Join("..", "..")
		out, err := build.CombinedOutput()
		require.NoError(t, err, string(out))
		t.Setenv("CHESSZIP", exe)
	}
	archive := filepath.Join(t.TempDir(), "lichess.czip")
	out, err := exec.Command(os.Getenv("CHESSZIP"), "-q", "-1", "--index", "players,openings", "-o", archive, filepath.Join("..", "..", "testdata", "lichess.pgn.zst")).CombinedOutput()
	require.NoError(t, err, string(out))
	s.address = strings.TrimSuffix(serveGames(t, archive), "/")

	t.Run("drill down", s.testDrill)
	t.Run("steps in a row", s.testBurst)
	t.Run("filter", s.testFilter)
	t.Run("games that pass", s.testPassing)
	t.Run("set up and find", s.testFind)
	t.Run("pattern", s.testPattern)
	t.Run("stop", s.testStop)
	t.Run("solved ending", s.testSolved)
	t.Run("keys", s.testExplorerKeys)
}

// open opens the explorer and waits for moves, or for the board of the setup.
func (s site) open(t *testing.T, on screen, parameters string) *tab {
	t.Helper()
	b := openPage(t, s.browser, on, s.address+"/#/"+parameters, rows+`.length || document.querySelector(".finder textarea")?.offsetParent || document.querySelector(".explorer section .chip")?.offsetParent`)
	t.Cleanup(func() { js[bool](b, "(localStorage.clear(), true)") }) // all tabs share it
	b.settled()
	return b
}

// settled waits until no request about a position is in progress.
func (b *tab) settled() {
	b.t.Helper()
	b.wait("an answer", `!document.querySelector('.view [aria-busy="true"]')`)
}

// get sends a request to the server.
func (s site) get(t *testing.T, path string, parameters url.Values, into any) {
	t.Helper()
	r, err := http.Get(s.address + path + "?" + parameters.Encode())
	require.NoError(t, err)
	defer r.Body.Close()
	require.Equal(t, 200, r.StatusCode, path)
	require.NoError(t, json.NewDecoder(r.Body).Decode(into))
}

// parameter returns a parameter of the page's address.
func (b *tab) parameter(name string) string {
	b.t.Helper()
	return js[string](b, `new URLSearchParams(location.hash.split("?")[1] ?? "").get(`+quote(name)+`) ?? ""`)
}

func (b *tab) waitParameter(name, value string) {
	b.t.Helper()
	b.wait(name+" "+quote(value), `(new URLSearchParams(location.hash.split("?")[1] ?? "").get(`+quote(name)+`) ?? "") === `+quote(value))
}

func row(uci string) string { return `.tree [data-uci="` + uci + `"]` }

func (s site) testDrill(t *testing.T) {
	b := s.open(t, desktop, "analysis?ply=0")
	var start struct {
		White, Draws, Black, Other int
		Moves                      []struct{ UCI, SAN string }
	}
	s.get(t, "/api/explore", nil, &start)
	if n := js[int](b, rows+".length"); n != len(start.Moves) {
		t.Errorf("%d moves, want %d", n, len(start.Moves))
	}
	if got, want := js[string](b, `document.querySelector(".tree tbody button").textContent`), start.Moves[0].SAN; got != want {
		t.Errorf("the first move is %s, want %s", got, want)
	}
	if bar := js[string](b, `document.querySelector(".tree tfoot .bar").ariaLabel ?? document.querySelector(".tree tfoot .bar").getAttribute("aria-label")`); !strings.Contains(bar, "white ") || !strings.Contains(bar, "black ") {
		t.Errorf("the bar is %q", bar)
	}

	b.click(row("e2e4")) // by a click
	b.waitParameter("play", "e2e4")
	b.settled()
	b.drag(square("e7"), square("e5")) // by dragging
	b.waitParameter("play", "e2e4,e7e5")
	b.wait("the name", `document.querySelector(".explorer h2").textContent.includes("C20 King's Pawn Game")`)
	if b.piece("e4") != "P" || b.piece("e5") != "p" || b.piece("e2") != "" {
		t.Error("the moves are not on the board")
	}
	b.drag(square("e1"), square("e3"))
	b.waitText("message", "is illegal")

	// An arrow under the pointer.
	x, y := b.middle(row("g1f3"))
	_, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
	require.NoError(t, err)
	b.wait("an arrow", `document.querySelectorAll(".arrows path.preview").length === 1`)

	b.keys(kb.ArrowLeft + kb.ArrowLeft) // and back by keys
	b.waitParameter("ply", "0")
	b.settled()
	if b.parameter("play") != "e2e4,e7e5" || b.piece("e2") != "P" {
		t.Errorf("after two steps back the line is %q", b.parameter("play"))
	}
	b.keys(kb.ArrowRight)
	b.waitParameter("ply", "1")
	b.settled()
	b.click(b.move("e5"))
	b.waitParameter("ply", "")
	b.keys(kb.Home)
	b.waitParameter("ply", "0")
	b.keys(kb.End)
	b.waitParameter("ply", "")
	b.keys("f")
	b.wait("the turned board", `document.querySelector(".square").dataset.square === "h1"`)

	// The browser's buttons go through the positions visited.
	require.NoError(t, chromedp.Do(b.ctx, chromedp.NavigateBack()))
	b.waitParameter("play", "e2e4")
}

// testBurst steps faster than anyone reads: only the last position is requested.
func (s site) testBurst(t *testing.T) {
	b := s.open(t, desktop, "analysis?play="+fourKnights)
	asked := js[[]string](b, `(() => {
		const real = window.fetch;
		window.asked = [];
		window.fetch = (path, options) => {
			if (String(path).includes("api/explore")) asked.push(new URLSearchParams(String(path).split("?")[1]).get("play"));
			return real(path, options);
		};
		for (let i = 0; i < 3; i++) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
		return asked;
	})()`)
	b.waitParameter("ply", "1")
	b.settled()
	b.wait("the moves", `document.querySelector(".explorer .said").textContent === "712 games"`)
	if now := js[[]string](b, "asked"); len(asked) != 0 || len(now) != 1 || now[0] != "e2e4" {
		t.Errorf("asked for %v, and then %v", asked, now)
	}
}

func (s site) testFilter(t *testing.T) {
	b := s.open(t, desktop, "analysis?play=e2e4")
	require.NoError(t, chromedp.Do(b.ctx, chromedp.SetValue(chromedp.CSS("#query"), "result:draw")))
	b.click("#search button")
	b.waitParameter("query", "result:draw")
	b.settled()
	var want struct{ White, Draws, Black int }
	s.get(t, "/api/explore", url.Values{"play": {"e2e4"}, "query": {"result:draw"}}, &want)
	b.wait("the number of draws", `document.querySelector(".explorer .said").textContent === `+quote(strconv.Itoa(want.Draws)+" games"))
	if b.parameter("play") != "e2e4" || want.Draws == 0 || want.White+want.Black != 0 {
		t.Errorf("the line is %q, the draws %+v", b.parameter("play"), want)
	}
	if bar := js[string](b, `document.querySelector(".tree tfoot .bar").title`); !strings.Contains(bar, "draws 100.0 %") {
		t.Errorf("the bar is %q", bar)
	}
	require.NoError(t, chromedp.Do(b.ctx, chromedp.SetValue(chromedp.CSS("#query"), "elo:many")))
	b.click("#search button")
	b.wait("a complaint", `document.getElementById("message").classList.contains("bad")`)
	require.NoError(t, chromedp.Do(b.ctx, chromedp.SetValue(chromedp.CSS("#query"), "result:draw eco:B")))
	b.click("#search button")
	b.wait("two chips", `[...document.querySelectorAll(".explorer .heading + .chips .chip")].map((c) => c.textContent).join() === "result draw ×,eco B ×"`)
	b.click(".explorer .heading + .chips .chip:last-child")
	b.waitParameter("query", "result:draw")
	b.wait("one chip", `document.querySelectorAll(".explorer .heading + .chips .chip").length === 1`)
}

// boardAt returns the pieces of a game's position after a ply.
func (s site) boardAt(t *testing.T, id string, ply int) string {
	t.Helper()
	var game struct {
		Start string
		Moves []struct{ FEN string }
	}
	s.get(t, "/api/games/"+id, nil, &game)
	fen := game.Start
	if ply > 0 {
		fen = game.Moves[ply-1].FEN
	}
	return strings.Fields(fen)[0]
}

// opened checks that the page of a game is shown, at a ply with the given board.
func (s site) opened(t *testing.T, b *tab, board string) {
	t.Helper()
	b.wait("a game", `location.hash.startsWith("#/game/")`)
	id, _, _ := strings.Cut(strings.TrimPrefix(js[string](b, "location.hash"), "#/game/"), "?")
	ply, err := strconv.Atoi(b.parameter("ply"))
	require.NoError(t, err)
	if got := s.boardAt(t, id, ply); board != "" && got != board {
		t.Errorf("game %s opens at ply %d, %s, want %s", id, ply, got, board)
	}
}

func (s site) testPassing(t *testing.T) {
	const board = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
	b := s.open(t, desktop, "analysis?play="+fourKnights)
	b.wait("sample games", `document.querySelectorAll(".explorer .hits li").length > 2`)
	b.click(".explorer .hits li:nth-child(2) a")
	s.opened(t, b, board)
	require.NoError(t, chromedp.Do(b.ctx, chromedp.NavigateBack()))
	b.wait("the explorer", `location.hash.startsWith("#/analysis")`)

	var all struct{ Count int }
	s.get(t, "/api/find", url.Values{"pattern": {`fen:"` + board + ` w KQkq -"`}, "count": {"true"}, "limit": {"0"}}, &all)
	b.wait("all games", `document.querySelector(".explorer .like-button:not([hidden])")`)
	b.click(".explorer .like-button")
	b.wait("the games with the position", `location.hash.startsWith("#/positions")`)
	want := min(50, all.Count)
	b.wait("all games", `document.querySelectorAll(".positions section .hits li").length === `+strconv.Itoa(want))
	if all.Count > 50 {
		b.click(".positions section:not([hidden]) .abreast button") // more
		b.wait("the next page", `document.querySelectorAll(".positions section .hits li").length === `+strconv.Itoa(min(100, all.Count)))
	}
	b.wait("how many were looked at", `/ of 1,250/.test(document.querySelector(".progress .said").textContent)`)
	b.click(".positions section:not([hidden]) .hits li:last-child a")
	s.opened(t, b, board)
}

func (s site) testFind(t *testing.T) {
	b := s.open(t, desktop, "analysis?play=e2e4")
	b.click(".actions summary")
	b.click(".set-up")
	b.wait("the board to set up", `location.hash.startsWith("#/positions") && document.querySelector(".finder textarea")?.offsetParent`)
	b.waitParameter("fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	if got := b.parameter("fen"); !strings.HasPrefix(got, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq") {
		t.Errorf("what is set up begins as %q", got)
	}
	button := func(text string) {
		b.t.Helper()
		js[bool](b, `[...document.querySelectorAll(".finder button")].find((x) => x.textContent === `+quote(text)+`).click() ?? true`)
	}
	button("Clear")
	b.wait("what is wrong", `document.querySelector(".finder .bad").textContent.includes("a player has no king")`)
	b.drag(`.pieces [data-piece="K"]`, square("g2"))
	b.drag(`.pieces [data-piece="k"]`, square("g7"))
	b.click(`.pieces [data-piece="R"]`)
	b.click(square("a2"))
	b.click(`.pieces [data-piece="r"]`)
	b.click(square("b8"))
	b.click(`.pieces [data-piece="P"]`)
	b.click(square("f3"))
	b.wait("the position", `document.querySelector(".finder .fen input").value === "1r6/6k1/8/8/8/5P2/R5K1/8 b - - 0 1" && !document.querySelector(".finder .bad").textContent`)
	b.click(`.kinds [value="material"]`)
	pattern := "white-material:KRPvKR"
	b.wait("the pattern", `document.querySelector(".finder textarea").value === `+quote(pattern))
	b.click(".finder .pattern .main")
	b.waitParameter("pattern", pattern)
	var want struct {
		Count int
		Games []struct {
			ID  string
			Ply int
		}
	}
	s.get(t, "/api/find", url.Values{"pattern": {pattern}, "count": {"true"}}, &want)
	if want.Count == 0 {
		t.Fatal("no game has a rook ending with a pawn: not a test")
	}
	b.wait("the games", `document.querySelectorAll(".positions section .hits li").length === `+strconv.Itoa(len(want.Games)))
	b.wait("the end", `document.querySelector(".progress .said").textContent.includes("of 1,250")`)
	b.click(".positions section:not([hidden]) .hits li:first-child a")
	s.opened(t, b, "")
	if got := b.parameter("ply"); got != strconv.Itoa(want.Games[0].Ply) {
		t.Errorf("the game opens at ply %s, want %d", got, want.Games[0].Ply)
	}
	require.NoError(t, chromedp.Do(b.ctx, chromedp.NavigateBack()))
	b.wait("the board that was set up", `document.querySelector(".finder .fen input").value.startsWith("1r6/6k1")`)

	// White may castle to one side only, and Black is to move.
	button("Start position")
	b.click(`.finder [value="b"]`)
	b.click(`.finder [aria-label="White may castle short"]`)
	b.wait("the rights", `document.querySelector(".finder .fen input").value.endsWith(" b Qkq - 0 1")`)
	button("Analyse this position")
	b.wait("the board", `location.hash.startsWith("#/analysis")`)
	b.wait("nothing", `document.querySelector(".explorer .said").textContent === "No game has this position."`)
	b.wait("legal moves", `document.querySelectorAll(".explorer .chip").length === 20 && document.querySelector(".explorer section h3").textContent === "20 legal moves"`)
	b.click(`.explorer .chip[data-uci="g8f6"]`)
	b.waitParameter("play", "g8f6")
	if got := b.parameter("fen"); got != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Qkq - 0 1" {
		t.Errorf("explored is %q", got)
	}
}

func (s site) testPattern(t *testing.T) {
	b := s.open(t, desktop, "positions")
	require.NoError(t, chromedp.Do(b.ctx, chromedp.Click(chromedp.CSS(".finder textarea"))))
	b.keys(kb.End)
	js[bool](b, `(document.querySelector(".finder textarea").select(), true)`)
	b.keys("Ne9")
	b.wait("an error", `document.querySelector(".pattern .bad").textContent.includes('pattern "Ne9"')`)
	if hint := js[string](b, `document.querySelector(".pattern .hint").textContent`); !strings.Contains(hint, "want a piece and its square") {
		t.Errorf("the hint is %q", hint)
	}
	if !js[bool](b, `document.querySelector(".pattern .main").disabled && document.querySelector('.kinds [value="text"]').checked`) {
		t.Error("a malformed pattern can be looked for")
	}
	b.keys(kb.Backspace + "5")
	b.wait("no error", `!document.querySelector(".pattern .bad").textContent && !document.querySelector(".pattern .main").disabled`)
	b.keys(kb.Enter)
	b.waitParameter("pattern", "Ne5")
	b.wait("games", `document.querySelectorAll(".positions section .hits li").length === 50`)
	js[bool](b, `[...document.querySelectorAll(".positions section .abreast button")].find((x) => x.textContent === "Count all").click() ?? true`)
	var want struct{ Count int }
	s.get(t, "/api/find", url.Values{"pattern": {"Ne5"}, "count": {"true"}, "limit": {"0"}}, &want)
	b.wait("the count", `document.querySelector(".progress .said").textContent.startsWith("`+strconv.Itoa(want.Count)+` games counted")`)
}

// testStop delays a search, and stops it.
func (s site) testStop(t *testing.T) {
	b := s.open(t, desktop, "positions")
	js[bool](b, `(() => {
		const real = window.fetch;
		window.held = [];
		window.fetch = (path, options) => String(path).includes("look=") ? new Promise((resolve, reject) => {
			held.push(path);
			options.signal.addEventListener("abort", () => { held.pop(); reject(options.signal.reason); });
		}) : real(path, options);
		return true;
	})()`)
	b.click(".finder .pattern .main")
	b.wait("the question", `held.length === 1 && document.querySelector(".progress button").offsetParent`)
	b.click(".progress button")
	b.wait("the end", `held.length === 0 && document.querySelector(".progress .said").textContent.endsWith("Stopped.")`)
	js[bool](b, `[...document.querySelectorAll(".positions section .abreast button")].find((x) => x.textContent === "Go on").click() ?? true`)
	b.wait("the question again", `held.length === 1`)
	js[bool](b, `(() => {
		const busy = { error: "many searches are waiting; try again in a few seconds" };
		const holding = window.fetch;
		window.fetch = () => Promise.resolve(new Response(JSON.stringify(busy), { status: 503 }));
		document.querySelector(".progress button").click();
		[...document.querySelectorAll(".positions section .abreast button")].find((x) => x.textContent === "Go on").click();
		window.fetch = holding;
		return true;
	})()`)
	b.wait("what to do", `document.querySelector(".progress .said").textContent.includes("many searches are waiting; try again in a few seconds: wait a moment and go on")`)
	js[bool](b, `[...document.querySelectorAll(".positions section .abreast button")].find((x) => x.textContent === "Go on").click() ?? true`)
	b.wait("the question again", `held.length === 1`)
	b.click(`nav a[href="#/games"]`) // leaving withdraws it; returning finds it again
	b.wait("the end", `held.length === 0`)
	require.NoError(t, chromedp.Do(b.ctx, chromedp.NavigateBack()))
	b.wait("the question again", `held.length === 1`)
}

func (s site) testSolved(t *testing.T) {
	b := s.open(t, desktop, "analysis?fen="+url.QueryEscape(queen))
	b.wait("the verdict", `document.querySelector(".ending b").textContent === "White mates in 8"`)
	b.wait("moves with their distance", `document.querySelectorAll(".explorer .chip.best").length > 0 && document.querySelector(".ending a:not([hidden])")?.href.endsWith("/mate/#8/8/8/2k5/8/8/1Q6/2K5_w_-_-_0_1")`)
	b.click(".explorer .chip.best")
	b.wait("the answer", `/^White mates in (7|8)$/.test(document.querySelector(".ending b").textContent) && location.hash.includes("play=")`)
	b.click(".ending a")
	b.wait("the page of solved endings", `location.pathname === "/mate/" && document.getElementById("headline")?.textContent.startsWith("White mates in")`)
}

// testExplorerKeys enters the table by Tab and moves in it by arrows.
func (s site) testExplorerKeys(t *testing.T) {
	b := s.open(t, desktop, "analysis?ply=0")
	var presses int
	for ; !js[bool](b, `document.activeElement.matches(".tree tbody button")`) && presses < 30; presses++ {
		b.keys(kb.Tab)
	}
	if presses == 30 {
		t.Fatal("the table of moves cannot be reached by Tab")
	}
	first := js[string](b, `document.activeElement.dataset.uci`)
	b.keys(kb.ArrowDown)
	second := js[string](b, `document.activeElement.dataset.uci`)
	if second == first || second == "" {
		t.Errorf("the arrow leads from %s to %q", first, second)
	}
	b.keys(kb.Enter)
	b.waitParameter("play", second)
	b.settled()
	b.wait("the focus in the table", `document.activeElement.matches(".tree tbody button")`)
	if outline := js[string](b, `getComputedStyle(document.activeElement).outlineStyle`); outline == "none" {
		t.Error("the focus cannot be seen")
	}
	b.keys(kb.ArrowLeft)
	b.waitParameter("ply", "0")

	// Setup: the keys of pieces on a square of the board.
	b.click(`nav a[href="#/positions"]`)
	b.wait("the board to set up", `document.querySelector(".finder textarea")?.offsetParent`)
	js[bool](b, `(document.querySelector(".positions .board [tabindex='0']").focus(), true)`)
	b.keys("Q" + kb.ArrowUp + "n")
	b.wait("the pieces", `document.querySelector(".finder .fen input").value.startsWith("rnbqkbnr/pppppppp/8/4n3/4Q3/")`)
	b.keys(kb.Delete)
	b.wait("the piece gone", `document.querySelector(".finder .fen input").value.startsWith("rnbqkbnr/pppppppp/8/8/4Q3/")`)
	require.NoError(t, chromedp.Do(b.ctx, chromedp.NavigateBack()))
	b.wait("the explorer", `location.hash.startsWith("#/analysis")`)
	b.settled()
	for _, c := range []struct{ what, condition string }{
		{"a caption", `document.querySelector(".tree caption").textContent`},
		{"headers of columns", `document.querySelectorAll('.tree thead th[scope="col"]').length === 8`},
		{"headers of rows", `document.querySelectorAll('.tree tbody th[scope="row"]').length === ` + rows + `.length`},
		{"names of bars", `[...document.querySelectorAll(".tree .bar")].every((x) => x.getAttribute("role") === "img" && x.getAttribute("aria-label"))`},
		{"names of buttons", `[...document.querySelectorAll(".analysis button")].every((x) => x.hidden || x.textContent || x.getAttribute("aria-label"))`},
	} {
		if !js[bool](b, "Boolean("+c.condition+")") {
			t.Errorf("there are not %s", c.what)
		}
	}
}
