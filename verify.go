package chesszip

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/skip"
)

// Damage is a frame that is not as it should be.
type Damage struct {
	Frame        int   // in the container, from 0
	First, Games int64 // the games it holds
	Err          error
}

// Verify decodes every frame of an archive and compares what comes out with
// every checksum, and what the index says with the games. It goes on behind
// damage and returns all of it; the error is that of the whole: the checksum of
// the input, or one of reading. Stats are of what is right. For PGN there is
// nothing to verify.
func (a *Archive) Verify() (stats Stats, damaged []Damage, err error) {
	c, ok := a.r.(*archive.Reader)
	if !ok {
		return stats, nil, errPlain
	}
	type checked struct {
		group   group
		hashes  []uint64
		input   int64
		damaged []Damage
	}
	var total sum
	each := func(d *gameframe.Decoder, g group) ([]checked, error) {
		v := checked{group: g}
		bad := func(n int, err error) {
			e := a.r.Entry(n)
			v.damaged = append(v.damaged, Damage{n, a.r.FirstGame(n), e.Games, err})
		}
		for n := g.frame; n <= g.frame+g.more; n++ {
			f, err := a.r.Frame(n)
			if err != nil {
				bad(n, err)
				continue
			}
			text, ends, err := d.Games(nil, &f)
			if err == nil && int64(len(ends)) != f.Games && f.Games > 0 {
				err = errFewer
			}
			if err != nil {
				bad(n, frameError(n, err))
				continue
			}
			v.input += int64(len(text))
			v.hashes = append(v.hashes, xxhash.Sum64(text))
			if err := a.verifyMeta(d, n, &f); err != nil {
				bad(n, frameError(n, err))
			}
			if g.index >= 0 && n == g.frame {
				if err := a.verifyIndex(d, g, &f, text, ends); err != nil {
					bad(g.index, frameError(g.index, err))
				}
			}
		}
		return []checked{v}, nil
	}
	pass(a, a.groups, each, func(v checked, e error) bool {
		if err = e; err != nil {
			return false
		}
		damaged = append(damaged, v.damaged...)
		for _, h := range v.hashes {
			total.add(h)
		}
		stats.Frames += int64(len(v.hashes))
		stats.Out += v.input
		if len(v.damaged) == 0 {
			stats.Games += a.r.Entry(v.group.frame).Games
		}
		a.opt.report(&stats)
		return true
	})
	if err == nil {
		damaged = append(damaged, a.verifySummaries()...)
	}
	stats.In = a.Size()
	if err == nil && len(damaged) == 0 && !a.part {
		err = total.check(c.Summary())
	}
	return stats, damaged, err
}

// verifyMeta compares a frame's summary in the index with its games.
func (a *Archive) verifyMeta(d *gameframe.Decoder, n int, f *archive.Frame) error {
	have := a.meta(n)
	if len(have) == 0 {
		return nil
	}
	m, err := skip.Parse(have)
	if err != nil {
		return err
	}
	made, err := metaOf(d, f, true)
	if err != nil {
		return err
	}
	want, err := skip.Parse(made)
	if err != nil {
		return err
	}
	m.Names, want.Names = nil, nil
	if !bytes.Equal(m.Append(nil), want.Append(nil)) {
		return errors.New("what the index says of the games is wrong")
	}
	return nil
}

// verifySummaries reads the frames that hold metas, which have been compared
// with their games. A part of an archive has none.
func (a *Archive) verifySummaries() (damaged []Damage) {
	if a.part {
		return nil
	}
	indexes := map[int]bool{}
	for _, g := range a.groups {
		indexes[g.index] = true
	}
	for n := range a.r.Len() {
		if e := a.r.Entry(n); e.Games > 0 || e.Input > 0 {
			continue
		}
		f, err := a.r.Frame(n)
		if _, ok := f.Stream(kindMetas); ok && err == nil {
			if _, ok := metasOf(a.r, n, &f); !ok {
				err = frameError(n, errors.New("what it says of other frames is not of these"))
			}
		}
		if err != nil && !indexes[n] {
			damaged = append(damaged, Damage{n, a.r.FirstGame(n), 0, err})
		}
	}
	return damaged
}

// verifyIndex compares the frame that indexes a group with its games.
func (a *Archive) verifyIndex(d *gameframe.Decoder, g group, games *archive.Frame, text []byte, ends []int) error {
	f, err := a.r.Frame(g.index)
	if err != nil {
		return err
	}
	if _, ok := f.Stream(kindMetas); ok {
		return nil // verifySummaries has it
	}
	for _, s := range f.Streams {
		want := s.Data
		switch s.Kind {
		case kindIndexed:
			b, err := archive.AppendFrame(nil, games)
			if err != nil {
				return err
			}
			want = b[len(b)-8:]
		case kindTracks:
			want = tracksOf(text, ends)
		case kindNumbers:
			if want, err = appendNumbers(nil, d, games); err != nil {
				return err
			}
		}
		if !bytes.Equal(s.Data, want) {
			return fmt.Errorf("the index of frame %d does not fit its games", g.frame)
		}
	}
	return nil
}
