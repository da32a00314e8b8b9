//go:build unix

package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/badengine"
)

func TestMain(m *testing.M) {
	badengine.Run()
	os.Exit(m.Run())
}

// startedEngine starts the engine of the tests with a fault after its start. Process
// returns the number of the latest process.
func startedEngine(t *testing.T, fault string, longest time.Duration) (e *Engine, process func() int) {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "process")
	t.Setenv(badengine.Process, file)
	t.Setenv(badengine.Fault, "none")
	e, err = StartEngine(t.Context(), EngineOptions{Program: exe, Time: longest})
	require.NoError(t, err)
	t.Setenv(badengine.Fault, fault)
	t.Cleanup(e.Close)
	return e, func() int {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pid, err := strconv.Atoi(string(text))
		require.NoError(t, err)
		return pid
	}
}

// requireGone checks that a process ends.
func requireGone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool { return syscall.Kill(pid, 0) == syscall.ESRCH }, 10*time.Second, 10*time.Millisecond)
}

// event is a server-sent event.
type event struct {
	name string
	data object
}

// listen asks for a stream, and returns a function that waits for the next event, which
// has no name at the end.
func listen(t *testing.T, ctx context.Context, address string) (r *http.Response, next func() event) {
	t.Helper()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	require.NoError(t, err)
	r, err = http.DefaultClient.Do(q)
	require.NoError(t, err)
	t.Cleanup(func() { r.Body.Close() })
	lines := bufio.NewScanner(r.Body)
	return r, func() (e event) {
		for lines.Scan() {
			name, text, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				e.name = text
			case "data":
				require.NoError(t, json.Unmarshal([]byte(text), &e.data))
			case "":
				return e
			}
		}
		return event{}
	}
}

// TestEngine searches positions: the events and their order, from White's view.
func TestEngine(t *testing.T) {
	e, _ := startedEngine(t, "none", 300*time.Millisecond)
	s := httptest.NewServer(Handler(threeGames(t), &Options{Engine: e}))
	defer s.Close()
	require.Equal(t, "[31m"+badengine.Name, asJSON(t, Handler(threeGames(t), &Options{Engine: e}), "/api/engine")["engine"])
	r, next := listen(t, t.Context(), s.URL+"/api/engine/lines?play=e2e4&lines=2")
	require.Equal(t, typeEvents, r.Header.Get("Content-Type"))
	require.Empty(t, r.Header.Get("ETag"))
	first := next()
	require.Equal(t, "engine", first.name)
	require.Equal(t, "[31m"+badengine.Name, first.data["engine"])
	updates := 0
	for now := next(); ; now = next() {
		if now.name == "end" {
			require.Equal(t, object{"reason": "time", "best": object{"uci": "a7a5", "san": "a5"}}, now.data)
			break
		}
		require.Equal(t, "lines", now.name)
		updates++
		all := now.data["lines"].([]any)
		require.Equal(t, object{"cp": -30.0, "mate": nil}, all[0].(object)["eval"])
		require.Equal(t, object{"uci": "a7a5", "san": "a5"}, now.data["best"])
	}
	require.Greater(t, updates, 1)
	require.Empty(t, next().name)
	_, next = listen(t, t.Context(), s.URL+"/api/engine/lines?fen=7k/6Q1/6K1/8/8/8/8/8+b+-+-+0+1")
	next()
	require.Equal(t, event{"end", object{"reason": "over", "best": nil}}, next())
}

// TestEngineRefuses checks what is said without an engine, of positions that engines do
// not take, of too many views, and to other sites.
func TestEngineRefuses(t *testing.T) {
	none := Handler(threeGames(t), nil)
	require.Equal(t, object{"engine": nil, "lines": 0.0}, asJSON(t, none, "/api/engine"))
	r := get(none, "/api/engine/lines")
	require.Equal(t, http.StatusNotFound, r.StatusCode)
	require.Contains(t, body(t, r), "there is no engine here")
	e, _ := startedEngine(t, "none", time.Minute)
	h := Handler(threeGames(t), &Options{Engine: e, Origins: []string{"*"}})
	for target, says := range map[string]string{
		"?fen=8/8/8/8/8/8/1k6/K7+b+-+-+0+1":    "the side not to move is in check",
		"?lines=6":                             "not a number from 1 to 5",
		"?view=" + strings.Repeat("x", 65):     "view",
		"?play=e2e5":                           "cannot be played",
		"?fen=8/8/8/8/8/8/8/8+w+-+-+0+1&view=": "no game can reach this position",
	} {
		requireRefusedFor(t, h, "/api/engine/lines"+target, says)
	}
	other := func(r *http.Request) { r.Header.Set("Origin", "https://other.example") }
	require.Equal(t, http.StatusOK, get(h, "/api/archives", other).StatusCode)
	require.Equal(t, http.StatusForbidden, get(h, "/api/engine", other).StatusCode)
	require.Equal(t, http.StatusForbidden, get(h, "/api/engine/lines", other).StatusCode)
	require.Equal(t, http.StatusOK, get(h, "/api/engine/lines", func(r *http.Request) { r.Method = http.MethodHead }).StatusCode)

	s := httptest.NewServer(h)
	defer s.Close()
	ctx, leave := context.WithCancel(t.Context())
	for i := range 4 {
		_, next := listen(t, ctx, fmt.Sprintf("%s/api/engine/lines?view=%d", s.URL, i))
		require.Equal(t, "engine", next().name)
	}
	r, _ = listen(t, t.Context(), s.URL+"/api/engine/lines")
	require.Equal(t, http.StatusServiceUnavailable, r.StatusCode)
	require.NotEmpty(t, r.Header.Get("Retry-After"))
	leave()
	require.Eventually(t, func() bool {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		r, _ := listen(t, ctx, s.URL+"/api/engine/lines")
		return r.StatusCode == http.StatusOK
	}, 10*time.Second, 50*time.Millisecond, "views that wait for their next question make room")
}

func requireRefusedFor(t *testing.T, h http.Handler, target, says string) {
	t.Helper()
	r := get(h, target)
	require.Equal(t, http.StatusBadRequest, r.StatusCode, target)
	require.Contains(t, body(t, r), says, target)
}

// TestEngineEnds checks when a process ends: with its request, soon after the last
// request of its view, and with the server.
func TestEngineEnds(t *testing.T) {
	e, process := startedEngine(t, "none", time.Minute)
	s := httptest.NewServer(Handler(threeGames(t), &Options{Engine: e}))
	defer s.Close()
	ask := func(view string) (next func() event, leave func()) {
		ctx, leave := context.WithCancel(t.Context())
		_, next = listen(t, ctx, s.URL+"/api/engine/lines?view="+view)
		require.Equal(t, "engine", next().name)
		return next, leave
	}
	_, leave := ask("")
	alone := process()
	leave()
	requireGone(t, alone)

	next, _ := ask("board")
	first := process()
	_, leave = ask("board") // another position of the same board
	require.Equal(t, first, process(), "one process goes on")
	for now := next(); now.name != "end"; now = next() {
		require.Equal(t, "lines", now.name)
	}
	leave()
	_, leave = ask("board")
	require.Equal(t, first, process(), "it waits for its next question")
	leave()
	requireGone(t, first)

	_, leave = ask("board")
	defer leave()
	last := process()
	require.NotEqual(t, first, last)
	e.Close()
	requireGone(t, last)
	r := get(Handler(threeGames(t), &Options{Engine: e}), "/api/engine/lines")
	require.Equal(t, http.StatusServiceUnavailable, r.StatusCode)
}

// TestEngineFails checks what a client is told of an engine that dies before and after
// its first line.
func TestEngineFails(t *testing.T) {
	e, process := startedEngine(t, "dies", time.Minute)
	h := Handler(threeGames(t), &Options{Engine: e})
	r := get(h, "/api/engine/lines?view=x")
	text := body(t, r)
	require.Contains(t, text, "has ended: exit status 3")
	requireGone(t, process())

	t.Setenv(badengine.Fault, "endless")
	e, process = startedEngine(t, "endless", 100*time.Millisecond)
	r = get(Handler(threeGames(t), &Options{Engine: e}), "/api/engine/lines")
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.Regexp(t, `(?s)^event: engine\n.*event: lines\n.*event: failed\ndata: {"error":"the engine .* searches longer than the 100ms that it was given","hint":"[^"]+"}\n\n$`, body(t, r))
	requireGone(t, process())
}
