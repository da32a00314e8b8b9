// Command measure prints the response times of the static form of the page of games, in
// a headless Chromium: for folders written by chesszip serve --export, each served by a
// plain file server of this machine. CHROMIUM names a browser that is not on the path.
//
//	go run ./measure FOLDER...
//
// Times are elapsed times from the request to its answer as an object, as on the page;
// they depend on this machine and its load.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./measure FOLDER...")
		os.Exit(2)
	}
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// asked is the measurements of a folder, in milliseconds.
type asked struct {
	Start, First, Cold, Median, P95, Slowest, List, Draws, Explore float64
	Games                                                          int
}

// script sends requests in the page. The next 100 games are in one frame or two.
const script = `(async () => {
	const { ask } = await import("./games/api.js");
	const timed = async (path) => {
		const began = performance.now();
		const v = await ask(path);
		return [performance.now() - began, v];
	};
	const out = {};
	let v;
	[out.Start, v] = await timed("api/archives");
	out.Games = v.games;
	const from = Math.max(1, Math.floor(v.archives[0].games / 3));
	[out.First] = await timed("api/games?limit=50");
	[out.Cold] = await timed("api/games/1-" + from);
	const next = [];
	for (let n = 1; n <= 100 && from + n <= v.archives[0].games; n++) next.push((await timed("api/games/1-" + (from + n)))[0]);
	next.sort((a, b) => a - b);
	out.Median = next[next.length >> 1];
	out.P95 = next[Math.floor(next.length * 0.95)];
	out.Slowest = next.at(-1);
	[out.List] = await timed("api/games?limit=50&from=" + Math.floor(v.games / 2));
	[out.Draws] = await timed("api/games?limit=50&query=result:draw");
	[out.Explore] = await timed("api/explore?play=e2e4");
	return out;
})()`

func run(folders []string) error {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium()))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // it does not work for root
	}
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Minute)
	defer stop()
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	if err := chromedp.Do(ctx); err != nil {
		return err
	}
	fmt.Println("| milliseconds | games | start | first page | a game, cold | the next, median | 95 of 100 | slowest | page in the middle | draws | explore e4 |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, folder := range folders {
		a, err := measure(ctx, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		fmt.Printf("| %s | %d |", folder, a.Games)
		for _, ms := range []float64{a.Start, a.First, a.Cold, a.Median, a.P95, a.Slowest, a.List, a.Draws, a.Explore} {
			fmt.Printf(" %.0f |", ms)
		}
		fmt.Println()
	}
	return nil
}

// measure measures the page of a folder in a new tab.
func measure(browser context.Context, folder string) (a asked, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return a, err
	}
	defer l.Close()
	go func() { _ = http.Serve(l, http.FileServer(http.Dir(folder))) }()
	ctx, stop := chromedp.NewContext(browser)
	defer stop()
	if err := chromedp.Do(ctx, chromedp.Navigate("http://"+l.Addr().String()+"/")); err != nil {
		return a, err
	}
	return chromedp.Run(ctx, chromedp.Evaluate[asked](script, chromedp.EvalAwaitPromise))
}

func chromium() string {
	names := "chromium chromium-browser google-chrome google-chrome-stable"
	if named := os.Getenv("CHROMIUM"); named != "" {
		names = named
	}
	for name := range strings.FieldsSeq(names) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return "chromium"
}
