package browser

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// patience is the longest wait for a condition of a page, pause the time between two
// checks.
const (
	patience = 30 * time.Second
	pause    = 20 * time.Millisecond
)

// findChromium returns the path of a browser, or skips the test.
func findChromium(t *testing.T) string {
	t.Helper()
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	if named := os.Getenv("CHROMIUM"); named != "" {
		names = []string{named}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("no Chromium (%s): the pages are not tested in a browser", strings.Join(names, ", "))
	return ""
}

// start starts a browser that runs until the test ends.
func start(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(findChromium(t)))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // it does not work for root
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx))
	return ctx
}

// tab is a page in its own tab.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// screen is the screen of a tab.
type screen struct {
	width, height int64
	touch         bool
	scheme        string // prefers-color-scheme, "" for light
}

var desktop = screen{width: 1280, height: 800}
var phone = screen{width: 390, height: 844, touch: true}

// open opens an address of the page of solved endings in a new tab.
func open(t *testing.T, browser context.Context, s screen, address string) *tab {
	t.Helper()
	return openPage(t, browser, s, address, `!document.getElementById("best").disabled || document.querySelector(".verdict.none, .verdict.over")`)
}

// openPage opens an address in a new tab, and waits for a condition. At its end the test
// fails if a script has failed, or if the page has sent a request to another site.
func openPage(t *testing.T, browser context.Context, s screen, address, ready string) *tab {
	t.Helper()
	from, err := url.Parse(address)
	require.NoError(t, err)
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	b := &tab{t, ctx}

	watched, unwatch := context.WithCancel(ctx)
	asked := make(chan string, 1)
	requests := chromedp.Events(watched, network.RequestWillBeSent)
	go func() {
		elsewhere := ""
		for e, err := range requests {
			if err != nil {
				break
			}
			if own := from.Scheme + "://" + from.Host + "/"; !strings.HasPrefix(e.Request.URL, own) && !strings.HasPrefix(e.Request.URL, "blob:") {
				elsewhere += " " + e.Request.URL
			}
		}
		asked <- elsewhere
	}()
	said := make(chan string, 1)
	console := chromedp.Console(watched)
	go func() {
		bad := ""
		for m, err := range console {
			if err != nil {
				break
			}
			// A refused position is a 400, which browsers log.
			if m.Source != "network" {
				bad += "\n" + m.String()
			}
		}
		said <- bad
	}()
	t.Cleanup(func() {
		unwatch()
		if elsewhere := <-asked; elsewhere != "" {
			t.Errorf("the page asked elsewhere:%s", elsewhere)
		}
		if bad := <-said; bad != "" {
			t.Errorf("the page's console says:%s", bad)
		}
	})

	var look []chromedp.EmulateViewportOption
	if s.touch {
		turned := chromedp.EmulatePortrait
		if s.width > s.height {
			turned = chromedp.EmulateLandscape
		}
		look = append(look, chromedp.EmulateTouch, chromedp.EmulateMobile, turned)
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(s.width, s.height, look...)))
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: s.scheme}},
	})
	require.NoError(t, err)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(address)))
	b.wait("what "+address+" shows", ready)
	return b
}

// js returns the value of an expression in the page.
func js[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	require.NoError(b.t, err, expression)
	return v
}

// wait waits until a condition in the page holds.
func (b *tab) wait(what, condition string) {
	b.t.Helper()
	for pauses := 0; !js[bool](b, "Boolean("+condition+")"); pauses++ {
		if pauses == int(patience/pause) {
			b.t.Fatalf("%s did not come: message %q, the page says %q", what, b.text("message"), js[string](b, "document.body.innerText.slice(0, 1000)"))
		}
		time.Sleep(pause)
	}
}

func quote(s string) string {
	q, _ := json.Marshal(s) // a string cannot fail
	return string(q)
}

func (b *tab) text(id string) string {
	b.t.Helper()
	return js[string](b, "document.getElementById("+quote(id)+").textContent")
}

func (b *tab) waitText(id, part string) {
	b.t.Helper()
	b.wait(quote(part)+" in "+id, "document.getElementById("+quote(id)+").textContent.includes("+quote(part)+")")
}

func (b *tab) fen() string {
	b.t.Helper()
	return js[string](b, `document.getElementById("fen").value`)
}

func (b *tab) click(selector string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	require.NoError(b.t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector))), selector)
}

func (b *tab) keys(keys string) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.KeyEvent(keys)))
}

// middle returns the middle of an element in the window.
func (b *tab) middle(selector string) (x, y float64) {
	b.t.Helper()
	at := js[[]float64](b, `(() => {
		const r = document.querySelector(`+quote(selector)+`).getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2];
	})()`)
	return at[0], at[1]
}

// square returns a selector of a square of the board that is shown.
func square(name string) string { return `[data-square="` + name + `"]:not([hidden] *)` }

// piece returns the FEN letter of the piece on a square, "" if none.
func (b *tab) piece(name string) string {
	b.t.Helper()
	return js[string](b, `(document.querySelector(`+quote(`[data-square="`+name+`"]:not([hidden] *) use`)+`)?.getAttribute("href") ?? "").split("#").pop()`)
}

// drag drags from the middle of one element to that of another.
func (b *tab) drag(from, to string) {
	b.t.Helper()
	x1, y1 := b.middle(from)
	x2, y2 := b.middle(to)
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.DragAndDropXY(x1, y1, x2, y2, 4)))
}

// swipe is drag by a finger.
func (b *tab) swipe(from, to string) {
	b.t.Helper()
	x1, y1 := b.middle(from)
	x2, y2 := b.middle(to)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		_, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		require.NoError(b.t, err)
	}
	const steps = 5
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x1, Y: y1})
	for i := 1.0; i <= steps; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x1 + (x2-x1)*i/steps, Y: y1 + (y2-y1)*i/steps})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}
