// Package badserver is an HTTP server for tests and benchmarks, which counts requests
// and can have faults, named by the first part of a path:
//
//	/plain/games.czip         with ranges, a strong ETag and a time
//	/break:2,weak/games.czip  several faults
//
// The faults are:
//
//	plain         none
//	weak          a weak ETag and a time; untimed without these, too
//	whole         no ranges
//	unsized       no ranges, and no Content-Length
//	break:N       the first N answers break off in the middle
//	short         half of the requested bytes, without an error
//	busy:N        the first N answers are 503
//	later:S       the answers are 429, to be retried after S seconds
//	change:N      another file after the first N answers
//	redirect:N    N redirects before the file
//	away          a redirect to the address in Away
//	expire:N      a redirect to a place that is gone after N answers
//	pack          Content-Encoding gzip
//	stall         half of the answer, then nothing
//	silent        no answer
//	shift         other bytes than the requested ones
//	claim         a claimed size of 2^60 bytes
//	private       401 without user "me" and password "secret"
package badserver

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Server is the handler. Only Files must be set.
type Server struct {
	// Files are the served files, with their times.
	Files fs.FS
	// Latency is the delay of every answer.
	Latency time.Duration
	// Away is the target of the fault away.
	Away string

	requests, bytes, flying, most atomic.Int64

	mu    sync.Mutex
	seen  map[string]int // requests of a path
	asked []string
	files map[string]*loaded
}

// Count returns the number of requests, and of bytes of files sent, since its last call.
func (s *Server) Count() (requests, bytes int64) {
	return s.requests.Swap(0), s.bytes.Swap(0)
}

// Most returns the greatest number of requests answered at the same time.
func (s *Server) Most() int64 { return s.most.Load() }

// Asked returns the Range headers of all requests since its last call, and resets the
// numbers of requests by path.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked, s.seen = nil, nil
	return asked
}

// loaded is a file in memory, which is valid while the file does not change.
type loaded struct {
	data []byte
	time time.Time
}

// load reads a file.
func (s *Server) load(name string) (*loaded, error) {
	info, err := fs.Stat(s.Files, name)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[name]
	if f == nil || !f.time.Equal(info.ModTime().UTC()) || int64(len(f.data)) != info.Size() {
		f = &loaded{time: info.ModTime().UTC()}
		if f.data, err = fs.ReadFile(s.Files, name); err != nil {
			return nil, err
		}
		if s.files == nil {
			s.files = map[string]*loaded{}
		}
		s.files[name] = f
	}
	return f, nil
}

// request is a request in progress.
type request struct {
	*http.Request
	w    http.ResponseWriter
	ways map[string]int
	name string
	turn int // of this path, from 0
	data []byte
	etag string
	time time.Time
}

func (q *request) has(way string) bool { _, ok := q.ways[way]; return ok }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := s.flying.Add(1)
	defer s.flying.Add(-1)
	for m := s.most.Load(); now > m && !s.most.CompareAndSwap(m, now); m = s.most.Load() {
	}
	s.requests.Add(1)
	time.Sleep(s.Latency)
	ways, name, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	file, err := s.load(name)
	if !ok || err != nil {
		http.NotFound(w, r)
		return
	}
	q := &request{Request: r, w: w, ways: map[string]int{}, name: name, data: file.data, time: file.time}
	for way := range strings.SplitSeq(ways, ",") {
		way, n, _ := strings.Cut(way, ":")
		q.ways[way], _ = strconv.Atoi(n)
	}
	s.mu.Lock()
	if s.seen == nil {
		s.seen = map[string]int{}
	}
	q.turn = s.seen[r.URL.Path]
	s.seen[r.URL.Path]++
	s.asked = append(s.asked, r.Header.Get("Range"))
	s.mu.Unlock()
	if !s.refuse(q) {
		s.answer(q)
	}
}

// refuse answers with something other than the file, if a fault says so.
func (s *Server) refuse(q *request) bool {
	user, password, _ := q.BasicAuth()
	switch n := q.ways["redirect"]; {
	case q.has("private") && (user != "me" || password != "secret"):
		q.w.WriteHeader(http.StatusUnauthorized)
	case n > 0:
		http.Redirect(q.w, q.Request, fmt.Sprintf("/redirect:%d/%s?token=hidden", n-1, q.name), http.StatusFound)
	case q.has("away"):
		http.Redirect(q.w, q.Request, s.Away, http.StatusFound)
	case q.has("expire"):
		http.Redirect(q.w, q.Request, fmt.Sprintf("/gone:%d/%s?turn=%d", q.ways["expire"], q.name, q.turn), http.StatusFound)
	case q.has("gone") && q.turn >= q.ways["gone"] && q.URL.Query().Get("turn") == "0":
		q.w.WriteHeader(http.StatusForbidden)
	case q.turn < q.ways["busy"]:
		q.w.WriteHeader(http.StatusServiceUnavailable)
	case q.has("later"):
		q.w.Header().Set("Retry-After", strconv.Itoa(q.ways["later"]))
		q.w.WriteHeader(http.StatusTooManyRequests)
	case q.has("silent"):
		<-q.Context().Done()
	default:
		return false
	}
	return true
}

// describe sets the headers that identify the file.
func (q *request) describe() {
	if n, changes := q.ways["change"]; changes && q.turn >= n {
		q.time = q.time.Add(time.Hour)
		q.data = append([]byte("changed"), q.data...)
	}
	q.etag = fmt.Sprintf(`"%x-%x"`, len(q.data), q.time.Unix())
	if q.has("weak") || q.has("untimed") {
		q.etag = "W/" + q.etag
	}
	h := q.w.Header()
	h.Set("Content-Type", "application/octet-stream")
	if !q.has("untimed") {
		h.Set("ETag", q.etag)
		h.Set("Last-Modified", q.time.Format(http.TimeFormat))
	}
	if q.has("pack") {
		h.Set("Content-Encoding", "gzip")
	}
}

// span returns the requested bytes; ok is false for all of them.
func (q *request) span() (from, to int, ok bool) {
	text, ok := strings.CutPrefix(q.Header.Get("Range"), "bytes=")
	if !ok || q.has("whole") || q.has("unsized") {
		return 0, 0, false
	}
	if f := q.Header.Get("If-Range"); f != "" && f != q.etag && f != q.time.Format(http.TimeFormat) {
		return 0, 0, false
	}
	low, high, _ := strings.Cut(text, "-")
	from, _ = strconv.Atoi(low)
	to = len(q.data)
	if n, err := strconv.Atoi(high); err == nil {
		to = min(n+1, to)
	}
	return from, to, true
}

// answer sends the file, or a part of it.
func (s *Server) answer(q *request) {
	q.describe()
	body, status, h := q.data, http.StatusOK, q.w.Header()
	if from, to, ok := q.span(); ok {
		if from >= len(q.data) {
			h.Set("Content-Range", fmt.Sprintf("bytes */%d", len(q.data)))
			q.w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		if q.has("short") {
			to = from + (to-from+1)/2
		}
		size := int64(len(q.data))
		body, status = q.data[from:to], http.StatusPartialContent
		if q.has("shift") {
			from, to = from+1, to+1
		}
		if q.has("claim") {
			size = 1 << 60
		}
		h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to-1, size))
	}
	if !q.has("unsized") {
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	q.w.WriteHeader(status)
	cut := q.turn < q.ways["break"]
	if cut || q.has("stall") {
		body = body[:len(body)/2]
	}
	s.bytes.Add(int64(len(body))) // before the client can have them
	_, _ = q.w.Write(body)
	if f, ok := q.w.(http.Flusher); ok {
		f.Flush()
	}
	switch {
	case cut:
		panic(http.ErrAbortHandler)
	case q.has("stall"):
		<-q.Context().Done()
	}
}

// At returns the address of a file with a fault, at the address of a server.
func At(server, way, name string) string { return server + "/" + way + "/" + url.PathEscape(name) }
