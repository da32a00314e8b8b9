package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/contrib/python/door"
)

// request starts a task, or asks for the next answer of one. Texts are base64, since
// names of files and values of tags may be any bytes.
type request struct {
	Call string `json:"call"` // "next" for a task that was started, "" to close only
	// Task is the number of the task, and then of the archive that it opens. The caller
	// chooses it and uses none twice.
	Task    int64   `json:"task"`
	Archive int64   `json:"archive"`
	Wait    int     `json:"wait"`  // milliseconds, at most
	Close   []int64 `json:"close"` // tasks and archives to close first

	Name    []byte   `json:"name"`
	Text    []byte   `json:"text"` // to compress or append, instead of the file Source
	Source  []byte   `json:"source"`
	Query   []byte   `json:"query"`
	Pattern []byte   `json:"pattern"`
	FEN     []byte   `json:"fen"`
	Threads int      `json:"threads"`
	Items   bool     `json:"items"`
	Level   int      `json:"level"`
	Index   []string `json:"index"`
	Replace bool     `json:"replace"`

	Want    door.Want   `json:"want"`
	Shard   int         `json:"shard"`
	Shards  int         `json:"shards"`
	Games   int         `json:"games"`
	Plies   int         `json:"plies"`
	From    int64       `json:"from"`
	To      int64       `json:"to"`
	Numbers []int64     `json:"numbers"`
	Layout  door.Layout `json:"layout"`
	Rows    int         `json:"rows"`
	Window  int         `json:"window"`
	Seed    uint64      `json:"seed"`
}

// session is the tasks and archives of a caller.
type session struct{ open map[int64]any }

var errHandle = errors.New("chesszip: no such handle")

// answer answers one request.
func (s *session) answer(line []byte) (a *answer) {
	defer func() {
		if fault := recover(); fault != nil {
			a = failure(fmt.Errorf("%w: %v\n%s", door.ErrInternal, fault, debug.Stack()))
		}
	}()
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return failure(fmt.Errorf("%w: %w", chesszip.ErrOption, err))
	}
	for _, n := range r.Close {
		s.close(n)
	}
	if r.Call == "" {
		return &answer{Status: "end"}
	}
	if r.Call != "next" {
		if s.open[r.Task] != nil {
			return failure(fmt.Errorf("%w: %d is used twice", errHandle, r.Task))
		}
		t, err := s.start(&r)
		if err != nil {
			return failure(err)
		}
		s.open[r.Task] = t
	}
	t, err := of[*door.Task](s, r.Task)
	if err != nil {
		return failure(err)
	}
	v, err := t.Wait(time.Duration(r.Wait) * time.Millisecond)
	if errors.Is(err, door.ErrWait) {
		return &answer{Status: "wait"}
	}
	if opened, ok := v.(*door.Archive); ok {
		s.open[r.Task] = opened
		return &answer{Status: "ok", Done: true}
	}
	if err != nil {
		s.close(r.Task)
		return failure(err)
	}
	return answerOf(v)
}

// start starts the task of a request.
func (s *session) start(r *request) (*door.Task, error) {
	query := string(r.Query)
	switch r.Call {
	case "open":
		return door.Start(func(ctx context.Context, give func(any) bool) error {
			a, err := door.Open(ctx, string(r.Name), r.Threads)
			if err == nil && !give(a) {
				a.Close()
			}
			return err
		}), nil
	case "compress":
		return door.StartCompress(door.CompressOptions{
			Name: string(r.Name), Source: string(r.Source), Text: r.Text,
			Level: r.Level, Index: r.Index, Threads: r.Threads, Replace: r.Replace,
		})
	case "append":
		return door.StartAppend(string(r.Name), string(r.Source), r.Text, r.Threads), nil
	}
	a, err := of[*door.Archive](s, r.Archive)
	if err != nil {
		return nil, err
	}
	games := door.GamesOptions{
		Want: r.Want, From: r.From, To: r.To, Numbers: r.Numbers, Query: query,
		Shard: r.Shard, Shards: r.Shards, Games: r.Games, Plies: r.Plies,
	}
	switch r.Call {
	case "info":
		return a.StartInfo(r.Items), nil
	case "games":
		return a.StartGames(games)
	case "find":
		return a.StartFind(string(r.Pattern), games)
	case "headers":
		return a.StartHeaders(query, r.Shard, r.Shards)
	case "count":
		return a.StartCount(string(r.Pattern), query)
	case "explore":
		return a.StartExplore(string(r.FEN), query)
	case "positions":
		return a.StartPositions(door.PositionsOptions{
			Layout: r.Layout, Query: query, Shard: r.Shard, Shards: r.Shards,
			Rows: r.Rows, Window: r.Window, Seed: r.Seed, From: int(r.From), To: int(r.To),
		})
	}
	return nil, fmt.Errorf("%w: no call is called %q", chesszip.ErrOption, r.Call)
}

// of returns the open task or archive with a number.
func of[T any](s *session, n int64) (T, error) {
	v, ok := s.open[n].(T)
	if !ok {
		return v, fmt.Errorf("%w: %d is not an open %T", errHandle, n, v)
	}
	return v, nil
}

// close closes a task or an archive, if it is open.
func (s *session) close(n int64) {
	if v, ok := s.open[n].(interface{ Close() }); ok {
		delete(s.open, n)
		v.Close()
	}
}

func (s *session) closeAll() {
	for n := range s.open {
		s.close(n)
	}
}
