package index

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index/replay"
	"github.com/chesszip/chesszip/internal/index/signature"
)

// The size of frame statistics: at most statisticsHundredths/100 bytes for each game,
// and at least minStatistics, or they are not stored; more if names are requested; and
// the bits of a filter of names for each name.
const (
	statisticsHundredths = 15
	minStatistics        = 20
	maxNamedStatistics   = 16 << 10
	leastNameBits        = 4
	enoughNameBits       = 10
)

// Builder builds the indexes of frames, one after the other. The zero Builder is ready
// for Reset.
type Builder struct {
	content    Content
	statistics Statistics
	names      map[uint64]struct{}
	columns    [NumColumns][]uint64
	players    playerNames
	texts      texts
	spellings  spellings
	replay     [][]byte
	signatures []signature.Signature
	word       []byte
	games      int
}

// Reset begins a frame whose index will hold content.
func (b *Builder) Reset(content Content) {
	b.content, b.games = content, 0
	b.statistics, b.replay, b.signatures = Statistics{}, b.replay[:0], b.signatures[:0]
	if b.names == nil {
		b.names = map[uint64]struct{}{}
	}
	clear(b.names)
	b.players.reset()
	b.texts.reset()
	b.spellings.reset()
	for k := range b.columns {
		b.columns[k] = b.columns[k][:0]
	}
}

// Wants reports whether the index will hold c.
func (b *Builder) Wants(c Content) bool { return b.content&c != 0 }

// Worthwhile reports whether a frame with so many games is indexed: unless requested,
// statistics are too large for few games.
func Worthwhile(games int64, content Content) bool {
	return content != 0 || games*statisticsHundredths/100 >= minStatistics
}

// Add adds the tags and facts of the next game.
func (b *Builder) Add(tags []tagvalue.Tag, facts tagvalue.Facts) {
	b.games++
	b.statistics.add(tags, facts)
	for _, name := range players {
		b.word = playername.EachWord(b.word, tagvalue.First(tags, name), func(w []byte) {
			b.names[HashName(w)] = struct{}{}
		})
	}
	if b.content&Players != 0 {
		b.players.add(tags)
		b.texts.add(tags)
	}
	if b.content&Numbers != 0 {
		values := valuesOf(tags, facts)
		for k, v := range values {
			b.columns[k] = append(b.columns[k], v)
		}
		b.spellings.add(tags, &values)
	}
}

// AddMoves adds the moves of the main line of the next game; start is nil if it is not
// known.
func (b *Builder) AddMoves(start *board.Position, moves []board.Move) {
	if b.content&Positions == 0 {
		return
	}
	var game []byte
	if start != nil {
		game = replay.Append(make([]byte, 0, len(moves)+1), start, moves)
	}
	b.replay = append(b.replay, game)
	b.signatures = append(b.signatures, signature.Of(start, moves))
}

// Statistics returns the statistics of the frame, nil if they would be large for so few
// games.
func (b *Builder) Statistics() []byte {
	most, least := b.games*statisticsHundredths/100, leastNameBits
	if b.content&Players != 0 {
		most, least = maxNamedStatistics, 1
	} else if most < minStatistics {
		return nil
	}
	s := b.statistics
	out := s.Append(nil)
	if len(out) > most {
		return nil
	}
	if s.Names = filterNames(b.names, least, enoughNameBits, most-len(out)); s.Names != nil {
		out = s.Append(out[:0])
	}
	return slices.Clip(out)
}

// KeepsNames reports whether statistics of so many games are larger than those without
// the content Players.
func KeepsNames(games int64, statistics []byte) bool {
	return int64(len(statistics)) > games*statisticsHundredths/100
}

// Frame returns the index frame of the frame with the given checksum, nil if content is
// 0.
func (b *Builder) Frame(checksum uint64) ([]byte, error) {
	streams := b.streams(checksum)
	if len(streams) == 1 {
		return nil, nil
	}
	return archive.AppendFrame(nil, &archive.Frame{Streams: streams})
}

func (b *Builder) streams(checksum uint64) []archive.Stream {
	streams := []archive.Stream{{Kind: kindChecksum, Data: binary.LittleEndian.AppendUint64(nil, checksum)}}
	if b.content&Positions != 0 {
		streams = append(streams, archive.Stream{Kind: KindMoves, Data: appendReplay(nil, b.replay)})
	}
	if b.content&Numbers != 0 {
		var numbers []byte
		for _, c := range b.columns {
			numbers = appendNumbers(numbers, c)
		}
		streams = append(streams, archive.Stream{Kind: KindNumbers, Data: numbers})
	}
	if b.content&Positions != 0 {
		streams = append(streams, archive.Stream{Kind: KindSignatures, Data: signature.Append(nil, b.signatures)})
	}
	if b.content&Players != 0 {
		if names := b.players.append(nil); len(names) > 0 {
			streams = append(streams, archive.Stream{Kind: KindPlayers, Data: names})
		}
		if values := b.texts.append(nil); len(values) > 0 {
			streams = append(streams, archive.Stream{Kind: KindTexts, Data: values})
		}
	}
	if b.content&Numbers != 0 {
		if other := b.spellings.append(nil); len(other) > 0 {
			streams = append(streams, archive.Stream{Kind: KindSpellings, Data: other})
		}
	}
	return streams
}

// ContentOf returns the content of an index frame.
func ContentOf(f *archive.Frame) (c Content) {
	if _, ok := f.Stream(KindMoves); ok {
		c |= Positions
	}
	if _, ok := f.Stream(KindNumbers); ok {
		c |= Numbers
	}
	// Names that are too long are not stored, nor are such values of tags.
	_, names := f.Stream(KindPlayers)
	_, texts := f.Stream(KindTexts)
	if names || texts {
		c |= Players
	}
	return c
}

// CheckStatistics returns an error unless src is the statistics of the frame.
func (b *Builder) CheckStatistics(src []byte) error {
	got, err := ParseStatistics(src)
	if err != nil {
		return err
	}
	for h := range b.names {
		if !got.MayHaveName(h) {
			return corrupt.New("frame statistics lack the name of a player")
		}
	}
	got.Names = nil
	if !bytes.Equal(got.Append(nil), b.statistics.Append(nil)) {
		return corrupt.New("frame statistics are not those of the games")
	}
	return nil
}

// CheckFrame returns an error unless f is the index frame of the frame with the given
// checksum.
func (b *Builder) CheckFrame(f *archive.Frame, checksum uint64) error {
	want := b.streams(checksum)
	if _, ok := f.Stream(KindSpellings); !ok { // which earlier versions did not write
		want = slices.DeleteFunc(want, func(s archive.Stream) bool { return s.Kind == KindSpellings })
	}
	if len(want) != len(f.Streams) {
		return corrupt.New("the index frame holds what it should not")
	}
	for i, s := range f.Streams {
		if s.Kind != want[i].Kind || !bytes.Equal(s.Data, want[i].Data) {
			return corrupt.In(StreamName(s.Kind), corrupt.New("the index is not that of the games"))
		}
	}
	return nil
}
