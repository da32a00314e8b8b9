package index

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
)

// The size of frame statistics: at most statisticsHundredths/100 bytes for each game,
// and at least minStatistics, or they are not stored; more if names are requested; and
// the bits of a filter of names for each name.
const (
	statisticsHundredths = 15
	minStatistics        = 20
	maxFilter            = 16 << 10
	leastNameBits        = 4
	enoughNameBits       = 10
)

// Builder builds the statistics of frames, one after the other. The zero Builder is ready
// for Reset.
type Builder struct {
	open       open.Set
	statistics Statistics
	names      map[uint64]struct{}
	word       []byte
	games      int
}

// Reset begins a frame with open columns.
func (b *Builder) Reset(set open.Set) {
	b.open, b.games, b.statistics = set, 0, Statistics{Open: set}
	if b.names == nil {
		b.names = map[uint64]struct{}{}
	}
	clear(b.names)
}

// Worthwhile reports whether a frame with so many games has statistics: unless columns
// are open, they are too large for few games.
func Worthwhile(games int64, set open.Set) bool {
	return set != 0 || games*statisticsHundredths/100 >= minStatistics
}

// Add adds the tags and facts of the next game.
func (b *Builder) Add(tags []tagvalue.Tag, facts tagvalue.Facts) {
	b.games++
	b.statistics.add(tags, facts)
	for _, name := range [...]string{"White", "Black"} {
		b.word = playername.EachWord(b.word, tagvalue.First(tags, name), func(w []byte) {
			b.names[HashName(w)] = struct{}{}
		})
	}
}

// Statistics returns the statistics of the frame, nil if they would be large for so few
// games.
func (b *Builder) Statistics() []byte {
	out := b.statistics.Append(nil)
	if !Worthwhile(int64(b.games), b.open) || b.open == 0 && len(out) > b.games*statisticsHundredths/100 {
		return nil
	}
	return slices.Clip(out)
}

// Filter returns the filter of the names of the frame, nil if it would be large.
func (b *Builder) Filter() []byte {
	most, least := b.games*statisticsHundredths/100-minStatistics, leastNameBits
	if b.open&open.Names != 0 {
		most, least = maxFilter, 1
	}
	return filterNames(b.names, least, enoughNameBits, most)
}

// KeepsNames reports whether a filter of so many games is larger than that of a frame
// without open names.
func KeepsNames(games int64, filter []byte) bool {
	return int64(len(filter)) > games*statisticsHundredths/100
}

// CheckStatistics returns an error unless src is the statistics of the frame.
func (b *Builder) CheckStatistics(src []byte) error {
	got, err := ParseStatistics(src)
	if err != nil {
		return err
	}
	if !bytes.Equal(got.Append(nil), b.statistics.Append(nil)) {
		return corrupt.New("frame statistics are not those of the games")
	}
	return nil
}

// CheckFilter returns an error unless a filter has all names of the frame.
func (b *Builder) CheckFilter(filter []byte) error {
	s := Statistics{Names: filter}
	for h := range b.names {
		if !s.MayHaveName(h) {
			return corrupt.New("the filter of names lacks a player")
		}
	}
	return nil
}
