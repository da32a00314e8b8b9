package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
)

// Types of what is answered. A browser takes none of them for HTML.
const (
	typeJSON   = "application/json"
	typeNDJSON = "application/x-ndjson"
	typePGN    = "application/x-chess-pgn"
	typeBinary = "application/octet-stream"
)

// patience is how long a client may take for a piece of an answer, and longest how long
// the work on an answer.
const (
	patience = 30 * time.Second
	longest  = time.Minute
)

// answerer answers a request.
type answerer func(a *answer) error

// answer is a request, and what is answered to it.
type answer struct {
	w     http.ResponseWriter
	r     *http.Request
	ctx   context.Context
	tag   string // ETag
	begun bool
}

// badRequest is an error of the client.
type badRequest struct{ text string }

func (e *badRequest) Error() string { return e.text }

func bad(format string, args ...any) error { return &badRequest{fmt.Sprintf(format, args...)} }

// errNoGame and errNoArchive say that what is asked for is not there.
var (
	errNoGame    = errors.New("no such game; its id is that of a list, such as 1-17")
	errNoArchive = errors.New("no such archive; they are numbered from 1")
)

// errorJSON is the body of an answer that says what is wrong.
type errorJSON struct {
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"`
}

// handler makes a handler of an answerer.
func (s *site) handler(h answerer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, stop := context.WithTimeout(r.Context(), longest)
		defer stop()
		a := &answer{w: w, r: r, ctx: ctx, tag: s.etag(r)}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longest + patience)) // not all writers have one
		head := w.Header()
		head.Set("Cache-Control", "private, no-cache") // asked again, but perhaps not sent again
		if noneMatches(r.Header.Get("If-None-Match"), a.tag) {
			head.Set("ETag", a.tag)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		err := r.ParseForm() // else a parameter that cannot be read is as if it were not there
		if err != nil {
			err = bad("the part behind the question mark: %v", err)
		} else {
			err = h(a)
		}
		if err != nil {
			a.refuse(err)
		}
	})
}

// etag names the answer to a request: the files and the request make it.
func (s *site) etag(r *http.Request) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s\n%s", s.version, r.URL.Path, r.URL.RawQuery)
	return `"` + strconv.FormatUint(h.Sum64(), 36) + `"`
}

// noneMatches reports whether the client has the answer of a tag.
func noneMatches(header, tag string) bool {
	for t := range strings.SplitSeq(header, ",") {
		if t = strings.TrimSpace(t); strings.TrimPrefix(t, "W/") == tag {
			return true
		}
	}
	return false
}

// refuse answers an error. Of an answer that has begun, the connection ends.
func (a *answer) refuse(err error) {
	if a.begun || a.r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // half an answer must not look like a whole one
	}
	var wrong *badRequest
	var query *chesszip.QueryError
	var fen *board.FENError
	body := errorJSON{Error: strings.TrimPrefix(err.Error(), "chesszip: ")}
	status := http.StatusInternalServerError
	switch {
	case errors.As(err, &query):
		status, body.Hint = http.StatusBadRequest, query.Hint
	case errors.As(err, &wrong), errors.As(err, &fen):
		status = http.StatusBadRequest
	case errors.Is(err, errNoGame), errors.Is(err, errNoArchive), errors.Is(err, chesszip.ErrNoGame):
		status = http.StatusNotFound
	case errors.Is(err, context.DeadlineExceeded):
		status = http.StatusServiceUnavailable
		body = errorJSON{"it takes longer than a minute", "ask for less, or serve an archive made with --index players,openings"}
	case errors.Is(err, errBusy):
		status = http.StatusServiceUnavailable
		a.w.Header().Set("Retry-After", "2")
	default:
		body.Hint = "if the file has changed, start the server again"
	}
	writeError(a.w, status, body)
}

// writeError answers what is wrong.
func writeError(w http.ResponseWriter, status int, body errorJSON) {
	head := w.Header()
	for _, of := range []string{"Content-Disposition", "Content-Length", "ETag"} {
		head.Del(of) // of an answer that was to follow
	}
	head.Set("Cache-Control", "no-store")
	head.Set("Content-Type", typeJSON)
	w.WriteHeader(status)
	_, _ = w.Write(encoded(body)) // a reader who has left needs no answer
}

// begin says what kind of answer follows. It begins with the first Write.
func (a *answer) begin(kind string) {
	head := a.w.Header()
	head.Set("Content-Type", kind)
	head.Set("ETag", a.tag)
}

// wait gives the client time to take what comes next.
func (a *answer) wait() {
	_ = http.NewResponseController(a.w).SetWriteDeadline(time.Now().Add(patience))
}

// Write writes a piece of the answer. It ends where the client has gone.
func (a *answer) Write(b []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	a.wait()
	a.begun = true
	return a.w.Write(b)
}

// flush sends what was written.
func (a *answer) flush() { _ = http.NewResponseController(a.w).Flush() }

// json answers v.
func (a *answer) json(v any) error {
	b := encoded(v)
	a.w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	a.begin(typeJSON)
	_, err := a.Write(b)
	return err
}

// jsonInParts answers objects as one, each sent as soon as it is made: what costs
// little is not kept waiting by what costs more.
func (a *answer) jsonInParts(parts ...func() (any, error)) error {
	return a.oneOf(typeJSON, parts)
}

// jsonPart is jsonInParts for a line of several.
func (a *answer) jsonPart(parts ...func() (any, error)) error { return a.oneOf("", parts) }

// oneOf sends objects as one; kind is the type of the answer if it begins here.
func (a *answer) oneOf(kind string, parts []func() (any, error)) error {
	end := byte('{')
	for _, part := range parts {
		v, err := part()
		if err != nil {
			return err
		}
		b := bytes.TrimSuffix(encoded(v), []byte("}\n"))
		b[0] = end
		if end == '{' && kind != "" {
			a.begin(kind)
		}
		end = ','
		if _, err = a.Write(b); err != nil {
			return err
		}
		a.flush()
	}
	_, err := a.Write([]byte("}\n"))
	return err
}

// encoded returns v as JSON in a line. What browsers could take for HTML is escaped.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("server: " + err.Error()) // our own types can be encoded
	}
	return append(b, '\n')
}

// number returns a parameter that is a number from low to high, or what it is by default.
func (a *answer) number(name string, usual, low, high int64) (int64, error) {
	text := a.r.FormValue(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < low {
		return 0, bad("%s: %q is not a number from %d to %d", name, text, low, high)
	}
	return min(n, high), nil
}

// flag returns a parameter that is true or false.
func (a *answer) flag(name string) (bool, error) {
	text := a.r.FormValue(name)
	if text == "" {
		return false, nil
	}
	b, err := strconv.ParseBool(text)
	if err != nil {
		return false, bad("%s: %q is neither true nor false", name, text)
	}
	return b, nil
}
