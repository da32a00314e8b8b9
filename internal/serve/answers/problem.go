package answers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/turns"
)

// Kind is the cause of a Problem, and so what a client can do about it.
type Kind int

// Kinds of problems.
const (
	Failed  Kind = iota // the file cannot be read
	Wrong               // the request is malformed
	Missing             // the requested object does not exist
	Late                // the time limit was exceeded
	Busy                // the queue is full; the client may retry
)

// Problem is an error as clients see it. An error that is one or wraps one is shown as it
// is.
type Problem struct {
	Kind Kind   `json:"-"`
	Text string `json:"error"`
	Hint string `json:"hint,omitempty"`
}

// Error implements error.
func (p Problem) Error() string { return p.Text }

// ProblemOf returns the Problem for an error of an answer.
func ProblemOf(err error) Problem {
	var own Problem
	if errors.As(err, &own) {
		return own
	}
	var query *chesszip.QueryError
	var fen *board.FENError
	var invalid *board.InvalidError
	p := Problem{Text: strings.TrimPrefix(err.Error(), "chesszip: ")}
	switch {
	case errors.As(err, &query):
		p.Kind, p.Hint = Wrong, query.Hint
	case errors.As(err, &fen):
		p.Kind = Wrong
	case errors.As(err, &invalid):
		p.Kind, p.Text = Wrong, "no game can reach this position: "+invalid.Flaws.String()
	case errors.Is(err, chesszip.ErrNoGame):
		p.Kind = Missing
	case errors.Is(err, context.DeadlineExceeded):
		p = Problem{Late, "it takes longer than a minute", "ask for less, or serve an archive made with --index players,openings"}
	case errors.Is(err, turns.ErrBusy):
		p.Kind = Busy
	default:
		p.Hint = "if the file has changed, start the server again"
	}
	return p
}

// Bad returns an error of the client.
func Bad(format string, args ...any) error {
	return Problem{Kind: Wrong, Text: fmt.Sprintf(format, args...)}
}

// BadQuery returns the error for malformed parameters.
func BadQuery(err error) error { return Bad("the part behind the question mark: %v", err) }

// Requested objects that do not exist.
var (
	errNoRoute   = Problem{Kind: Missing, Text: "no such route"}
	errNoGame    = Problem{Kind: Missing, Text: "no such game; its id is that of a list, such as 1-17"}
	errNoArchive = Problem{Kind: Missing, Text: "no such archive; they are numbered from 1"}
)
