package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// listReady is true when the list shows games and no request is in progress.
const listReady = `document.querySelector(".games .space .row a[href]") && !document.querySelector(".games .space .waiting, .games .panel.waiting, .games [aria-busy]")`

// hostileGame has markup, control characters and marks of direction in its tags.
const hostileGame = `[Event "x"]
[White "<img src=x onerror=alert(1)>"]
[Black "` + "\u202eevil\u202c \x01" + `</bdi><script>alert(2)</script>"]
[Date "2013.01.24"]
[Result "1-0"]

1. e4 1-0
`

// sampleGames makes an archive of the project's 1,250 games, and returns its name.
func sampleGames(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "lichess.czip")
	pack := exec.Command(chesszip(t), "--quiet", "--index", "players", "--output", name, filepath.Join("..", "..", "testdata", "lichess.pgn.zst"))
	out, err := pack.CombinedOutput()
	require.NoError(t, err, string(out))
	return name
}

// TestList uses the list of games, its search box and its filters.
func TestList(t *testing.T) {
	browser := start(t)
	hostile := filepath.Join(t.TempDir(), "hostile.pgn")
	require.NoError(t, os.WriteFile(hostile, []byte(hostileGame), 0o644))
	address := serveGames(t, sampleGames(t), hostile)
	for _, c := range []struct {
		name, view string
		screen
		test func(b *tab)
	}{
		{"scroll to the end", "#/games", desktop, testListScroll},
		{"sort and open", "#/games", desktop, testListSort},
		{"search", "#/games", desktop, testListSearch},
		{"filters", "#/games", desktop, testListFilters},
		{"nothing found", "#/games?query=result:1-0", desktop, testListEmpty},
		{"keyboard alone", "#/games", desktop, testListKeyboard},
		{"hostile", "#/games?archive=2", desktop, testListHostile},
		{"phone", "#/games", phone, testListPhone},
		{"dark", "#/games", screen{390, 844, true, "dark"}, testListDark},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(openPage(t, browser, c.screen, address+c.view, listReady)) })
	}
	t.Run("files", func(t *testing.T) {
		testFiles(openPage(t, browser, desktop, address+"#/files", `document.querySelector(".file .sizes li") && document.querySelector(".file:nth-child(2) > p")`))
	})
}

// row returns the texts of the row with a rank, from 0, separated by blanks.
func (b *tab) row(rank string) string {
	b.t.Helper()
	return js[string](b, `[...document.querySelectorAll("#row-`+rank+` > *")].map((c) => c.textContent).join(" ")`)
}

func (b *tab) listed(games string) {
	b.t.Helper()
	b.wait(games, `document.querySelector(".games .count").textContent === `+quote(games)+" && "+listReady)
}

func testListScroll(b *tab) {
	b.listed("1,251 games")
	if n := js[int](b, `document.querySelectorAll(".games .space .row").length`); n > 60 {
		b.t.Errorf("%d rows exist, want those in sight", n)
	}
	if got := b.row("0"); !strings.HasPrefix(got, "erbb 1501 Tobillo 1512 1–0 2013.01.24 A40 ") {
		b.t.Errorf("the first row is %q", got)
	}
	js[bool](b, `(() => { const s = document.querySelector(".games .rows"); s.scrollTop = s.scrollHeight; return true; })()`)
	b.wait("the last game", `document.querySelector("#row-1250 a[href]") && `+listReady)
	at := js[float64](b, `document.querySelector("#row-1250").getBoundingClientRect().bottom - document.querySelector(".games .rows").getBoundingClientRect().bottom`)
	if at < -2 || at > 2 {
		b.t.Errorf("the last row ends %g pixels below the list", at)
	}
}

func testListSort(b *tab) {
	b.click(".heads .white-elo button")
	b.wait("the highest rating", `document.querySelector(".heads .white-elo").ariaSort === "descending" && `+listReady)
	high := js[int](b, `Number(document.querySelector("#row-0 .white-elo").textContent)`)
	if second := js[int](b, `Number(document.querySelector("#row-1 .white-elo").textContent)`); high < second || high < 2000 {
		b.t.Errorf("the first ratings are %d, %d", high, second)
	}
	b.click(".heads .white-elo button")
	b.keys(kb.End) // while the other list is loading
	b.wait("the lowest rating", `document.querySelector(".heads .white-elo").ariaSort === "ascending" && `+listReady)
	b.click("#row-2")
	b.wait("a game", `location.hash.startsWith("#/game/1-") && location.hash.includes("rank=2") && location.hash.includes("sort=white-elo")`)
	js[bool](b, `history.back() ?? true`)
	b.wait("the list again", `location.hash.startsWith("#/games") && document.querySelector("#row-2")?.ariaSelected === "true" && `+listReady)
	b.click(".panel .facet")
	b.wait("the games of a filter", `location.hash.includes("result") && `+listReady)
}

func testListSearch(b *tab) {
	b.click("#query")
	b.keys("oldsaltydog 1-0")
	b.keys(kb.Enter)
	b.wait("how words are understood", `[...document.querySelectorAll(".top .chip")].map((c) => c.textContent).join() === "player oldsaltydog ×,result 1-0 ×" && `+listReady)
	js[bool](b, `document.getElementById("query").select() === undefined`) // what is typed next replaces it
	b.keys("resu")
	b.wait("a field", `document.querySelector("#suggestions li")?.textContent.startsWith("result:")`)
	b.keys(kb.ArrowDown)
	b.keys(kb.Enter)
	b.wait("its values", `document.querySelectorAll("#suggestions li").length === 4 && document.getElementById("query").value === "result:"`)
	b.keys("1-")
	b.keys(kb.ArrowDown)
	b.keys(kb.Enter)
	b.keys("oldsal")
	b.wait("a player", `[...document.querySelectorAll("#suggestions bdi")].some((o) => o.textContent === "oldsaltydog")`)
	b.keys(kb.ArrowUp)
	b.wait("it is marked", `document.getElementById("query").getAttribute("aria-activedescendant")`)
	b.keys(kb.Enter)
	if got := js[string](b, `document.getElementById("query").value`); got != "result:1-0 player:oldsaltydog " {
		b.t.Errorf("the box says %q", got)
	}
	b.keys(kb.Enter)
	b.wait("games", `location.hash.includes("query=result%3A1-0+player%3Aoldsaltydog") && `+listReady)
	if got := b.row("0"); !strings.Contains(got, "oldsaltydog") || !strings.Contains(got, "1–0") {
		b.t.Errorf("the first game is %q", got)
	}
	b.keys("elo:soon")
	if js[bool](b, `document.getElementById("message").textContent !== ""`) {
		b.t.Error("an error while a word is typed")
	}
	b.keys(" ")
	b.waitText("message", "elo")
	if !js[bool](b, `document.getElementById("query").getAttribute("aria-invalid") === "true"`) {
		b.t.Error("the box is not marked as wrong")
	}
	for typed, meant := range map[string]string{"blakc:argo": "black:argo", "whiteelo:2000+": "white-elo:2000+", "result:drew": "result:draw", "termination:normal": "tag:Termination=normal"} {
		js[bool](b, `document.getElementById("query").select() === undefined`)
		b.keys(typed + " ")
		b.wait("what was meant by "+typed, `document.querySelector("#message button")?.textContent.trim() === `+quote(meant))
	}
	b.click("#message button")
	b.wait("its games", `document.getElementById("message").textContent === "" && document.querySelectorAll(".top .chip").length === 1 && `+listReady)
}

func testListFilters(b *tab) {
	b.wait("counts", `document.querySelectorAll(".panel .facet").length > 5`)
	draw := `[...document.querySelectorAll(".panel .facet")].find((f) => f.textContent.startsWith("Draw"))`
	games := js[string](b, draw+`.querySelector(".games").textContent`)
	js[bool](b, draw+`.click() ?? true`)
	b.listed(games + " games")
	b.wait("it is pressed", draw+`.ariaPressed === "true"`)
	if js[string](b, `document.getElementById("query").value`) != "result:1/2-1/2" {
		b.t.Error("the search box does not say what was chosen")
	}
	js[bool](b, draw+`.click() ?? true`)
	b.listed("1,251 games")
	b.drag(".histogram div:first-child", ".histogram div:first-child")
	b.wait("a year", `location.hash.includes("date%3A2013") && `+listReady)
	b.wait("no other year", `[...document.querySelectorAll(".space .date")].every((d) => d.textContent.startsWith("2013"))`)
	b.click(".panel .clear:not([hidden])")
	b.listed("1,251 games")
}

func testListEmpty(b *tab) {
	b.click("#query")
	b.keys(kb.End)
	b.keys(" ply:9000")
	b.keys(kb.Enter)
	b.wait("no games", `!document.querySelector(".empty").hidden && document.querySelectorAll(".top .chip").length === 2`)
	b.click(".top .chip:nth-child(2)")
	b.wait("games", `!location.hash.includes("9000") && `+listReady)
	js[bool](b, `document.getElementById("query").select() === undefined`)
	b.keys("opening:sicillian" + kb.Enter)
	b.wait("a hint", `document.querySelector(".empty:not([hidden]) .meant")?.textContent.includes("sicilian")`)
	b.click(".empty .meant")
	b.wait("games of what was meant", `location.hash.includes("opening%3Asicilian") && `+listReady)
}

func testListKeyboard(b *tab) {
	b.keys(kb.Tab)
	if got := js[string](b, `document.activeElement.className`); got != "skip" {
		b.t.Errorf("the first stop is %q", got)
	}
	b.keys(kb.Enter)
	b.wait("the first row", `document.querySelector("#row-0").ariaSelected === "true" && document.activeElement.getAttribute("aria-activedescendant") === "row-0"`)
	b.keys(kb.PageDown)
	b.keys(kb.End)
	b.wait("the last row", `document.querySelector("#row-1250")?.ariaSelected === "true" && `+listReady)
	b.keys(kb.Home)
	b.keys(kb.ArrowDown)
	b.wait("the second row", `document.querySelector("#row-1")?.ariaSelected === "true" && `+listReady)
	b.keys(kb.Enter)
	b.wait("its game", `location.hash.startsWith("#/game/1-2?") && `+analysisReady)
	b.wait("the focus on the moves", `document.activeElement.closest(".moves")`)
	b.keys(kb.ArrowRight)
	b.at("e4")
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.NavigateBack()))
	b.wait("the focus on the list", `document.activeElement.matches(".table") && document.activeElement.getAttribute("aria-activedescendant") === "row-1"`)
	b.keys(kb.Enter)
	b.wait("its game again", `location.hash.startsWith("#/game/1-2?")`)
	b.keys("/")
	if got := js[string](b, `document.activeElement.id`); got != "query" {
		b.t.Errorf("/ leads to %q", got)
	}
}

func testListHostile(b *tab) {
	if got := b.row("0"); !strings.Contains(got, "<img src=x onerror=alert(1)>") || !strings.Contains(got, "</bdi><script>alert(2)</script>") || !strings.Contains(got, "␁") {
		b.t.Errorf("the row shows %q", got)
	}
	if n := js[int](b, `document.querySelectorAll(".view img, .view script").length`); n != 0 {
		b.t.Errorf("%d elements were made of the game's text", n)
	}
	if got := js[string](b, `getComputedStyle(document.querySelector("#row-0 .black")).unicodeBidi`); got != "isolate" {
		b.t.Errorf("the direction of a name is %q", got)
	}
	b.click("#query")
	b.keys("evil")
	b.wait("a suggestion", `[...document.querySelectorAll("#suggestions bdi")].some((o) => o.textContent.includes("<script>"))`)
	b.keys(kb.ArrowUp)
	b.keys(kb.Enter)
	b.keys(kb.Enter)
	b.wait("the game of that name", `document.querySelector(".count").textContent === "1 game" && location.hash.includes("player") && `+listReady)
}

func testListPhone(b *tab) {
	b.listed("1,251 games")
	if wide := js[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		b.t.Errorf("the page is %d pixels wide", wide)
	}
	two := js[float64](b, `document.querySelector("#row-0 .black").getBoundingClientRect().top - document.querySelector("#row-0 .white").getBoundingClientRect().bottom`)
	if two < -1 {
		b.t.Errorf("Black stands %g pixels below White", two)
	}
	if js[bool](b, `document.querySelector(".facets").open`) {
		b.t.Error("the filters are open")
	}
	b.click(".facets summary")
	b.wait("the filters", `document.querySelectorAll(".panel .facet").length > 5`)
	js[bool](b, `(() => { const s = document.querySelector(".sort"); s.value = "-date"; s.dispatchEvent(new Event("change")); return true; })()`)
	b.wait("the order", `location.hash.includes("sort=-date") && `+listReady)
}

func testListDark(b *tab) {
	dark := js[[]string](b, `[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelector("#row-0")).color]`)
	if dark[0] != "rgb(27, 24, 23)" || dark[1] != "rgb(240, 233, 225)" {
		b.t.Errorf("colours are %v", dark)
	}
}

func testFiles(b *tab) {
	text := js[string](b, `document.querySelector(".files").innerText`)
	for _, want := range []string{"lichess.czip", "1,250", "Moves", "open players", "hostile.pgn", "Intact", "PGN has no columns"} {
		if !strings.Contains(text, want) {
			b.t.Errorf("the files do not say %q: %s", want, text)
		}
	}
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.Click(chromedp.CSS(".file:nth-child(2) > a"))))
	b.wait("its game", `document.querySelector(".count")?.textContent === "1 game" && `+listReady)
}

// TestFirstPage prints how long a browser takes from an address to the rows of the
// archive FIRST_PAGE, on a later visit.
func TestFirstPage(t *testing.T) {
	archive := os.Getenv("FIRST_PAGE")
	if archive == "" {
		t.Skip("no first page is measured")
	}
	browser := start(t)
	address := serveGames(t, archive)
	var taken []float64
	for range 21 {
		b := openPage(t, browser, desktop, address+"#/games", `performance.getEntriesByName("drawn").length`)
		taken = append(taken, js[float64](b, `performance.getEntriesByName("drawn")[0].startTime`))
	}
	slices.Sort(taken[1:])
	t.Logf("ms to the rows: first %.0f, then least %.0f, median %.0f, p95 %.0f", taken[0], taken[1], taken[11], taken[20])
}
