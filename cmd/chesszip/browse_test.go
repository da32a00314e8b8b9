//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOpen replaces the browser by a script that writes the address into a pipe.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "opened")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	script := "#!/bin/sh\necho \"$1\" > '" + pipe + "'\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o700))
	games := filepath.Join(dir, "games.pgn")
	require.NoError(t, os.WriteFile(games, shortGames(3), 0o600))
	for _, args := range [][]string{
		{"serve", "--listen", "127.0.0.1:0", "--open", games},
		{"mate", "--serve", "--port", "0", "--open"},
	} {
		t.Setenv("PATH", dir)
		out, address, end := serveUntil(t, args)
		opened, err := os.ReadFile(pipe)
		require.NoError(t, err)
		require.Equal(t, address, string(opened), args[0])
		require.NotContains(t, end(), "warning", args[0])
		_ = out.Close()

		t.Setenv("PATH", filepath.Join(dir, "nothing"))
		out, _, end = serveUntil(t, args)
		require.Contains(t, end(), "warning: no browser was opened", args[0])
		_ = out.Close()
	}
}

// serveUntil runs a command that serves. It returns its output, the first line of that,
// and a function that ends the command and returns its messages.
func serveUntil(t *testing.T, args []string) (out io.Closer, line string, end func() string) {
	t.Helper()
	cause := errors.New("interrupted")
	ctx, stop := context.WithCancelCause(t.Context())
	printed, in := io.Pipe()
	var said strings.Builder
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, args, strings.NewReader(""), in, &said) }()
	line, err := bufio.NewReader(printed).ReadString('\n')
	require.NoError(t, err)
	return printed, line, func() string {
		stop(cause)
		require.ErrorIs(t, <-ended, cause)
		return said.String()
	}
}
