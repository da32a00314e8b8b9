package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/badengine"
)

// TestServe sends requests to serve for two files and an address, then interrupts it.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	games := realGames(t, 20)
	packed := filepath.Join(dir, "a.czip")
	plain := filepath.Join(dir, "b.pgn")
	require.NoError(t, os.WriteFile(packed, archiveOf(t, games, 15), 0o600))
	require.NoError(t, os.WriteFile(plain, shortGames(3), 0o600))
	web := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer web.Close()
	far := web.URL + "/a.czip?token=secret"
	for _, c := range []struct {
		name      string
		flags     []string
		host      string // of the requests
		status    int
		warns     bool
		addressed string
	}{
		{"loopback", nil, "", 200, false, "http://127.0.0.1:"},
		{"another host", nil, "evil.example", 421, false, "http://127.0.0.1:"},
		{"everywhere", []string{"--listen", "0.0.0.0:0", "--host", "chess.local"}, "chess.local", 200, true, "http://chess.local:"},
		{"everywhere, another host", []string{"--listen", "0.0.0.0:0", "--host", "chess.local"}, "evil.example", 421, true, "http://chess.local:"},
	} {
		cause := errors.New("interrupted")
		ctx, stop := context.WithCancelCause(t.Context())
		out, in := io.Pipe()
		var said bytes.Buffer
		ended := make(chan error, 1)
		go func() {
			args := append([]string{"serve", "-q", "--listen", "127.0.0.1:0"}, c.flags...)
			err := run(ctx, append(args, packed, plain, far), strings.NewReader(""), in, &said)
			_ = in.CloseWithError(io.ErrUnexpectedEOF)
			ended <- err
		}()
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err, c.name)
		address := strings.TrimSpace(line)
		if !strings.HasPrefix(address, c.addressed) {
			t.Errorf("%s: serve prints %q, want %s", c.name, line, c.addressed)
		}
		port := strings.TrimSuffix(address[strings.LastIndex(address, ":")+1:], "/")
		r, err := http.NewRequest(http.MethodGet, "http://127.0.0.1:"+port+"/api/archives", nil)
		require.NoError(t, err)
		r.Host = c.host
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		if answer.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", c.name, answer.StatusCode, c.status)
		}
		if c.status == 200 {
			for _, want := range []string{`"name":"a.czip"`, `"name":"b.pgn"`, `"archive":3,"name":"a.czip"`, `"games":43`} {
				if !strings.Contains(string(body), want) {
					t.Errorf("%s: the answer has no %s: %s", c.name, want, body)
				}
			}
			if strings.Contains(string(body), dir) || strings.Contains(string(body), "secret") {
				t.Errorf("%s: the answer names a folder or a secret: %s", c.name, body)
			}
		}
		stop(cause)
		require.ErrorIs(t, <-ended, cause)
		if warns := strings.Contains(said.String(), "can read these games"); warns != c.warns {
			t.Errorf("%s: it says %q", c.name, said.String())
		}
	}
}

// TestServeEngine interrupts serve while its engine searches: the process of the engine
// ends with it.
func TestServeEngine(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it looks for processes by signals")
	}
	dir := t.TempDir()
	games, process := filepath.Join(dir, "b.pgn"), filepath.Join(dir, "process")
	require.NoError(t, os.WriteFile(games, shortGames(3), 0o600))
	t.Setenv(badengine.Fault, "endless")
	t.Setenv(badengine.Process, process)
	program, err := exec.LookPath("badengine")
	require.NoError(t, err)
	cause := errors.New("interrupted")
	ctx, stop := context.WithCancelCause(t.Context())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	var said bytes.Buffer
	go func() {
		err := run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--engine", program, "--engine-time", "1m", games}, strings.NewReader(""), in, &said)
		_ = in.CloseWithError(io.ErrUnexpectedEOF)
		ended <- err
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	r, err := http.Get(strings.TrimSpace(address) + "api/engine/lines?view=x")
	require.NoError(t, err)
	defer r.Body.Close()
	_, err = bufio.NewReader(r.Body).ReadString('\n')
	require.NoError(t, err)
	stop(cause)
	require.ErrorIs(t, <-ended, cause)
	require.Contains(t, said.String(), "the engine is [31m"+badengine.Name)
	text, err := os.ReadFile(process)
	require.NoError(t, err)
	pid, err := strconv.Atoi(string(text))
	require.NoError(t, err)
	engine, err := os.FindProcess(pid)
	require.NoError(t, err)
	require.Error(t, engine.Signal(syscall.Signal(0)), "the engine runs")
}
