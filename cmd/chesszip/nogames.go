package main

import (
	"strings"

	"github.com/chesszip/chesszip"
)

// inUTF8 are the hints for text that is in another encoding.
var inUTF8 = map[chesszip.Content]string{
	chesszip.ContentUTF16: "iconv -f UTF-16 -t UTF-8",
	chesszip.ContentUTF32: "iconv -f UTF-32 -t UTF-8",
}

// isList reports whether a file without games has positions.
func isList(c chesszip.Content) bool {
	return c == chesszip.ContentPositions || c == chesszip.ContentTable || c == chesszip.ContentRecords
}

// keptAs says what a file without games is, and how an archive keeps it.
func keptAs(c chesszip.Content) string {
	switch {
	case c == chesszip.ContentEmpty:
		return c.String()
	case isList(c):
		return c.String() + ", kept as one"
	}
	return c.String() + ", kept byte for byte"
}

// gamesOrContent says how many games were compressed, or what else.
func gamesOrContent(s *chesszip.Stats) string {
	if s.Games == 0 && s.Content != chesszip.ContentEmpty {
		return "0 games (" + keptAs(s.Content) + ")"
	}
	return plural(s.Games, "game")
}

// noGames says of a file without games what it is, and what may be done with it;
// nothing of a file with games. Counted says that its positions are, which are
// returned.
func (r *reading) noGames(a *opened, counted bool) (what, hint string, positions int64, err error) {
	if a.stream != nil {
		return r.noneInStream(a, counted)
	}
	if a.whole.Games() > 0 {
		return "", "", 0, nil
	}
	content, err := a.whole.Content(r.ctx)
	if err != nil {
		return "", "", 0, r.explain(a.name, err)
	}
	if counted && isList(content) {
		if positions, err = a.whole.CountPositions(r.ctx); err != nil {
			return "", "", 0, r.explain(a.name, err)
		}
	}
	what, hint = sayNone(a, content, counted, positions)
	return what, hint, positions, nil
}

// noneInStream is noGames for a stream, of which it is known at its end.
func (r *reading) noneInStream(a *opened, counted bool) (what, hint string, positions int64, err error) {
	st := a.stream
	if counted && isList(st.content) && st.games == 0 {
		n, err := a.CountPositions(r.ctx)
		if err != nil {
			return "", "", 0, err
		}
		st.positions += n
	}
	if !st.last || st.games > 0 {
		return "", "", 0, nil
	}
	what, hint = sayNone(a, st.content, counted, st.positions)
	return what, hint, st.positions, nil
}

// sayNone says what a file without games is, and what may be done with it.
func sayNone(a *opened, content chesszip.Content, counted bool, positions int64) (what, hint string) {
	switch {
	case content == chesszip.ContentEmpty:
		what = "it is empty"
	case a.plain:
		what = "it is " + content.String()
	default:
		what = "it is " + keptAs(content)
	}
	if counted && isList(content) {
		what = strings.Replace(what, content.String(), content.String()+" ("+plural(positions, "position")+")", 1)
	}
	switch {
	case inUTF8[content] != "" && a.plain:
		hint = inUTF8[content] + " " + a.name + " > games.pgn makes a file that can be read"
	case inUTF8[content] != "":
		hint = "chesszip -d -c " + a.name + " | " + inUTF8[content] + " > games.pgn makes a file that can be read"
	case content == chesszip.ContentPositions || content == chesszip.ContentRecords:
		hint = "chesszip convert --to fen, plain, bin or binpack writes its positions"
	}
	return what, hint
}

// sayNoGames warns of a file without games. It returns how many positions it
// has, if they are counted.
func (r *reading) sayNoGames(a *opened, counted bool) (positions int64, err error) {
	what, hint, positions, err := r.noGames(a, counted)
	if what != "" {
		r.say("chesszip: warning: %s holds no game: %s", oneLine(a.name), what)
		if of := scidHint(a.name); of != "" {
			r.say("chesszip: hint: %s", oneLine(of))
		} else if strings.Contains(hint, "iconv") {
			r.say("chesszip: hint: %s", oneLine(hint))
		}
	}
	return positions, err
}

// mustHoldGames returns an error for a file without games, and warns of one that was
// found in a folder.
func (r *reading) mustHoldGames(a *opened) error {
	if a.found {
		_, err := r.sayNoGames(a, false)
		return err
	}
	what, hint, _, err := r.noGames(a, false)
	if what == "" {
		return err
	}
	if of := scidHint(a.name); of != "" {
		hint = of
	}
	return failed(hint, "%s holds no game: %s", a.name, what)
}
