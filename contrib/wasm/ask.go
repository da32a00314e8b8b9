//go:build js && wasm && answers

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall/js"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/answers"
)

// allCalls are the calls of the module for pages: only requests to the API.
func (a *app) allCalls() map[string]call {
	sites := map[int]*answers.Site{}
	return map[string]call{
		"open": a.open,
		"close": func(ctx context.Context, args values) (any, error) {
			delete(sites, int(args.number(1)))
			return a.close(ctx, args)
		},
		"site": func(_ context.Context, args values) (any, error) {
			s, err := a.site(args)
			if err != nil {
				return nil, err
			}
			a.last++
			sites[a.last] = s
			return a.last, nil
		},
		"ask": func(ctx context.Context, args values) (any, error) {
			s := sites[int(args.number(0))]
			if s == nil {
				return nil, errNoHandle
			}
			var body []byte
			if args.Length() > 3 && !args.Index(3).IsNull() {
				body = args.bytes(3)
			}
			return nil, a.asked(s.Ask(ctx, "/"+strings.TrimPrefix(args.text(1), "/"), body, &taker{args.Index(2)}))
		},
	}
}

// openText refuses a file that is not an archive: the other module opens PGN.
func (a *app) openText(context.Context, *source) (*chesszip.Archive, error) {
	return nil, fmt.Errorf("%w: not an archive; chesszip FILE makes one of PGN", chesszip.ErrCorrupt)
}

// position refuses all calls: the other module handles positions.
func (a *app) position(string, js.Value) any {
	return failure(a.host, &callError{"option", "this module answers no questions about positions; dist/chesszip.wasm does"})
}

// site returns the API for archives: their numbers, and their names.
func (a *app) site(args values) (*answers.Site, error) {
	var files []answers.File
	for i := range args.Index(0).Length() {
		opened := a.archives[args.Index(0).Index(i).Int()]
		if opened == nil {
			return nil, errNoHandle
		}
		files = append(files, answers.File{Name: args.Index(1).Index(i).String(), Archive: opened})
	}
	return answers.New(files, answers.Options{Queue: 1000}), nil
}

// asked adds the code of its kind to the error of an answer.
func (a *app) asked(err error) error {
	var own *hostError
	if err == nil || errors.As(err, &own) {
		return err
	}
	switch p := answers.ProblemOf(err); p.Kind {
	case answers.Wrong:
		return &hostError{a.host.Call("fail", "query", p.Text, p.Hint)}
	case answers.Missing:
		return &hostError{a.host.Call("fail", "notFound", p.Text, p.Hint)}
	}
	return err
}

// taker passes an answer to a function of JavaScript: a text with the type, a tab and
// the name of the file, and then bytes.
type taker struct{ take js.Value }

func (t *taker) Begin(h answers.Head) { t.take.Invoke(h.Type + "\t" + h.Name) }

func (t *taker) Write(b []byte) (int, error) {
	t.take.Invoke(valueOf(b))
	return len(b), nil
}

func (t *taker) Flush() {}
