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

// peopleReady is true when the page of a player, or of two, is drawn.
const peopleReady = `document.querySelector(".people .scores") && !document.querySelector(".people[aria-busy]")`

// fourGames are games of three players, one of which has another spelling, and a year
// that is far from the others.
const fourGames = `[Event "Wijk aan Zee"]
[White "Ada, A"]
[Black "Bo, B"]
[WhiteElo "2500"]
[BlackElo "2400"]
[Date "2013.01.10"]
[Result "1-0"]
[ECO "B90"]

1. e4 c5 1-0

[Event "Linares"]
[Round "7"]
[White "Bo, B"]
[Black "Ada, Anna"]
[WhiteElo "2410"]
[BlackElo "2520"]
[Date "2013.03.??"]
[Result "1/2-1/2"]
[ECO "C42"]

1. e4 e5 1/2-1/2

[Event "Linares"]
[White "Ada, A"]
[Black "Cy, C"]
[WhiteElo "2540"]
[Date "2014.??.??"]
[Result "0-1"]
[ECO "B90"]

1. e4 c5 0-1

[Event "Linares"]
[White "Cy, C"]
[Black "Bo, B"]
[Date "1475.01.01"]
[Result "1-0"]

1. d4 d5 1-0
`

// TestPeople follows the links from a game to its players, reads their scores, compares
// two, and prepares against one.
func TestPeople(t *testing.T) {
	browser := start(t)
	name := filepath.Join(t.TempDir(), "four.pgn")
	require.NoError(t, os.WriteFile(name, []byte(fourGames), 0o644))
	address := serveGames(t, name)
	b := openPage(t, browser, desktop, address+"#/game/1-1", analysisReady)
	b.click(".player.white .name a")
	b.wait("the player", peopleReady+` && location.hash === "#/player?name=Ada%2C+A"`)
	says := func(parts ...string) {
		t.Helper()
		text := js[string](b, `document.querySelector(".people").innerText.replace(/\s+/g, " ")`)
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("the page does not say %q: %s", part, text)
			}
		}
	}
	says("3 games · 2013-01-10 to 2014 · rated 2500 to 2540, mean 2520 · opponents 2400 to 2410, mean 2405", "Spellings: Ada, A 2, Ada, Anna 1",
		"White 2 50", "Black 1 50", "Both 3 50", "2013 2 75", "2510", "2014 1 0", "2540", "B90 Sicilian Defense", "C42", "Bo, B 2 75", "Cy, C 1 0")
	if got := js[string](b, `document.querySelector(".people .scores .bar").title`); got != "won 50.0 %, drawn 0.0 %, lost 50.0 %" {
		t.Errorf("the bar says %q", got)
	}
	if got := js[string](b, `document.querySelector(".people polyline").dataset.points + document.querySelector(".people .reading").textContent`); got != "32014: 2540" {
		t.Errorf("the ratings are %q", got)
	}
	js[bool](b, `document.querySelector(".people .graph svg").focus() ?? true`)
	b.keys(kb.ArrowLeft)
	says("2013-03: 2520")
	b.waitText("live", "Ada, A: 3 games")

	b.click(`.people .scores a[href*="date%3A2013"]`)
	b.wait("the games of the year", `document.querySelector(".count")?.textContent === "2 games" && `+listReady)
	require.NoError(t, chromedp.Do(b.ctx, chromedp.NavigateBack()))
	b.wait("the player", peopleReady)
	b.click(`.people .scores a[href*="Petrov"]`)
	b.wait("the game with that opening", `document.querySelector(".count").textContent === "1 game" && document.querySelector("#row-0 .round").textContent === "7" && `+listReady)
	require.NoError(t, chromedp.Do(b.ctx, chromedp.NavigateBack()))
	b.wait("the player", peopleReady)

	b.click(`.people .scores a[href*="vs=Cy"]`)
	b.wait("both", peopleReady+` && document.querySelectorAll(".people article").length === 2`)
	says("Against each other", "Ada, A, White 1 0", "Cy, C", "1 game")
	b.click("#versus")
	js[bool](b, `document.getElementById("versus").select() ?? true`)
	b.keys("bo" + kb.Enter)
	b.wait("another", peopleReady+` && location.hash.endsWith("vs=bo")`)
	says("Ada, A, Both 2 75")

	b.click(`.people article:first-child a[href*="side=black"]`)
	b.wait("the explorer of White's games", analysisReady+` && document.querySelector(".explorer .said").textContent === "2 games"`)
	if got := js[string](b, `document.querySelector(".analysis .square").dataset.square + document.querySelector(".explorer .heading + .chips").textContent`); got != "h1white Ada, A ×" {
		t.Errorf("the board and its games are %q", got)
	}

	b = openPage(t, browser, phone, address+"#/player?name=ada&vs=bo", peopleReady)
	if got := js[string](b, `[...document.querySelectorAll(".people article")].flatMap((a) => [...a.querySelectorAll("p, a, form, input, button, table")]
		.filter((e) => e.getBoundingClientRect().right > a.getBoundingClientRect().right + 1).map((e) => e.outerHTML.slice(0, 80))).join("; ")`); got != "" {
		t.Errorf("wider than their column on a phone: %s", got)
	}

	b = openPage(t, browser, desktop, address+"#/player?name=nobody", `document.querySelector(".people .who")`)
	says("0 games", "Search for the name")
	b = openPage(t, browser, desktop, address+"#/player?name=/(/", `document.querySelector(".people .said")`)
	b.waitText("message", "regular expression")
}

// TestFacetsOfNames chooses players and events, and looks at a histogram in which one year
// is far from the others.
func TestFacetsOfNames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "four.pgn")
	require.NoError(t, os.WriteFile(name, []byte(fourGames), 0o644))
	b := openPage(t, start(t), desktop, serveGames(t, name)+"#/games", listReady)
	facet := func(name string) string {
		return `[...document.querySelectorAll(".panel .facet")].find((f) => f.querySelector(".name").textContent === ` + quote(name) + `)`
	}
	b.wait("names", facet("Linares")+` && `+facet("Bo, B"))
	if got := js[string](b, `[...document.querySelectorAll(".histogram div")].map((d) => d.title).join("; ")`); !strings.HasPrefix(got, "1475: 1; 2013: 2; 2014: 1;") {
		t.Errorf("the years are %q", got)
	}
	js[bool](b, facet("Bo, B")+`.click() ?? true`)
	b.listed("3 games")
	js[bool](b, facet("Cy, C")+`.click() ?? true`)
	b.listed("1 game")
	js[bool](b, facet("Cy, C")+`.click() ?? true`)
	b.listed("3 games")
	js[bool](b, facet("Linares")+`.click() ?? true`)
	b.listed("2 games")
	js[bool](b, facet("Wijk aan Zee")+`.click() ?? true`)
	b.listed("1 game")
	if got := js[string](b, `document.getElementById("query").value`); got != `player:"Bo, B" event:"=Wijk aan Zee"` {
		t.Errorf("the query is %q", got)
	}
	if !js[bool](b, facet("Wijk aan Zee")+`.ariaPressed === "true"`) {
		t.Error("the event is not pressed")
	}
}
