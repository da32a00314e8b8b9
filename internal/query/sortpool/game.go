package sortpool

import "github.com/chesszip/chesszip/internal/read/view"

// Game is a game in a Spool.
type Game struct {
	Number int64
	File   uint32 // of several
	Text   []byte
	Huge   *view.View // in place of Text, if that is larger than a frame
}

// Known is a game with the facts read from its text; or an error in place of both.
type Known[T any] struct {
	Game
	Facts T
	Err   error
}

// Read returns some items of a view, in increasing order, with the result of read for
// their texts, or for the beginning of a text that is larger than a frame. With an error
// it returns the items before the one that failed.
func Read[T any](v *view.View, items []int, read func(text []byte) T) ([]Known[T], error) {
	if len(items) == 0 {
		return nil, nil
	}
	if v.Huge() {
		head, err := v.Head()
		if err != nil {
			return nil, err
		}
		return []Known[T]{{Game: Game{Number: v.First(), Huge: v}, Facts: read(head)}}, nil
	}
	texts, err := v.Some(items)
	games := make([]Known[T], len(texts))
	for i, text := range texts {
		games[i] = Known[T]{Game: Game{Number: v.First() + int64(items[i]), Text: text}, Facts: read(text)}
	}
	return games, err
}
