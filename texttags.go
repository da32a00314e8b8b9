package chesszip

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// kindStored is the kind of a stream that is the input of its frame, SPEC.md,
// section 9.2.
const kindStored = 1

// tagReader gives the tags of the games of a frame.
type tagReader interface {
	Tags(f *archive.Frame, names []string, yield func(game int, tags []tagvalue.Tag, plies int) bool) error
}

// encoded gives the tags of the frame that an Encoder has encoded last.
type encoded struct{ *gameframe.Encoder }

func (e encoded) Tags(_ *archive.Frame, _ []string, yield func(game int, tags []tagvalue.Tag, plies int) bool) error {
	game := 0
	e.EachGame(func(g *gameframe.Game) bool {
		game++
		return yield(game-1, g.Tags, g.Plies)
	})
	return nil
}

// eachTags calls yield with the tags and the length of each game of f, until
// it returns false.
func eachTags(d tagReader, f *archive.Frame, yield func(game int, tags []tagvalue.Tag, plies int) bool) error {
	return d.Tags(f, nil, yield)
}
