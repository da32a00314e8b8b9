package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/pgn"
)

func newRecover(c *console) *cobra.Command {
	r := &reading{console: c}
	cmd := &cobra.Command{
		Use:   "recover [flags] FILE",
		Short: "save the undamaged games of an archive",
		Long: `Save the undamaged games of an archive: print the games of every undamaged frame
exactly as they were compressed, even if the header, the index or the end is
missing, or other bytes are in between. What was saved and lost is printed to
standard error. The exit status is 0 if anything was saved.`,
		Example: `  chesszip recover broken.czip -o saved.pgn
  chesszip recover broken.czip -o whole.czip`,
		Args: arguments(cobra.ExactArgs(1), "[flags] FILE"),
	}
	f := cmd.Flags()
	r.fileFlags(f)
	r.archiveFlags(f)
	r.arch.aside = true
	r.jsonFlag(f, "print in JSON, to standard error, what was saved")
	return r.verb(cmd, func(args []string) error {
		options, err := r.options()
		if err != nil {
			return err
		}
		options.AllowMissing = true // saves what can be decoded without a level
		in, err := r.openFile(args[0])
		if err != nil {
			return err
		}
		defer in.close()
		name, file, size := in.name, in.at, in.length
		s, err := r.sink(args...)
		if err != nil {
			return err
		}
		meter := r.newMeter(r.ctx, "recover "+name, size)
		options.Progress = meter.progress(0)
		got, err := chesszip.Recover(r.ctx, s, file, size, options)
		meter.close()
		options.Progress = nil
		if err != nil {
			return s.close(r.explain(name, err))
		}
		if got.Frames == 0 {
			hint := ""
			if got.Undecoded > 0 {
				hint = "name its model with -D FILE"
			}
			return s.close(corrupt(hint, "%s: nothing to recover: no frame is whole", name))
		}
		if err := s.close(nil); err != nil {
			return err
		}
		if err := r.recovered(name, &got); err != nil || r.json || r.quiet || !got.Known {
			return err
		}
		a, err := chesszip.Open(r.ctx, file, size, options)
		if err != nil {
			return nil // recovered has printed it
		}
		_, damaged, err := a.VerifyChecksums(r.ctx)
		if len(damaged) > 0 && isReadable(err) {
			r.say("%s: %s", oneLine(name), damagedText(damaged))
		}
		var old *archive.OldIndexError
		if errors.As(err, &old) {
			r.say("%s: bytes %d to %d, an old index, are damaged", oneLine(name), old.Offset, old.Offset+old.Length)
		}
		return nil
	})
}

func (r *reading) recovered(name string, got *chesszip.Recovered) error {
	if r.json {
		return writeJSON(r.errw, map[string]any{
			"file": pgn.UTF8(name), "frames": got.Frames, "games": got.Games, "bytes": got.Out, "undecoded": got.Undecoded,
			"index": got.Known, "lost_games": got.Lost, "lost_frames": got.LostFrames,
		})
	}
	lost := "how many are lost is not known, since the index is"
	switch {
	case got.Known && got.LostFrames == 0:
		lost = "none is lost"
	case got.Known:
		lost = plural(got.Lost, "game") + " in " + plural(got.LostFrames, "frame") + " lost"
	}
	r.say("%s: %s in %s saved, %s", oneLine(name), plural(got.Games, "game"), plural(got.Frames, "frame"), lost)
	if got.Undecoded > 0 {
		r.say("chesszip: hint: %s need a model: name it with -D FILE", plural(got.Undecoded, "frame"))
	}
	return nil
}
