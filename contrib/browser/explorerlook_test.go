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
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// explorerContrast names texts with a contrast below 4.5.
const explorerContrast = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const light = (colour) => {
		canvas.fillStyle = colour;
		canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
			.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	};
	const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\)$| 0\)$/.test(c) || c.startsWith("rgb(")) return c; } };
	return [".head .said", ".tree thead th", ".tree td", "td.name", ".looked", ".bar .white", ".bar .draws", ".bar .black", ".hits .note", ".hits small", ".number", ".finder legend", ".finder .hint", "textarea", ".finder .main", ".chip .end"].map((s) => {
		const e = [...document.querySelectorAll(".explore " + s)].find((x) => x.offsetParent && !x.closest(":disabled"));
		if (!e) return [s, 21];
		const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
		return [s, (a + 0.05) / (b + 0.05)];
	}).filter(([, ratio]) => ratio < 4.5).map(String).join("; ");
})()`

// testLook checks that nothing is too wide, and on a desktop that all moves of the start
// position are visible.
func (s site) testLook(t *testing.T, on screen, name string) {
	for _, state := range []struct{ name, parameters string }{
		{"", ""},
		{"-line", "?play=" + fourKnights + "&query=elo:1500%2B"},
		{"-setup", "?setup=1&fen=" + url.QueryEscape("8/5pk1/6p1/7p/7P/5KP1/5P2/8 w - - 0 1") + "&pattern=" + url.QueryEscape("white-material:KRPvKR")},
	} {
		if state.name == "" && name != "explorer" {
			continue // shown in the other state's line
		}
		b := s.open(t, on, state.parameters)
		if over := js[int](b, `document.documentElement.scrollWidth`) - int(on.width); over > 0 {
			t.Errorf("%s%s: the page is %d pixels too wide", name, state.name, over)
		}
		if state.name == "" && !on.touch && !js[bool](b, `[...`+rows+`].at(-1).getBoundingClientRect().bottom <= innerHeight`) {
			t.Errorf("%s: the last move is below the screen", name)
		}
		if light := js[float64](b, `getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).reduce((a, b) => a + Number(b), 0)`); (light < 200) != (on.scheme == "dark") {
			t.Errorf("%s%s: the ground is as light as %v", name, state.name, light)
		}
		if got := js[string](b, explorerContrast); got != "" {
			t.Errorf("%s%s: hard to read: %s", name, state.name, got)
		}
		if dir := os.Getenv("SCREENSHOTS"); dir != "" {
			shot, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, name+state.name+".png"), shot, 0o644))
		}
	}
}

// TestExplorerPictures draws the pictures of docs/serve.md to the folder SCREENSHOTS,
// for the archive EXPLORER_PICTURES.
func TestExplorerPictures(t *testing.T) {
	archive, dir := os.Getenv("EXPLORER_PICTURES"), os.Getenv("SCREENSHOTS")
	if archive == "" || dir == "" {
		t.Skip("no pictures are asked for")
	}
	s := site{start(t), strings.TrimSuffix(serveGames(t, archive), "/")}
	for _, p := range []struct {
		name string
		screen
		parameters, scroll string
	}{
		{"explorer", desktop, "", ""},
		{"explorer-dark", screen{1280, 800, false, "dark"}, "?play=d2d4,g8f6,c2c4,e7e6,b1c3,f8b4,e2e3&query=elo:2500%2B", ""},
		{"explorer-phone", phone, "?play=e2e4,c7c5,g1f3", ""},
		{"explorer-search", desktop, "?setup=1&fen=" + url.QueryEscape("8/8/8/8/5kp1/8/4R3/4K3 w - - 0 1") + "&pattern=" + url.QueryEscape("white-isolated:d hold:6 then white-move:d5"), ""},
		{"explorer-search-phone", phone, "?setup=1&fen=" + url.QueryEscape("8/8/8/8/8/8/1P4k1/K3R2r w - - 0 1") + "&pattern=" + url.QueryEscape("white-material:KRPvKR"), ".kinds"},
		{"explorer-solved-phone", screen{390, 844, true, "dark"}, "?fen=" + url.QueryEscape("8/8/8/3k4/8/8/8/KBN5 w - - 0 1"), ".verdict"},
	} {
		b := s.open(t, p.screen, p.parameters)
		if strings.Contains(p.parameters, "setup") {
			b.wait("games", `document.querySelectorAll(".beside > section .hits li").length > 20 && !document.querySelector(".progress progress").offsetParent`)
		} else if p.scroll == "" {
			b.wait("sample games", `document.querySelectorAll(".explored .hits li").length`)
		}
		if p.scroll != "" {
			js[bool](b, "(document.querySelector("+quote(p.scroll)+").scrollIntoView({block: 'center'}), true)")
		}
		shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		require.NoError(t, err)
		writePicture(t, filepath.Join(dir, p.name+".png"), shot)
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
