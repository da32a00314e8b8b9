package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/serve/answers"
)

// TestRefuse checks the status of each kind of problem, and that no header of the
// planned answer is left.
func TestRefuse(t *testing.T) {
	for kind, want := range map[answers.Kind]int{
		answers.Failed: 500, answers.Wrong: 400, answers.Missing: 404, answers.Late: 503, answers.Busy: 503,
	} {
		w := httptest.NewRecorder()
		(&sink{w: w, tag: `"x"`}).Begin(answers.Head{Type: answers.TypePGN, Length: 7, Name: "games.pgn"})
		refuse(w, answers.Problem{Kind: kind, Text: "so", Hint: "do"})
		head := w.Header()
		if w.Code != want || (head.Get("Retry-After") != "") != (kind == answers.Busy) || w.Body.String() != `{"error":"so","hint":"do"}`+"\n" {
			t.Errorf("kind %d: %d, %v, %s, want %d", kind, w.Code, head, w.Body, want)
		}
		if head.Get("ETag")+head.Get("Content-Length")+head.Get("Content-Disposition") != "" || head.Get("Content-Type") != answers.TypeJSON {
			t.Errorf("kind %d: an error with the headers %v", kind, head)
		}
	}
}

// TestAborted checks that a client that has left, or has half an answer, gets no error.
func TestAborted(t *testing.T) {
	ctx, gone := context.WithCancel(t.Context())
	half := answers.Route{Answer: func(a *answers.Answer) error {
		a.Begin(answers.TypePGN)
		_, err := a.Write([]byte("1. e4"))
		require.NoError(t, err)
		return http.ErrBodyNotAllowed
	}}
	left := answers.Route{Answer: func(a *answers.Answer) error {
		gone()
		return a.JSON(0)
	}}
	for _, route := range []answers.Route{half, left} {
		w := httptest.NewRecorder()
		require.PanicsWithValue(t, http.ErrAbortHandler, func() {
			handler("", &route).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx))
		})
	}
}
