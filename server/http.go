package server

import (
	"compress/gzip"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/internal/serve/answers"
)

// typeNDJSON is the content type of one JSON value a line.
const typeNDJSON = "application/x-ndjson"

// patience is the longest time for a client to take a piece of an answer, and longest
// the longest time for the work on an answer that is not marked Long.
const (
	patience = 30 * time.Second
	longest  = time.Minute
)

// handler answers requests for a route about a version of the files.
func handler(version string, route *answers.Route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		if !route.Long {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, longest)
			defer stop()
		}
		to := &sink{w: w, packs: takesGzip(r.Header.Get("Accept-Encoding"))}
		if route.Body == 0 && !route.Live {
			to.tag = etag(version, r)
		}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longest + patience)) // not all writers support it
		head := w.Header()
		head.Set("Cache-Control", "private, no-cache") // revalidated, but perhaps not sent again
		head.Add("Vary", "Accept-Encoding")
		if tag := matching(r.Header.Get("If-None-Match"), to.tag); tag != "" {
			head.Set("ETag", tag)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, route.Body)) // the guard knows its length
		if err != nil {
			panic(http.ErrAbortHandler) // the client has left
		}
		err = r.ParseForm() // otherwise a malformed parameter would count as missing
		if err != nil {
			err = answers.BadQuery(err)
		} else {
			err = route.Serve(&answers.Answer{Context: ctx, To: to, Request: answers.Request{
				ID: r.PathValue("id"), Values: r.Form, Body: body, Head: r.Method == http.MethodHead,
			}})
		}
		if err == nil {
			err = to.end()
		}
		if err == nil {
			return
		}
		if to.begun || r.Context().Err() != nil {
			panic(http.ErrAbortHandler) // half an answer must not look like a whole one
		}
		refuse(w, answers.ProblemOf(err))
	})
}

// etag returns the tag of the answer, which depends on the files and the request.
func etag(version string, r *http.Request) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s\n%s", version, r.URL.Path, r.URL.RawQuery)
	return `"` + strconv.FormatUint(h.Sum64(), 36) + `"`
}

// packedTag returns the tag of an answer as gzip packs it: other bytes have another tag.
func packedTag(tag string) string { return strings.TrimSuffix(tag, `"`) + `-gzip"` }

// matching returns the tag by which the client has the answer with a tag, packed or not,
// or "".
func matching(header, tag string) string {
	for t := range strings.SplitSeq(header, ",") {
		t = strings.TrimPrefix(strings.TrimSpace(t), "W/")
		if t != "" && (t == tag || t == packedTag(tag)) {
			return t
		}
	}
	return ""
}

// takesGzip reports whether an Accept-Encoding header allows gzip.
func takesGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.ReplaceAll(weight, " ", ""), "q="), 64)
		return weight == "" || err == nil && q > 0
	}
	return false
}

// refuse answers with a problem and the status of its kind.
func refuse(w http.ResponseWriter, p answers.Problem) {
	status := http.StatusInternalServerError
	switch p.Kind {
	case answers.Wrong:
		status = http.StatusBadRequest
	case answers.Missing:
		status = http.StatusNotFound
	case answers.Late:
		status = http.StatusServiceUnavailable
	case answers.Busy:
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "2")
	}
	writeError(w, status, p)
}

// writeError answers with a problem.
func writeError(w http.ResponseWriter, status int, p answers.Problem) {
	head := w.Header()
	for _, of := range []string{"Content-Disposition", "Content-Encoding", "Content-Length", "ETag"} {
		head.Del(of) // of the answer that was begun
	}
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Type", answers.TypeJSON)
	w.WriteHeader(status)
	_, _ = w.Write(answers.Encoded(p)) // a client that has left needs no answer
}

// sink sends an answer; the first Write begins it.
type sink struct {
	w     http.ResponseWriter
	tag   string // ETag of the answer as it is, "" for none
	begun bool
	packs bool         // the client takes gzip
	gzip  *gzip.Writer // nil unless the answer is packed
}

// leastPacked is the length from which packing saves a packet.
const leastPacked = 1024

func (s *sink) Begin(h answers.Head) {
	head := s.w.Header()
	head.Set("Content-Type", h.Type)
	lists := h.Type == answers.TypeJSON || h.Type == typeNDJSON // downloads are as fast without
	tag := s.tag
	if s.packs && lists && (h.Length == 0 || h.Length >= leastPacked) {
		s.gzip, _ = gzip.NewWriterLevel(s.w, gzip.BestSpeed) // the level is valid
		head.Set("Content-Encoding", "gzip")
		tag = packedTag(tag)
	} else if h.Length > 0 {
		head.Set("Content-Length", strconv.Itoa(h.Length))
	}
	if s.tag != "" {
		head.Set("ETag", tag)
	}
	if h.Name != "" {
		head.Set("Content-Disposition", `attachment; filename="`+h.Name+`"`)
	}
}

func (s *sink) Write(b []byte) (int, error) {
	// Give the client time to take what comes next.
	_ = http.NewResponseController(s.w).SetWriteDeadline(time.Now().Add(patience))
	s.begun = true
	if s.gzip != nil {
		return s.gzip.Write(b)
	}
	return s.w.Write(b)
}

func (s *sink) Flush() {
	if s.gzip != nil && s.gzip.Flush() != nil {
		return // the client has left, as the next Write says
	}
	_ = http.NewResponseController(s.w).Flush()
}

// end sends the rest of a packed answer.
func (s *sink) end() error {
	if s.gzip == nil {
		return nil
	}
	return s.gzip.Close()
}
