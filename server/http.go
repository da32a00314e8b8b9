package server

import (
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
func handler(version string, route answers.Route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		if !route.Long {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, longest)
			defer stop()
		}
		to := &sink{w: w}
		if route.Body == 0 {
			to.tag = etag(version, r)
		}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longest + patience)) // not all writers support it
		head := w.Header()
		head.Set("Cache-Control", "private, no-cache") // revalidated, but perhaps not sent again
		if to.tag != "" && noneMatches(r.Header.Get("If-None-Match"), to.tag) {
			head.Set("ETag", to.tag)
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
			err = route.Answer(&answers.Answer{Context: ctx, To: to, Request: answers.Request{
				ID: r.PathValue("id"), Values: r.Form, Body: body, Head: r.Method == http.MethodHead,
			}})
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

// noneMatches reports whether the client has the answer with a tag.
func noneMatches(header, tag string) bool {
	for t := range strings.SplitSeq(header, ",") {
		if t = strings.TrimSpace(t); strings.TrimPrefix(t, "W/") == tag {
			return true
		}
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
	for _, of := range []string{"Content-Disposition", "Content-Length", "ETag"} {
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
	tag   string // ETag, "" for none
	begun bool
}

func (s *sink) Begin(h answers.Head) {
	head := s.w.Header()
	head.Set("Content-Type", h.Type)
	if s.tag != "" {
		head.Set("ETag", s.tag)
	}
	if h.Length > 0 {
		head.Set("Content-Length", strconv.Itoa(h.Length))
	}
	if h.Name != "" {
		head.Set("Content-Disposition", `attachment; filename="`+h.Name+`"`)
	}
}

func (s *sink) Write(b []byte) (int, error) {
	// Give the client time to take what comes next.
	_ = http.NewResponseController(s.w).SetWriteDeadline(time.Now().Add(patience))
	s.begun = true
	return s.w.Write(b)
}

func (s *sink) Flush() { _ = http.NewResponseController(s.w).Flush() }
