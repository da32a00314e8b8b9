package table

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/huffman"
	"github.com/chesszip/chesszip/internal/model/trailer"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/piecelist"
)

// boardReader is a scheme for boards.
type boardReader interface {
	Read(r *bitio.Reader) (board.Board, error)
}

// onPositions are the operations on one position or board.
func onPositions() []Operation {
	return append(onBoards(),
		position([]string{"codec.DecodePosition", "codec.Palette.DecodePosition"}, func(src []byte) error {
			_, _, err := codec.DecodePosition(src)
			for _, s := range append(codec.Palettes(), boardmodel.Palette()) {
				_, _, e := s.DecodePosition(src)
				_, _, e2 := s.DecodePosition(headed(s.Method(), src))
				err = errors.Join(err, e, e2)
			}
			return err
		}),
		position([]string{"chesszip.OpeningOf"}, func(src []byte) error {
			p, _, err := codec.DecodePosition(src)
			chesszip.OpeningOf(p)
			return err
		}),
		position([]string{"codec.DecodePacked"}, func(src []byte) error {
			_, err := codec.DecodePacked(src)
			return err
		}),
		position([]string{"codec/boardmodel.Scheme.Decode", "codec/boardmodel.Scheme.Read"}, func(src []byte) error {
			_, _, err := boardmodel.V1.Decode(src)
			_, _, err1 := boardmodel.V1.Decode(headed(positionV1, src))
			_, err2 := boardmodel.V1.Read(bitio.NewReader(bytes.NewReader(src)))
			return errors.Join(err, err1, err2)
		}),
		position([]string{"codec.StoredPosition.Scan", "codec.StoredPosition.UnmarshalBinary", "codec.StoredPosition.UnmarshalText"}, func(src []byte) error {
			var p codec.StoredPosition
			return errors.Join(p.Scan(src), p.Scan(string(src)), p.UnmarshalBinary(src), p.UnmarshalText(src))
		}),
		position([]string{"codec.Key.Scan", "codec.Key.UnmarshalBinary", "codec.Key.UnmarshalText", "codec.Key.Position"}, func(src []byte) error {
			var k codec.Key
			err := errors.Join(k.Scan(src), k.Scan(string(src)), k.UnmarshalBinary(src), k.UnmarshalText(src))
			copy(k[:], src)
			_, err2 := k.Position()
			return errors.Join(err, err2)
		}),
		position([]string{"codec.Identify"}, func(src []byte) error {
			_, _, err := codec.Identify(src)
			return err
		}),
		position([]string{"codec.ByName", "codec.PaletteByName"}, func(src []byte) error {
			codec.ByName(string(src))
			codec.PaletteByName(string(src))
			return nil
		}),
		position([]string{"internal/model/trailer.Trailer.Read"}, func(src []byte) error {
			p := board.Start()
			return trailer.Trailer(0).Read(bitio.NewReader(bytes.NewReader(src)), &p)
		}),
		position([]string{"chesszip.ParsePattern"}, func(src []byte) error {
			_, err := chesszip.ParsePattern(string(src))
			_, err2 := chesszip.ParsePattern("fen:" + strconv.Quote(string(src)) + " then move:" + string(src))
			return errors.Join(err, err2)
		}),
		position([]string{"board.ParseFEN", "board.ParseEPD", "board.Position.UnmarshalText", "board.ParseSquare", "board.EPD.Op"}, parsePosition),
		position([]string{"notation.ParseSAN", "notation.Dialect.ParseSAN", "notation.ParseUCI", "notation.Language.AppendEnglish", "notation.SpelledIn",
			"gamestate.State.PlaySAN", "gamestate.State.PlayUCI", "pgn.Node.AddSAN", "pgn.Node.AddUCI"}, parseMove),
		position([]string{"board.Move.UnmarshalText", "board.Color.UnmarshalText", "board.Piece.UnmarshalText", "bitboard.Square.UnmarshalText"},
			func(src []byte) error {
				var (
					m board.Move
					c board.Color
					p board.Piece
					s board.Square
				)
				return errors.Join(m.UnmarshalText(src), c.UnmarshalText(src), p.UnmarshalText(src), s.UnmarshalText(src))
			}),
		position([]string{"endgame.NewCube", "endgame.Solve", "endgame.Cube.Best",
			"endgame.Table.Probe", "endgame.Base.Probe", "endgame.Base.Best", "endgame.Base.Choices", "endgame.Base.Line"}, askEnding),
	)
}

// positionV1 is the first byte of the output of boardmodel.V1.
const positionV1 = 0x64

// headed returns src after the first byte of a blob, so that a decoder reads on.
func headed(first byte, src []byte) []byte { return append([]byte{first}, src...) }

func position(names []string, do func(src []byte) error) Operation {
	return Operation{Names: names, On: Positions, Do: do}
}

func onBoards() (all []Operation) {
	for _, b := range []struct {
		name string
		boardReader
	}{
		{"basen.Base13", basen.Base13{}}, {"basen.Nibble", basen.Nibble{}}, {"basen.Numbered", basen.Numbered{}},
		{"basen.Variable", basen.Variable{}}, {"huffman.Board", huffman.Board(0)}, {"huffman.Diff", huffman.Diff{}},
		{"piecelist.Layout", piecelist.Combinations},
	} {
		all = append(all, position([]string{b.name + ".Read"}, func(src []byte) error {
			_, err := b.Read(bitio.NewReader(bytes.NewReader(src)))
			return err
		}))
	}
	return append(all,
		position([]string{"basen.Nibble.ReadMarked"}, func(src []byte) error {
			_, _, err := basen.Nibble{}.ReadMarked(bitio.NewReader(bytes.NewReader(src)))
			return err
		}),
		position([]string{"basen.NumberFromBytes", "basen.Number.Position"}, func(src []byte) error {
			var b [20]byte
			copy(b[:], src)
			_, err := basen.NumberFromBytes(b).Position()
			return err
		}),
		position([]string{"basen.Mixed.Reset", "basen.Mixed.Next", "basen.Mixed.Close"}, func(src []byte) error {
			var m basen.Mixed
			err := m.Reset(src)
			for i := 0; err == nil && i < 8*len(src); i++ {
				_, err = m.Next(uint16(2 + i%300))
			}
			return errors.Join(err, m.Close())
		}),
		position([]string{"huffman.New", "huffman.Code.Decode"}, func(src []byte) error {
			c, err := huffman.New(src)
			if err == nil {
				c.Decode(0x5555555555555555)
			}
			return err
		}))
}

func parsePosition(src []byte) error {
	s := string(src)
	p, err := board.ParseFEN(s)
	e, err2 := board.ParseEPD(s)
	for _, op := range e.Ops {
		e.Op(op.Opcode)
	}
	_, err3 := board.ParseSquare(s)
	if err == nil {
		movegen.AppendLegal(nil, &p)
	}
	return errors.Join(err, err2, err3, p.UnmarshalText(src))
}

func parseMove(src []byte) (err error) {
	p := board.Start()
	for _, word := range append(strings.Fields(string(src)), string(src)) {
		_, err1 := notation.ParseSAN(word, &p)
		_, _, err2 := notation.Standard.ParseSAN([]byte(word), &p)
		notation.SpelledIn([]byte(word))
		for l := range notation.Languages {
			english, _ := l.AppendEnglish(nil, []byte(word))
			l.AppendMove(nil, english)
		}
		_, err = notation.ParseUCI(word, &p)
		state := gamestate.NewState(board.Start())
		_, _ = state.PlaySAN(word), state.PlayUCI(word)
		_, _ = pgn.NewTree(board.Start()).Root().AddSAN(word)
		_, _ = pgn.NewTree(board.Start()).Root().AddUCI(word)
		if err1 != nil || err2 != nil {
			err = errors.Join(err1, err2)
		}
	}
	return err
}

// askEnding uses the bytes as a cube, as a position and as the name of an ending.
func askEnding(src []byte) error {
	p, err := board.ParseFEN(string(src))
	if err != nil {
		p = board.Position{}
	}
	table, err0 := endgame.Solve(string(src), nil)
	if err0 == nil {
		_, err0 = table.Probe(&p)
	}
	var base endgame.Base
	_, err1 := base.Probe(&p)
	_, _, err2 := base.Best(&p)
	_, err3 := base.Choices(&p)
	_, err4 := base.Line(&p)
	r, size := reader(src)
	c, err5 := endgame.NewCube(r, size)
	if err5 == nil {
		_, _, err5 = c.Best(&p)
	}
	return errors.Join(err, err0, err1, err2, err3, err4, err5)
}
