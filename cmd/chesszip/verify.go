package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/pgn"
)

func newVerify(c *console) *cobra.Command {
	r := &reading{console: c}
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "check every frame and list the damage",
		Long: `Check every frame of archives: decode it, and compare the games with every
checksum and with the index. Unlike chesszip -t, verify continues after damage
and lists all damaged frames and their games; unlike it, verify cannot read a
pipe. chesszip recover saves the undamaged games.`,
		Example: `  chesszip verify *.czip
  chesszip verify --json games.czip     {"file":"games.czip","ok":true,...}`,
		Args: arguments(cobra.MinimumNArgs(1), "FILE..."),
	}
	f := cmd.Flags()
	r.readFlags(f)
	r.jsonFlag(f, "print a line of JSON for every file, damaged or not")
	r.manyFlag(f)
	r.many.endings = [][]string{archiveEndings}
	r.many.seeks = "verify"
	return r.verb(cmd, func(args []string) error {
		s, err := r.sink(args...)
		if err != nil {
			return err
		}
		status := statusDone
		for _, name := range args {
			v := verifiedJSON{File: pgn.UTF8(name), Damaged: []damagedJSON{}}
			err := r.verify(name, &v)
			if by := stopped(r.ctx); by != nil {
				return by
			}
			if v.OK = err == nil; err != nil {
				var t reported
				if !errors.As(err, &t) {
					r.fail(err)
					v.Error = cmp.Or(v.Error, pgn.UTF8(err.Error()))
				}
				status = max(status, exitStatus(err))
			}
			if r.json {
				if err := writeJSON(s, v); err != nil {
					return s.close(err)
				}
			}
		}
		if status != statusDone {
			err = reported{status}
		}
		return s.close(err)
	})
}

type verifiedJSON struct {
	File    string        `json:"file"`
	OK      bool          `json:"ok"`
	Frames  int64         `json:"frames"`
	Games   int64         `json:"games"`
	Bytes   int64         `json:"bytes"`
	Damaged []damagedJSON `json:"damaged"`
	Gaps    []gapJSON     `json:"gaps,omitempty"`
	Error   string        `json:"error,omitempty"`
}

// gapJSON are bytes that belong to no whole archive.
type gapJSON struct {
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Error  string `json:"error"`
}

type damagedJSON struct {
	Frame int    `json:"frame"`
	First int64  `json:"first"`
	Games int64  `json:"games"`
	Error string `json:"error"`
	More  int    `json:"more,omitempty"` // damaged frames that are not listed
}

// verify verifies a file, and sets the fields of v except whether it is all right. The
// error is the outcome.
func (r *reading) verify(name string, v *verifiedJSON) error {
	var shown *meter
	r.progress = func(p chesszip.Progress) { shown.reach(p.In) }
	a, err := r.open(name)
	if err != nil {
		return err
	}
	defer a.close()
	name = a.name
	v.File = pgn.UTF8(name)
	if a.plain {
		return corrupt("chesszip "+oneLine(name)+" makes an archive of it, every byte verified", "%s is not an archive", name)
	}
	shown = r.newMeter(r.ctx, "verify "+name, a.Size())
	defer shown.close()
	stats, damaged, err := a.Verify(r.ctx)
	shown.close()
	var gap *chesszip.GapError
	inGap := errors.As(err, &gap)
	if by := stopped(r.ctx); by != nil {
		return by
	}
	v.Frames, v.Games, v.Bytes = stats.Frames, stats.Games, stats.Out
	for _, d := range damaged {
		v.Damaged = append(v.Damaged, damagedJSON{d.Frame + 1, d.First + 1, d.Games, pgn.UTF8(d.Err.Error()), d.More})
	}
	for _, g := range a.Gaps() {
		v.Gaps = append(v.Gaps, gapJSON{g.Offset, g.Length, pgn.UTF8(g.Err.Error())})
	}
	if err != nil {
		v.Error = pgn.UTF8(err.Error())
	}
	for _, line := range damageLines(name, damaged) {
		r.fail(corrupt("", "%s", line))
	}
	var old *archive.OldIndexError
	if len(damaged) > 0 && errors.As(err, &old) {
		r.fail(corrupt("", "%s: bytes %d to %d, an old index, are damaged also", name, old.Offset, old.Offset+old.Length))
		err = nil
	}
	switch {
	case err != nil && !inGap:
		return r.explain(name, err)
	case len(damaged) > 0 || inGap:
		if !inGap { // otherwise it has been printed
			r.say("chesszip: hint: chesszip recover %s saves the %s that are whole", oneLine(name), plural(stats.Games, "game"))
		}
		return reported{statusCorrupt}
	case a.Size() < a.size:
		return corrupt("", "%s: %s after the last index", name, byteText(a.size-a.Size()))
	}
	if r.talks() {
		r.say("%s: %s in %s, every checksum right", oneLine(name), plural(stats.Games, "game"), plural(stats.Frames, "frame"))
	}
	return nil
}

// inputOf returns the decompressed size of an archive, in bytes, by its index.
func inputOf(a *chesszip.Archive) (n int64) {
	for _, f := range a.Frames() {
		n += f.Input
	}
	return n
}

// mostListed is the greatest number of damaged frames that verify names.
const mostListed = 100

// damageLines names damaged frames, one a line, and the number of others.
func damageLines(name string, damaged []chesszip.Damage) (lines []string) {
	for i, d := range damaged {
		if n := framesOf(damaged[i:]); i == mostListed && n > 1 {
			return append(lines, fmt.Sprintf("%s: %s more frames are damaged", name, countText(n)))
		}
		lines = append(lines, damageText(name, &d))
	}
	return lines
}

// framesOf returns the number of damaged frames in a list, including those not listed.
func framesOf(damaged []chesszip.Damage) int {
	n := len(damaged)
	if n > 0 {
		n += damaged[n-1].More
	}
	return n
}

// damageText names a damaged frame.
func damageText(name string, d *chesszip.Damage) string {
	why := d.Err.Error()
	var at *archive.CorruptError
	if errors.As(d.Err, &at) {
		why = fmt.Sprintf("at byte %d: %s", at.Offset, at.Msg)
	}
	if d.Games == 0 {
		return fmt.Sprintf("%s: frame %d, %s", name, d.Frame+1, why)
	}
	return fmt.Sprintf("%s: frame %d, games %s, %s", name, d.Frame+1, gamesText(d.First, d.Games), why)
}
