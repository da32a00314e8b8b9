package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// axeRules returns the script of axe, or skips the test.
func axeRules(t *testing.T) string {
	t.Helper()
	script, err := os.ReadFile(filepath.Join("node_modules", "axe-core", "axe.min.js"))
	if os.IsNotExist(err) {
		t.Skip("no axe: npm install in contrib/browser gets it")
	}
	require.NoError(t, err)
	return string(script)
}

// lookAxe runs all rules of axe on a page, and fails for each violation.
func (b *tab) lookAxe(script, what string) {
	b.t.Helper()
	if !js[bool](b, `"axe" in window`) {
		js[chromedp.Void](b, script+"\n;undefined")
	}
	const run = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map((v) =>
		v.id + ": " + v.help + "\n" + v.nodes.slice(0, 3).map((n) => "    " + n.html.slice(0, 200) + " " + n.failureSummary.replace(/\s+/g, " ").slice(0, 300)).join("\n")).join("\n"))`
	if said := promised[string](b, run); said != "" {
		b.t.Errorf("%s:\n%s", what, said)
	}
}

// theme sets prefers-color-scheme.
func (b *tab) theme(scheme string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	require.NoError(b.t, err)
}

// TestAxe checks every view at every size and in both themes by the rules of axe, and
// that there is one live region.
func TestAxe(t *testing.T) {
	script := axeRules(t)
	browser := start(t)
	address := serveGames(t, sampleGames(t), filepath.Join("testdata", "game.pgn"))
	for _, v := range allViews {
		for _, size := range sizes {
			t.Run(v.name+"/"+size.name, func(t *testing.T) {
				b := openPage(t, browser, size.screen, address+v.address, v.ready)
				defer js[bool](b, "(localStorage.clear(), true)") // all tabs share it
				if v.act != nil {
					v.act(b)
				}
				for _, theme := range themes {
					b.theme(theme)
					b.lookAxe(script, theme)
				}
				if n := b.count("[aria-live], [role=status], [role=alert], [role=log], output"); n != 1 {
					t.Errorf("%d live regions, want 1", n)
				}
			})
		}
	}
}
