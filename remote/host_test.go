package remote_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/badserver"
	"github.com/chesszip/chesszip/remote"
)

// TestHosts reads a file as the usual web servers and object stores send it.
func TestHosts(t *testing.T) {
	data := random(300 << 10)
	for _, name := range badserver.Hosts() {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(badserver.Host(fstest.MapFS{"file.czip": {Data: data}}, name, func(r *http.Request) {
				require.NotContains(t, r.Header.Get("Range"), "=-", "not all servers take ranges that count from the end")
			}))
			defer s.Close()
			if name == "python" {
				_, err := remote.Open(t.Context(), s.URL+"/file.czip", quick())
				require.ErrorIs(t, err, remote.ErrNoRanges)
				return
			}
			r := open(t, s.URL+"/file.czip", quick())
			require.EqualValues(t, len(data), r.Size())
			requireRead(t, r, data, 0, 1000)
			requireRead(t, r, data, len(data)-70_000, len(data))
			requireRead(t, r, data, 100_000, 100_001)
		})
	}
}
