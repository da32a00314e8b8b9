package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chesszip/chesszip/internal/serve/answers"
	"github.com/chesszip/chesszip/internal/serve/engine"
)

// EngineOptions are a chess engine of the user and its limits. The zero value of a limit
// means its default.
type EngineOptions struct {
	Program string        // a program that speaks UCI: its path, or a name that is looked up
	Threads int           // of each process, default 1
	Hash    int           // MiB of memory for its table, default 64
	Time    time.Duration // the longest search of a position, default 30 seconds
}

// Engine gives the lines of a chess engine at /api/engine/lines: one process for each
// view of the page, at most four, which ends with the view.
type Engine struct {
	views *engine.Views
	name  string
}

// StartEngine starts the engine once, to learn its name and whether it answers.
func StartEngine(ctx context.Context, o EngineOptions) (*Engine, error) {
	all := &engine.Options{Program: o.Program, Threads: o.Threads, Hash: o.Hash, Time: o.Time, Lines: mostLines}
	e, err := engine.Start(ctx, all)
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	e.Close()
	return &Engine{engine.NewViews(all), e.Name()}, nil
}

// Name returns the name that the engine gives itself.
func (e *Engine) Name() string { return e.name }

// Close ends all processes. Requests are refused from then on.
func (e *Engine) Close() { e.views.Close() }

// mostLines is the greatest number of lines of a search.
const mostLines = 5

// typeEvents is the content type of server-sent events.
const typeEvents = "text/event-stream"

// engineJSON is what is known of the engine; no name means that there is none.
type engineJSON struct {
	Engine *string `json:"engine"`
	Lines  int     `json:"lines"` // at most
}

// engineEnd is the last event of a search.
type engineEnd struct {
	Reason string       `json:"reason"` // "time", "over", "taken"
	Best   *engine.Move `json:"best"`
}

// engineRoutes are the routes of an engine, which may be nil.
func engineRoutes(e *Engine) []answers.Route {
	return []answers.Route{
		{Pattern: "/api/engine", About: "the name of the engine, null if there is none", Live: true, Fields: []any{engineJSON{}}, Answer: e.about},
		{
			Pattern: "/api/engine/lines", About: "what the engine finds, as server-sent events", Long: true, Live: true, Type: typeEvents,
			Parameters: []answers.Parameter{
				answers.ParameterFEN, answers.ParameterPlay,
				{Name: "lines", About: "number of lines", Range: &answers.Range{Usual: 1, Low: 1, High: mostLines}},
				{Name: "view", About: "a name of the client's own choice, under which one process goes on from search to search"},
			},
			Answer: e.lines,
		},
	}
}

func (e *Engine) about(a *answers.Answer) error {
	if e == nil {
		return a.JSON(engineJSON{})
	}
	return a.JSON(engineJSON{&e.name, mostLines})
}

// longestView is the greatest length of the name of a view.
const longestView = 64

// lines answers with the lines of a position as they are found.
func (e *Engine) lines(a *answers.Answer) error {
	if e == nil {
		return answers.Problem{Kind: answers.Missing, Text: "there is no engine here", Hint: "chesszip serve --engine stockfish, or another UCI program that is installed"}
	}
	x, err := a.Asked()
	if err != nil {
		return err
	}
	n, err := a.Number("lines")
	if err != nil {
		return err
	}
	view := a.Value("view")
	if len(view) > longestView {
		return answers.Bad("view: more than %d bytes", longestView)
	}
	stream := &events{a: a, name: e.name}
	if a.Request.Head {
		return stream.begin()
	}
	best, err := e.views.Search(a.Context, view, &engine.Question{Start: x.Start, Moves: x.Moves, Lines: int(n)}, func(u *engine.Update) error {
		return stream.send("lines", u)
	})
	end := engineEnd{"time", best}
	var failure *engine.Failure
	switch {
	case errors.Is(err, engine.ErrTaken):
		end.Reason = "taken"
	case errors.Is(err, engine.ErrBusy), errors.Is(err, engine.ErrClosed):
		return answers.Problem{Kind: answers.Busy, Text: err.Error()}
	case errors.As(err, &failure):
		p := answers.Problem{Text: failure.Error(), Hint: "the next position starts the engine again"}
		if !stream.begun {
			return p
		}
		return stream.send("failed", p)
	case err != nil:
		return err
	case best == nil:
		end.Reason = "over"
	}
	return stream.send("end", end)
}

// events sends server-sent events.
type events struct {
	a     *answers.Answer
	name  string // of the engine
	begun bool
}

// begin says which engine answers.
func (s *events) begin() error {
	s.begun = true
	s.a.Begin(typeEvents)
	return s.event("engine", engineJSON{&s.name, mostLines})
}

func (s *events) send(name string, v any) error {
	if !s.begun {
		if err := s.begin(); err != nil {
			return err
		}
	}
	return s.event(name, v)
}

func (s *events) event(name string, v any) error {
	_, err := fmt.Fprintf(s.a, "event: %s\ndata: %s\n\n", name, strings.TrimSpace(string(answers.Encoded(v))))
	s.a.To.Flush()
	return err
}
