package browser

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/badserver"
)

// exported is a folder written by chesszip serve --export, with 1,250 games at -1 with
// all indexes, and 200 of them at -6.
func exported(t *testing.T) string {
	t.Helper()
	sample, err := filepath.Abs(filepath.Join("..", "..", "testdata", "lichess.pgn.zst"))
	require.NoError(t, err)
	exe, dir := chesszip(t), t.TempDir()
	run := func(args ...string) {
		cmd := exec.Command(exe, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v: %s", args, out)
	}
	run("-q", "-1", "--index", "players,openings", "-o", "fast.czip", sample)
	run("get", "-o", "some.pgn", "fast.czip", "1-200")
	run("-q", "-6", "-o", "some games.czip", "some.pgn")
	run("serve", "--export", "site", "fast.czip", "some games.czip")
	return filepath.Join(dir, "site")
}

// hosted serves a folder until the test ends, and returns its address. Asked returns the
// requests to the server, with their ranges.
func hosted(t *testing.T, dir, path string, ranges bool) (address string, asked func() string) {
	t.Helper()
	var mu sync.Mutex
	var all strings.Builder
	files := http.StripPrefix(strings.TrimSuffix(path, "/"), http.FileServer(http.Dir(dir)))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		all.WriteString(r.URL.Path + " " + r.Header.Get("Range") + "\n")
		mu.Unlock()
		if !ranges {
			r.Header.Del("Range")
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL + path, func() string {
		mu.Lock()
		defer mu.Unlock()
		return all.String()
	}
}

const framed = `document.getElementById("view")` // the page is there

// TestExport uses the static form of the page, on servers that do not depend on
// chesszip.
func TestExport(t *testing.T) {
	browser, dir := start(t), exported(t)
	t.Run("ranges", func(t *testing.T) {
		address, asked := hosted(t, dir, "/", true)
		b := openPage(t, browser, desktop, address, framed)
		b.askGames()
		b.withdraw()
		b.save()
		for line := range strings.Lines(asked()) {
			if name, ranged, _ := strings.Cut(line, " "); strings.HasSuffix(name, ".czip") && !strings.HasPrefix(ranged, "bytes=") {
				t.Errorf("the page asked for all of an archive: %s", line)
			}
		}
		if !strings.Contains(asked(), "module/dist/default.czm.gz") || strings.Contains(asked(), "max.czm") {
			t.Errorf("learned tables that are not needed, or not those that are: %s", asked())
		}
	})
	for _, name := range badserver.Hosts() {
		if name == "python" {
			continue // "no ranges" below
		}
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(badserver.Host(os.DirFS(dir), name, nil))
			defer s.Close()
			b := openPage(t, browser, desktop, s.URL+"/", framed)
			b.wait("games", `document.querySelector("main").innerText.includes("2013")`)
			b.askGames()
			if js[bool](b, `Boolean(document.querySelector(".facet"))`) {
				b.t.Error("facets are asked for before they are opened")
			}
			b.click(".facets > summary")
			b.wait("facets", `document.querySelector(".facet")`)
		})
	}
	t.Run("path", func(t *testing.T) {
		address, asked := hosted(t, dir, "/~ann/chess games/", true)
		b := openPage(t, browser, phone, strings.ReplaceAll(address, " ", "%20"), framed)
		b.askGames()
		for line := range strings.Lines(asked()) {
			if !strings.HasPrefix(line, "/~ann/chess games/") {
				t.Errorf("the page asked outside its folder: %s", line)
			}
		}
	})
	t.Run("no ranges", func(t *testing.T) {
		address, _ := hosted(t, dir, "/", false)
		b := openPage(t, browser, desktop, address, framed)
		b.wait("the offer", `document.querySelector(".trouble button")`)
		if text := b.inner(".trouble"); !strings.Contains(text, "sends whole files only") || !strings.Contains(text, "Download all games, 0.2 MB") {
			t.Errorf("the page says %q", text)
		}
		b.click(".trouble button")
		b.askGames()
	})
	t.Run("too large", func(t *testing.T) {
		large := t.TempDir()
		require.NoError(t, os.CopyFS(large, os.DirFS(dir)))
		list := filepath.Join(large, "archives.json")
		text, err := os.ReadFile(list)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(list, []byte(strings.Replace(string(text), `"bytes": `, `"bytes": 60000`, 1)), 0o666))
		address, _ := hosted(t, large, "/", false)
		b := openPage(t, browser, desktop, address, framed)
		b.wait("what to do", `document.querySelector(".trouble")`)
		if text := b.inner(".trouble"); !strings.Contains(text, "too much to download") || js[bool](b, `Boolean(document.querySelector(".trouble button"))`) {
			t.Errorf("the page says %q", text)
		}
	})
	t.Run("file", func(t *testing.T) {
		b := openPage(t, browser, desktop, "file://"+filepath.ToSlash(filepath.Join(dir, "index.html")), framed)
		b.wait("the offer", `document.getElementById("folder")`)
		if text := b.inner(".trouble"); !strings.Contains(text, "opened from a file") {
			t.Errorf("the page says %q", text)
		}
		b.pick("#folder", dir)
		b.wait("the end of the offer", `!document.querySelector(".trouble")`)
		b.wait("games", `document.querySelector("main").innerText.includes("2013")`)
		js[string](b, `location.hash = "#/game/2-200"`)
		b.wait("a game with its pieces", `document.querySelector(".analysis .squares use")?.getAttribute("href").startsWith("#")`)
	})
}

// askGames sends the requests of the views.
func (b *tab) askGames() {
	b.t.Helper()
	for path, want := range map[string]string{
		"api/archives":     `1450 fast.czip,some games.czip`,
		"api/games/1-1250": "1-1250",
		"api/games/2-200":  "2-200",
		"api/explore?play=e2e4&query=result:draw": "",
		"api/find?pattern=mate&limit=1":           "",
		"api/games?query=wite:a":                  "400 did you mean",
		"api/games/9-1":                           "404 no such game",
	} {
		got := promised[string](b, `(async () => {
			const { ask } = await import("./games/api.js");
			try {
				let parts = 0;
				const v = await ask(`+quote(path)+`, { part: () => parts++ });
				return `+"`${v.games} ${v.archives?.map((a) => a.name)} ${v.id} parts ${parts}`"+`;
			} catch (e) {
				return `+"`${e.status} ${e.message} ${e.hint}`"+`;
			}
		})()`)
		for part := range strings.FieldsSeq(want) {
			if !strings.Contains(got, part) {
				b.t.Errorf("%s: %s, want %s", path, got, want)
			}
		}
	}
}

// withdraw aborts requests: no more of the answer arrives, and the next request is
// answered.
func (b *tab) withdraw() {
	b.t.Helper()
	got := promised[string](b, `(async () => {
		const { send } = await import("./games/send.js");
		const said = [];
		const controller = new AbortController();
		const reader = (await send("api/download", { signal: controller.signal })).body.getReader();
		said.push((await reader.read()).value.length > 0);
		controller.abort();
		await reader.read().catch((e) => said.push(e.name));
		await send("api/find?pattern=mate", { signal: AbortSignal.timeout(1) }).catch((e) => said.push(e.name));
		await send("api/games", { signal: AbortSignal.abort() }).catch((e) => said.push(e.name));
		said.push((await send("api/archives")).status);
		return said.join(" ");
	})()`)
	if want := "true AbortError TimeoutError AbortError 200"; got != want {
		b.t.Errorf("questions that are withdrawn: %s, want %s", got, want)
	}
}

// save follows a link to a download.
func (b *tab) save() {
	b.t.Helper()
	got := promised[string](b, `new Promise((resolve) => {
		let saved;
		URL.createObjectURL = (blob) => (saved = blob, "blob:none");
		HTMLAnchorElement.prototype.click = async function () {
			resolve(this.download + " " + (await saved.text()).match(/^\[Event /gm).length);
		};
		const link = document.createElement("a");
		link.href = "api/download?games=1-1..1-3";
		document.body.append(link);
		link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
	})`)
	if got != "games.pgn 3" {
		b.t.Errorf("a download is saved as %s, want games.pgn 3", got)
	}
}

// inner returns the visible text of an element.
func (b *tab) inner(selector string) string {
	b.t.Helper()
	return js[string](b, "document.querySelector("+quote(selector)+").innerText")
}

// pick sets the folder of an input.
func (b *tab) pick(selector, dir string) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.SetUploadFiles(chromedp.CSS(selector), []string{dir})))
}

// promised is js for an expression with a promise.
func promised[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err, expression)
	return v
}
