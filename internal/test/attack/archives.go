package attack

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/attack/hostile"
)

// Archives returns families of hostile archives with right checksums.
func Archives() ([]hostile.Family, error) {
	seeds, err := Seeds()
	if err != nil {
		return nil, err
	}
	// family is a family of a seed whose parts change alters.
	family := func(name, seed string, change func(a *alteration, size int)) hostile.Family {
		i := slices.IndexFunc(seeds, func(s Seed) bool { return s.Name == seed })
		return hostile.Family{Name: name, Make: func(size int) []byte {
			a := &alteration{choices: &choices{}, seed: &seeds[i], seeds: seeds}
			src, err := a.seed.archive()
			if err == nil {
				a.parts, err = open(src)
			}
			if err != nil {
				return nil
			}
			change(a, size)
			b, err := a.bytes()
			if err != nil {
				return nil
			}
			return b
		}}
	}
	return []hostile.Family{
		family("a frame of 2^32-1 games", "games -1", func(a *alteration, _ int) {
			a.trusted, a.frames[0].Games = false, 1<<32-1
		}),
		family("a frame of games, repeated", "games -1", (*alteration).fill),
		family("a frame of games -6, repeated", "games -6", (*alteration).fill),
		family("frames of a game of many tags", "many tags -1", (*alteration).fill),
		family("frames of positions", "positions -1", (*alteration).fill),
		family("frames of records", "records, binpack", (*alteration).fill),
		family("frames of nothing", "games -1", func(a *alteration, size int) {
			a.frames = []storedFrame{{Frame: archive.Frame{Streams: []archive.Stream{{Kind: 1}}}}}
			a.fill(size)
		}),
		family("columns of one large value", "many tags -1", func(a *alteration, size int) {
			a.rest = []byte{0, 3, 0, 3}
			a.largeValues()
			a.fill(size)
		}),
		family("columns that the text model predicts", "many tags -6", func(a *alteration, size int) {
			a.rest = []byte{0, 2, 5}
			a.predictedColumns()
			a.fill(size)
		}),
		family("columns of as many values as there may be", "many tags -1", func(a *alteration, size int) {
			a.trusted, a.frames[0].Input = false, maxClaim
			for i := range a.frames[0].Streams {
				if s := &a.frames[0].Streams[i]; isTexts(s.Kind) {
					s.Data = column{0, maxClaim/2 + 16, nil}.bytes()
				}
			}
			a.fill(size)
		}),
		family("open columns of as many values as there may be", "games -0", func(a *alteration, size int) {
			a.trusted, a.frames[0].Input = false, maxClaim
			for i := range a.frames[0].Streams {
				if s := &a.frames[0].Streams[i]; isBlocks(s) {
					s.Data = archive.AppendBlocks(nil, s.Kind, a.frames[0].Games, nil, [][]byte{column{0, maxClaim/2 + 16, nil}.bytes()})
				}
			}
			a.fill(size)
		}),
		family("concatenated archives", "games -1", func(a *alteration, size int) {
			a.raw = append(a.raw, func(b []byte) []byte { return bytes.Repeat(b, max(1, size/len(b))) })
		}),
		family("frames appended one by one", "games -1", func(a *alteration, size int) {
			a.fill(min(size, 1<<16))
			a.appended = len(a.frames) - 1
		}),
		family("false seals", "games one by one", func(a *alteration, size int) {
			a.appended = 1
			a.raw = append(a.raw, func(b []byte) []byte { return append(b, bytes.Repeat(b[len(b)-16:], size/16)...) })
		}),
		family("false footers", "games -1", func(a *alteration, size int) {
			part := append([]byte(footerMarker), binary.AppendUvarint(nil, uint64(size/2))...)
			a.raw = append(a.raw, func(b []byte) []byte { return append(b, bytes.Repeat(part, size/len(part))...) })
		}),
		family("false frames", "games -1", func(a *alteration, size int) {
			part := binary.AppendUvarint([]byte("\xc7FR\xe1\x01\x01\x01\x01"), uint64(size/2))
			a.raw = append(a.raw, func(b []byte) []byte { return append(b[:len(b)-1], bytes.Repeat(part, size/len(part))...) })
		}),
	}, nil
}

// fill repeats the frames up to a number of bytes.
func (a *alteration) fill(size int) {
	n := 0
	for i := range a.frames {
		n += 24
		for _, s := range a.frames[i].Streams {
			n += len(s.Data) + 4
		}
	}
	a.frames = slices.Repeat(a.frames, max(1, min(size/n, 50_000)))
}
