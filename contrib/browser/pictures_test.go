package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// sizes are the screens of pictures and of the checks of every view.
var sizes = []struct {
	name string
	screen
}{
	{"phone", screen{390, 844, true, ""}},
	{"phone-wide", screen{844, 390, true, ""}},
	{"tablet", screen{820, 1180, true, ""}},
	{"desk", screen{1440, 900, false, ""}},
}

// themes are values of prefers-color-scheme.
var themes = []string{"light", "dark"}

// shown is a view of the page in a state, and the condition that it is drawn.
type shown struct {
	name, address, ready string
	act                  func(b *tab) // what brings it about, or nil
}

// analysisReady is true when a board is drawn and the rules of its position are known.
const analysisReady = `document.querySelector(".analysis .squares")?.dataset.fen && !document.querySelector('.analysis [aria-busy="true"]')`

// emptyReady is true when an empty list is drawn.
const emptyReady = `document.querySelector(".empty:not([hidden]) p") && !document.querySelector(".games .panel.waiting")`

// allViews are the views of a server of sampleGames and testdata/game.pgn.
var allViews = []shown{
	{"list", "#/games", listReady, nil},
	{"list-nothing", "#/games?query=player:nobody+result:1-0", emptyReady, nil},
	{"list-hint", "#/games?query=opening:sicillian+result:1-0", emptyReady, nil},
	{"list-words", "#/games?query=oldsaltydog+1-0", listReady, nil},
	{"list-suggestions", "#/games", listReady, func(b *tab) {
		b.click("#query")
		b.keys("sic")
		b.wait("suggestions", `document.querySelectorAll("#suggestions li").length > 2`)
	}},
	{"game", "#/game/1-1015?ply=24", analysisReady, nil},
	{"game-book", "#/game/2-1?ply=5", analysisReady, nil},
	{"game-tags", "#/game/2-1?ply=5", analysisReady, func(b *tab) { b.tab("Tags") }},
	{"game-bytes", "#/game/2-1?ply=5", analysisReady, func(b *tab) {
		b.tab("Bytes")
		b.wait("the bytes", `document.querySelector(".bars button")`)
	}},
	{"game-annotate", "#/game/1-1003?ply=17", analysisReady, func(b *tab) {
		b.rightDrag(square("f3"), square("e5"))
		b.rightDrag(square("d5"), square("d5"))
		b.click(".pen")
		b.keys("White plays against the pawn on d5")
		b.wait("the comment", `document.querySelector(".moves .remark")`)
	}},
	{"analysis", "#/analysis?ply=0", analysisReady, nil},
	{"analysis-line", "#/analysis?play=e2e4,e7e5,g1f3,b8c6,f1b5", analysisReady, nil},
	{"analysis-empty", "#/analysis?fen=" + url.QueryEscape("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), analysisReady, nil},
	{"analysis-solved", "#/analysis?fen=" + url.QueryEscape("8/8/8/3k4/8/8/8/KBN5 w - - 0 1"), analysisReady, nil},
	{"analysis-promotion", "#/analysis?fen=" + url.QueryEscape("8/4P3/8/8/8/2k5/8/K7 w - - 0 1"), analysisReady, func(b *tab) {
		b.drag(square("e7"), square("e8"))
		b.wait("the choice", `document.querySelector(".promotion:not([hidden])")`)
	}},
	{"fault-fen", "#/analysis?fen=" + url.QueryEscape("rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), `document.querySelector(".fault:not([hidden]) input")`, nil},
	{"fault-game", "#/game/9-9", `document.querySelector(".fault:not([hidden]) a")`, nil},
	{"lost", "#/nowhere", `document.querySelector(".lost .fault")`, nil},
	{"positions", "#/positions?fen=" + url.QueryEscape("8/5pk1/6p1/7p/7P/5KP1/5P2/8 w - - 0 1") + "&pattern=" + url.QueryEscape("white-material:KRPvKR"), `document.querySelectorAll(".positions .hits li").length && !document.querySelector(".positions progress").offsetParent`, nil},
	{"player", "#/player?name=argo", peopleReady, nil},
	{"player-two", "#/player?name=argo&vs=StefanK", peopleReady, nil},
	{"files", "#/files", `document.querySelector(".file .sizes li")`, nil},
	{"open", "#/analysis?ply=0", analysisReady, func(b *tab) {
		b.click(".open-text")
		b.wait("the dialog", `document.querySelector("dialog[open] textarea")`)
	}},
	{"keys", "#/games", listReady, func(b *tab) {
		b.keys("?")
		b.wait("the dialog", `document.querySelector("dialog[open]")`)
	}},
}

// tab opens the panel of a name.
func (b *tab) tab(name string) {
	b.t.Helper()
	b.click(`[role=tab][id$="-` + name + `"]`)
}

// TestPictures draws every view at four sizes and in two themes to the folder PICTURES;
// script pictures calls it. PICTURES_VIEWS names some of the views.
func TestPictures(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("no pictures are asked for")
	}
	require.NoError(t, os.MkdirAll(dir, 0o777))
	some := os.Getenv("PICTURES_VIEWS")
	browser := start(t)
	address := serveGames(t, sampleGames(t), filepath.Join("testdata", "game.pgn"))
	for _, v := range allViews {
		if ok, err := filepath.Match(some, v.name); err != nil || some != "" && !ok {
			continue
		}
		for _, size := range sizes {
			for _, theme := range themes {
				size.scheme = theme
				name := v.name + "-" + size.name + "-" + theme
				t.Run(name, func(t *testing.T) {
					b := openPage(t, browser, size.screen, address+v.address, v.ready)
					defer js[bool](b, "(localStorage.clear(), true)") // all tabs share it
					if v.act != nil {
						v.act(b)
					}
					shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
					require.NoError(t, err)
					writePicture(t, filepath.Join(dir, name+".png"), shot)
				})
			}
		}
	}
}

// writePicture writes a PNG with its 256 most frequent colours, which are enough for
// plain pages and take half the bytes.
func writePicture(t *testing.T, name string, shot []byte) {
	t.Helper()
	from, err := png.Decode(bytes.NewReader(shot))
	require.NoError(t, err)
	counts := map[color.Color]int{}
	bounds := from.Bounds()
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			counts[from.At(x, y)]++
		}
	}
	often := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int { return counts[b] - counts[a] })
	to := image.NewPaletted(bounds, color.Palette(often[:min(256, len(often))]))
	near := map[color.Color]uint8{}
	for c := range counts {
		near[c] = uint8(to.Palette.Index(c))
	}
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			to.SetColorIndex(x, y, near[from.At(x, y)])
		}
	}
	var out bytes.Buffer
	require.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, to))
	require.NoError(t, os.WriteFile(name, out.Bytes(), 0o644))
}
