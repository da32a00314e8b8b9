package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
)

// mostNamed is how many gaps or frames a message names.
const mostNamed = 8

// tellGaps reports the bytes of a file that belong to no whole archive: the others are
// read nevertheless.
func (r *reading) tellGaps(o *opened) {
	gaps := o.Gaps()
	if len(gaps) == 0 {
		return
	}
	r.damaged = true
	for i, g := range gaps {
		if i == mostNamed && len(gaps) > mostNamed+1 {
			r.sayError("%s: %s more like these", oneLine(o.name), countText(len(gaps)-i))
			break
		}
		hint := ""
		if i == len(gaps)-1 {
			hint = r.saveHint(o.name, o.Archive)
		}
		r.fail(corrupt(hint, "%s: bytes %d to %d are not a whole archive: %s", o.name, g.Offset, g.Offset+g.Length, whyText(g.Err)))
	}
	if len(gaps) > mostNamed+1 {
		r.say("chesszip: hint: %s", r.saveHint(o.name, o.Archive))
	}
}

// tellDamage reports the frames of an archive that have wrong checksums: a command that
// does not decode them copies or skips them.
func (r *reading) tellDamage(o *opened) {
	games, damaged, err := o.VerifyChecksums(r.ctx)
	if !isReadable(err) {
		return // the read error was printed
	}
	if len(damaged) > 0 {
		err = corrupt(mendHint(o, games), "%s: %s", o.name, damagedText(damaged))
	} else if _, err = o.InOpenings(r.ctx, board.Start()); err != nil {
		err = r.explain(o.name, fmt.Errorf("the opening table: %w", err))
	}
	if err != nil {
		r.damaged = true
		r.fail(err)
	}
}

// isReadable reports whether VerifyChecksums, which returned err, could read every frame.
func isReadable(err error) bool {
	return err == nil || errors.As(err, new(*archive.OldIndexError))
}

// mendHint returns a hint for a damaged archive with so many undamaged games.
func mendHint(o *opened, games int64) string {
	if games < o.NumGames() {
		return recoverHint(o.name)
	}
	return "its games are whole: chesszip merge --repack -o FILE " + oneLine(o.name) + " makes an archive of them"
}

// whyText describes damage without its place.
func whyText(err error) string {
	var at *archive.CorruptError
	if errors.As(err, &at) {
		return fmt.Sprintf("at byte %d: %s", at.Offset, at.Msg)
	}
	return err.Error()
}

// saveHint returns a hint about what chesszip recover would save of a damaged archive.
func (r *reading) saveHint(name string, a *chesszip.Archive) string {
	games, damaged, err := a.VerifyChecksums(r.ctx)
	if !isReadable(err) {
		games = 0
	}
	return saveHint(name, games, damaged)
}

// saveHint returns a hint about what chesszip recover would save apart from damaged
// frames.
func saveHint(name string, games int64, damaged []chesszip.Damage) string {
	if games == 0 {
		return recoverHint(name)
	}
	if len(damaged) == 0 {
		return fmt.Sprintf("chesszip recover %s saves %s", oneLine(name), plural(games, "game"))
	}
	return fmt.Sprintf("%s; chesszip recover %s saves the other %s", damagedText(damaged), oneLine(name), plural(games, "game"))
}

// saveFirst is the hint for a damaged archive from a pipe, or packed.
const saveFirst = "save it to a file, not packed; chesszip recover FILE saves what is whole"

// recoverHint is the hint to save the undamaged games.
func recoverHint(name string) string {
	return fmt.Sprintf("chesszip recover %s saves what is whole", oneLine(name))
}

// damagedText names damaged frames and their games.
func damagedText(damaged []chesszip.Damage) string {
	var named []string
	for i, d := range damaged {
		if n := framesOf(damaged[i:]); i == mostNamed && n > 1 {
			named = append(named, countText(n)+" more")
			break
		}
		text := fmt.Sprint(d.Frame + 1)
		switch {
		case d.Games == 1:
			text += fmt.Sprintf(" (game %d)", d.First+1)
		case d.Games > 1:
			text += fmt.Sprintf(" (games %s)", gamesText(d.First, d.Games))
		}
		named = append(named, text)
	}
	if len(damaged) == 1 {
		return "frame " + named[0] + " is damaged"
	}
	last := len(named) - 1
	return "frames " + strings.Join(named[:last], ", ") + " and " + named[last] + " are damaged"
}

// broken handles an error in the middle of a file, and returns it if the work on the
// file must end. With several archives in the file, damage ends only one of them: it is
// printed, and the next are read.
func (r *reading) broken(a *opened, err error) error {
	var gap *chesszip.GapError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &gap): // tellGaps has printed it
	case (errors.Is(err, chesszip.ErrCorrupt) || errors.Is(err, chesszip.ErrLimit)) && a.several:
		// What can be saved of all of them is printed once.
		if r.told++; r.told == 1 {
			r.fail(r.explainIn(a, err))
		} else if r.told <= mostNamed {
			r.fail(r.explain(a.name, err))
		}
	default:
		return err
	}
	r.damaged = true
	return nil
}

// explainIn explains an error of an open file; for damage, also what can be saved.
func (r *reading) explainIn(a *opened, err error) error {
	err = r.explain(a.name, err)
	var p *problem
	if errors.As(err, &p) && p.status == statusCorrupt && p.hint == "" && !a.plain {
		if p.hint = saveFirst; a.stream == nil {
			p.hint = r.saveHint(a.name, a.whole)
		}
	}
	return err
}

// passOver reports which of several archives in a file hold no games.
func (r *reading) passOver(a *opened) {
	if a.NumGames() == 0 || !a.several || a.stream != nil {
		return
	}
	members := a.whole.Members()
	n, first := 0, 0
	for i, m := range members {
		if m.NumGames() == 0 && m.Input() > 0 {
			if n++; n == 1 {
				first = i + 1
			}
		}
	}
	switch {
	case n == 1:
		r.say("chesszip: warning: %s: archive %d of the %d in it holds no games and is skipped", oneLine(a.name), first, len(members))
	case n > 1:
		r.say("chesszip: warning: %s: %d of the %d archives in it hold no games and are skipped, the first is number %d", oneLine(a.name), n, len(members), first)
	}
}
