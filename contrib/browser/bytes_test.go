package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/badserver"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// counted counts what is sent of archives.
type counted struct {
	mu              sync.Mutex
	requests, bytes int
}

// quiet is how often nothing new must be seen, every 100 milliseconds, before a view is
// taken as complete.
const quiet = 20

// take returns what was sent since the last take, when nothing has come for a while.
func (c *counted) take() (requests, bytes int) {
	for seen := 0; seen < quiet; seen++ {
		time.Sleep(100 * time.Millisecond)
		c.mu.Lock()
		if c.requests == 0 || c.requests != requests || c.bytes != bytes {
			seen = 0
		}
		requests, bytes = c.requests, c.bytes
		c.mu.Unlock()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests, c.bytes = 0, 0
	return requests, bytes
}

// through counts what a handler sends of archives.
func (c *counted) through(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".czip") {
			c.mu.Lock()
			c.requests++
			c.mu.Unlock()
			w = &countedWriter{w, c}
		}
		h.ServeHTTP(w, r)
	})
}

type countedWriter struct {
	http.ResponseWriter
	c *counted
}

func (w *countedWriter) Write(b []byte) (int, error) {
	w.c.mu.Lock()
	w.c.bytes += len(b)
	w.c.mu.Unlock()
	return w.ResponseWriter.Write(b)
}

const (
	exportDoc = "../../docs/serve-export.md"
	// mostFirst is the most of an archive of 89,220 games that the first view may take.
	mostFirst = 300_000
)

// byteRow matches a row of the table of views: its name, requests and bytes.
var byteRow = regexp.MustCompile(`(?m)^\| ([^|]+) \| ` + "`#([^`]*)`" + ` \| (\d+) \| ([\d,]+) \|$`)

// TestExportBytes opens each view of an exported page of 89,220 games in a tab of its own,
// and counts what it takes of the archive. It fails where that is more than the table of
// docs/serve-export.md says; with -update it writes the table.
func TestExportBytes(t *testing.T) {
	browser := start(t)
	games := corpus.Need(t, "pgn/lichess-old-train.pgn")
	exe, dir := chesszip(t), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "games.pgn"), games, 0o600))
	for _, args := range []string{"-q -0 -o games.czip games.pgn", "serve -q --export site games.czip"} {
		cmd := exec.Command(exe, strings.Fields(args)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	c := &counted{}
	s := httptest.NewServer(c.through(badserver.Host(os.DirFS(filepath.Join(dir, "site")), "nginx", nil)))
	defer s.Close()
	text, err := os.ReadFile(exportDoc)
	require.NoError(t, err)
	views := 0
	text = byteRow.ReplaceAllFunc(text, func(row []byte) []byte {
		m := byteRow.FindStringSubmatch(string(row))
		views++
		openPage(t, browser, desktop, s.URL+"/#"+m[2], framed)
		requests, bytes := c.take()
		if views == 1 {
			require.LessOrEqual(t, bytes, mostFirst)
		}
		var asked, most int
		_, err := fmt.Sscanf(m[3]+" "+strings.ReplaceAll(m[4], ",", ""), "%d %d", &asked, &most)
		require.NoError(t, err)
		t.Logf("%s: %d requests, %d bytes", m[1], requests, bytes)
		if !golden.Updating() && (requests > asked || bytes > most) {
			t.Errorf("%s takes %d requests and %d bytes of the archive, %s says %d and %d", m[1], requests, bytes, exportDoc, asked, most)
		}
		return fmt.Appendf(nil, "| %s | `#%s` | %d | %s |", m[1], m[2], requests, withCommas(bytes))
	})
	require.Greater(t, views, 4)
	if golden.Updating() {
		require.NoError(t, os.WriteFile(exportDoc, text, 0o666))
	}
}

// withCommas writes a number with commas between thousands.
func withCommas(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", withCommas(n/1000), n%1000)
}
