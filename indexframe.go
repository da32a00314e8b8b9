package chesszip

import (
	"bytes"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/text"
	"github.com/chesszip/chesszip/internal/track"
	"github.com/chesszip/chesszip/pgn"
)

// Kinds of the streams of an index frame, SPEC.md, section 9.6.
const (
	kindIndexed = 1024 // the checksum of the frame that it indexes, 8 bytes
	kindTracks  = 1027 // the moves of its games
	kindNumbers = 1028 // what queries ask of its games' tags
	kindMetas   = 1029 // metas of frames, instead of all of these
)

// What tracks take at most: bytes for each of the games' texts, since no move
// is written in one letter, and for each game, with a start position.
const (
	tracksBytes = 2
	tracksStart = 200
)

// isIndex reports whether f indexes frames before it and holds no input.
func isIndex(f *archive.Frame) bool {
	_, ok := f.Stream(kindIndexed)
	return ok && f.Games == 0 && f.Input == 0
}

// indexOf returns what the index holds of a frame, whose bytes are encoded,
// and the frame that indexes it, if either is wanted.
func indexOf(d tagReader, f *archive.Frame, encoded []byte, p *piece, index Index) (meta, frame []byte, err error) {
	if p.torn {
		return nil, nil, nil
	}
	if meta, err = metaOf(d, f, index&IndexPlayers != 0); err != nil {
		return nil, nil, err
	}
	streams := []archive.Stream{{Kind: kindIndexed, Data: bytes.Clone(encoded[len(encoded)-8:])}}
	if index&IndexPositions != 0 {
		streams = append(streams, archive.Stream{Kind: kindTracks, Data: tracksOf(p.text, p.ends)})
	}
	if index&IndexNumbers != 0 {
		numbers, err := appendNumbers(nil, d, f)
		if err != nil {
			return nil, nil, err
		}
		streams = append(streams, archive.Stream{Kind: kindNumbers, Data: numbers})
	}
	if len(streams) > 1 {
		frame, err = archive.AppendFrame(nil, &archive.Frame{Streams: streams})
	}
	return meta, frame, err
}

// tracksOf returns the tracks of games.
func tracksOf(games []byte, ends []int) []byte {
	tracks := make([][]byte, len(ends))
	var line pgn.Line
	var w track.Writer
	start := 0
	for i, end := range ends {
		begun := false
		line.Each(games[start:end], func(p *board.Position, m board.Move) bool {
			if begun {
				w.Move(m, p)
			} else {
				w.Begin(p)
			}
			begun = true
			return true
		})
		tracks[i] = w.End(nil)
		start = end
	}
	return text.Append(nil, tracks, text.Quick)
}

// material is how many men of each kind a side has: eight bits for each kind,
// pawns lowest, kings highest.
type material struct{ white, black side }

// side is how many men of each kind a player has.
type side uint64

// pawns returns how many pawns a side has, of the numbers of its men.
func (s side) pawns() int { return int(s & 255) }

// materialOf counts the men on a board.
func materialOf(b *board.Board) (m material) {
	white, black := b.Color(board.White), b.Color(board.Black)
	for k := board.Pawn; k <= board.King; k++ {
		men := b.Kind(k)
		m.white |= side((men & white).Count()) << (8 * (k - 1))
		m.black |= side((men & black).Count()) << (8 * (k - 1))
	}
	return m
}
