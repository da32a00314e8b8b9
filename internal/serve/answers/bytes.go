package answers

import (
	"context"
	"math"
	"strings"

	"github.com/chesszip/chesszip"

	"github.com/chesszip/chesszip/internal/serve/movetree"
	"github.com/chesszip/chesszip/pgn"
)

// bytesJSON is the size of a game by its parts. The games of a frame share columns of
// tags and comments: the shares are estimated.
type bytesJSON struct {
	ID       string              `json:"id"`
	Level    string              `json:"level"`
	Text     int                 `json:"text"`     // bytes of the PGN
	MoveBits float64             `json:"moveBits"` // of all moves together
	Moves    []movetree.MoveBits `json:"moves"`
	Tags     shareJSON           `json:"tags"`
	Comments shareJSON           `json:"comments"`
}

// shareJSON is the size of a part of a game, estimated from the columns of its frame.
type shareJSON struct {
	Text           int      `json:"text"` // bytes in the PGN
	EstimatedBytes *float64 `json:"estimatedBytes"`
}

// gameBytes answers with the sizes of a game's moves at the level of its archive; for
// PGN, at the fast level.
func (s *Site) gameBytes(a *Answer) error {
	p, text, err := s.text(a)
	if err != nil {
		return err
	}
	archive := s.files[p.File].Archive
	out := bytesJSON{ID: p.ID(), Level: "fast", Text: len(text), Moves: []movetree.MoveBits{}}
	parsed := pgn.ParseGame(string(text))
	if parsed == nil {
		return a.JSON(out)
	}
	out.Tags.Text, out.Comments.Text = movetree.TextOf(text)
	if err = s.estimate(a.Context, p, &out); err != nil {
		return err
	}
	game, _ := parsed.MainLine()
	var costs []float64
	if level := archive.Level(); level != nil {
		out.Level = nameOf(level)
		err = s.read(a.Context, func() error {
			costs, err = level.Costs(&game, Known(parsed))
			return err
		})
		if err != nil {
			return err
		}
	}
	out.Moves = movetree.Bits(&game, costs)
	for _, m := range out.Moves {
		out.MoveBits += m.Bits
	}
	return a.JSON(out)
}

// estimate adds the sizes of a game's tags and comments: one game's share of the tags of
// its frame, and, if it has comments, its text's share of the comments. PGN has no
// estimate.
func (s *Site) estimate(ctx context.Context, p Place, out *bytesJSON) error {
	f := s.frameOf(p)
	if f < 0 || levelOf(s.files[p.File].Archive) == "text" {
		return nil
	}
	parts, err := s.parts[p.File]()
	if err != nil || f >= len(parts) {
		return err
	}
	frame := s.frames[p.File][f]
	streams, err := s.columnsOf.Get(ctx, Place{p.File, frame.First}.ID()+" frame", func(ctx context.Context) ([]chesszip.StreamInfo, error) {
		return inTurn(ctx, s.reads, func() ([]chesszip.StreamInfo, error) {
			streams, err := parts[f].Streams(ctx)
			return streams, s.in(p.File, err)
		})
	})
	if err != nil {
		return err
	}
	var tags, comments int64
	for _, x := range streams {
		if strings.HasPrefix(x.Name, "[") || x.Name == "new tags" {
			tags += x.Bytes
		} else if strings.HasSuffix(x.Name, "comments") && out.Comments.Text > 0 {
			comments += x.Bytes
		}
	}
	share := float64(out.Text) / float64(max(1, frame.Input))
	out.Tags.EstimatedBytes, out.Comments.EstimatedBytes = tenths(float64(tags)/float64(frame.Games)), tenths(float64(comments)*share)
	return nil
}

func tenths(n float64) *float64 { n = math.Round(10*n) / 10; return &n }
