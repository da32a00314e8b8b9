package main

import (
	"strings"

	"github.com/chesszip/chesszip"
)

// inUTF8 are the commands that convert text in other encodings.
var inUTF8 = map[chesszip.Content]string{
	chesszip.ContentUTF16: "iconv -f UTF-16 -t UTF-8",
	chesszip.ContentUTF32: "iconv -f UTF-32 -t UTF-8",
}

// isList reports whether a file without games has positions.
func isList(c chesszip.Content) bool {
	return c == chesszip.ContentPositions || c == chesszip.ContentTable || c == chesszip.ContentRecords
}

// keptAs describes a file without games, and how an archive stores it.
func keptAs(c chesszip.Content) string {
	switch {
	case c == chesszip.ContentEmpty:
		return c.String()
	case isList(c):
		return c.String() + ", kept as one"
	}
	return c.String() + ", kept byte for byte"
}

// gamesOrContent describes what was compressed: games, or something else.
func gamesOrContent(s *chesszip.Stats) string {
	if s.Games == 0 && s.Content != chesszip.ContentEmpty {
		return "0 games (" + keptAs(s.Content) + ")"
	}
	return plural(s.Games, "game")
}

// noGames is a description of a file without games.
type noGames struct {
	content   chesszip.Content
	positions int64  // if counted
	what      string // description
	hint      string // what the user may do with it
}

// noGames describes a file without games; nil for a file with games. Counted tells that
// its positions count as results.
func (r *reading) noGames(a *opened, counted bool) (*noGames, error) {
	if a.stream != nil {
		return r.noneInStream(a, counted)
	}
	if a.whole.NumGames() > 0 {
		return nil, nil
	}
	content, err := a.whole.Content(r.ctx)
	if err != nil {
		return nil, r.explain(a.name, err)
	}
	none := noGames{content: content}
	if counted && isList(content) {
		if none.positions, err = a.whole.CountPositions(r.ctx); err != nil {
			return nil, r.explain(a.name, err)
		}
	}
	return none.said(a, counted), nil
}

// noneInStream is noGames for a stream, at its end.
func (r *reading) noneInStream(a *opened, counted bool) (*noGames, error) {
	st := a.stream
	if counted && isList(st.content) && st.games == 0 {
		n, err := a.CountPositions(r.ctx)
		if err != nil {
			return nil, err
		}
		st.positions += n
	}
	if !st.last || st.games > 0 {
		return nil, nil
	}
	none := noGames{content: st.content, positions: st.positions}
	return none.said(a, counted), nil
}

// said sets the description and the hint, and returns n.
func (n *noGames) said(a *opened, counted bool) *noGames {
	content, what, hint := n.content, "", ""
	switch {
	case content == chesszip.ContentEmpty:
		what = "it is empty"
	case a.plain:
		what = "it is " + content.String()
	default:
		what = "it is " + keptAs(content)
	}
	if counted && isList(content) {
		what = strings.Replace(what, content.String(), content.String()+" ("+plural(n.positions, "position")+")", 1)
	}
	switch {
	case inUTF8[content] != "" && a.plain:
		hint = inUTF8[content] + " " + a.name + " > games.pgn makes a file that can be read"
	case inUTF8[content] != "":
		hint = "chesszip -d -c " + a.name + " | " + inUTF8[content] + " > games.pgn makes a file that can be read"
	case content == chesszip.ContentPositions || content == chesszip.ContentRecords:
		hint = "chesszip convert --to fen, plain, bin or binpack writes its positions"
	}
	if of := scidHint(a.name); of != "" {
		hint = of
	}
	n.what, n.hint = what, hint
	return n
}

// sayNoGames warns of a file without games.
func (r *reading) sayNoGames(a *opened) error {
	none, err := r.noGames(a, false)
	if none != nil {
		r.warnOf(a, none)
	}
	return err
}

func (r *reading) warnOf(a *opened, none *noGames) {
	r.say("chesszip: warning: %s holds no game: %s", oneLine(a.name), none.what)
	if none.hint != "" && !isList(none.content) {
		r.say("chesszip: hint: %s", oneLine(none.hint))
	}
}

// countNoGames returns the number of positions of a file without games. It is an error
// if there are none, unless the file is empty.
func (r *reading) countNoGames(a *opened) (positions int64, err error) {
	none, err := r.noGames(a, true)
	switch {
	case none == nil:
		return 0, err
	case a.found || isList(none.content) || none.content == chesszip.ContentEmpty:
		r.warnOf(a, none)
		return none.positions, nil
	}
	return 0, none.err(a)
}

// mustHoldGames returns an error for a file without games; for one found in a folder it
// only warns.
func (r *reading) mustHoldGames(a *opened) error {
	none, err := r.noGames(a, false)
	switch {
	case none == nil:
		return err
	case a.found:
		r.warnOf(a, none)
		return nil
	}
	return none.err(a)
}

func (n *noGames) err(a *opened) error {
	return failed(n.hint, "%s holds no game: %s", a.name, n.what)
}
