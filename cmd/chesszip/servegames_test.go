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
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
