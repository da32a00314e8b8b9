package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

func newDecompress(c *console) *cobra.Command {
	j := &job{console: c, level: 6, mode: decompressing}
	return j.verb(&cobra.Command{
		Use:   "decompress [flags] [FILE...]",
		Short: "give the files back, as chesszip -d FILE... does",
		Long: `Give the files back that archives were made of, every byte: chesszip decompress
FILE... is chesszip -d FILE... in words.`,
		Example: `  chesszip decompress games.pgn.czip
  chesszip decompress -c games.czip | head`,
	})
}

// decompress restores the file of one archive.
func (j *job) decompress(name string) error {
	in, err := openInput(j.ctx, j.console, name)
	if err != nil {
		return err
	}
	defer in.close()
	if j.toStdout(name) {
		w, err := j.rawData(j.reads)
		if err != nil {
			return err
		}
		stats, err := j.decode(w, stdoutName, in)
		if err == nil {
			j.finished(stdoutName+": "+returned(stats), stats)
		}
		return err
	}
	target, err := j.target(in.path, in.pack)
	if err != nil {
		return err
	}
	if j.remove {
		if err := in.mayRemove(); err != nil {
			return err
		}
	}
	out, err := j.createOutput(j.ctx, target, j.force, j.reads)
	if err != nil {
		return err
	}
	defer out.discard()
	z := &packer{w: out, name: target}
	if j.output != "" {
		z.pack = endingOf(target).pack
	}
	stats, err := j.decode(z, target, in)
	if err == nil {
		err = z.close()
	}
	if err != nil {
		return err
	}
	if j.remove && out.temp == "" {
		return failed("", "%s keeps nothing: %s stays", target, in.name)
	}
	if err := out.commit(in.source()); err != nil {
		return err
	}
	if j.remove {
		if err := in.removeSource(); err != nil {
			return err
		}
	}
	j.finished(target+": "+returned(stats), stats)
	return nil
}

// test decodes one archive and writes nothing.
func (j *job) test(name string) error {
	in, err := openInput(j.ctx, j.console, name)
	if err != nil {
		return err
	}
	defer in.close()
	stats, err := j.decode(io.Discard, "nowhere", in)
	if err != nil {
		return err
	}
	j.finished(in.name+": "+returned(stats), stats)
	return nil
}

// decode decompresses in to w, named where in messages.
func (j *job) decode(w io.Writer, where string, in *input) (chesszip.Stats, error) {
	what := in.name
	if j.mode == checking {
		what = "test " + in.name
	}
	in.raw.meter = j.newMeter(j.ctx, what, in.size())
	defer in.raw.meter.close()
	options := j.readOptions()
	options.Progress = in.raw.meter.progress(0)
	if len(in.peek()) == 0 && in.raw.err == nil {
		return chesszip.Stats{}, corrupt("", "%s: empty: an archive has at least a header", in.name)
	}
	damaged := isArchive(in.peek())
	var stats chesszip.Stats
	var p *problem
	err := buffered(j.ctx, w, where, func(w io.Writer) (err error) {
		stats, err = chesszip.Decompress(j.ctx, w, in.stream(), options)
		return err
	})
	switch {
	case err == nil:
		if stats.Sorted {
			j.say("%s: lines are sorted: their order was not kept", in.name)
		}
		return stats, nil
	case in.raw.err != nil:
		return stats, in.raw.err
	case errors.As(err, &p) || stopped(j.ctx) != nil:
		return stats, err
	}
	return stats, j.damageHint(in, damaged, decodeError(in.name, err))
}

// damageHint adds to a decoding error a hint about what can be saved.
func (j *job) damageHint(in *input, archive bool, err error) error {
	var p *problem
	if !errors.As(err, &p) || p.status != statusCorrupt || p.hint != "" {
		return err
	}
	f, ok := in.file.(io.ReaderAt)
	if !ok || !in.regular() {
		if archive {
			p.hint = "save it to a file; chesszip recover FILE saves what is whole"
		}
		return err
	}
	var torn *chesszip.TornError
	a, open := chesszip.Open(j.ctx, f, in.size(), j.readOptions())
	switch {
	case open == nil && j.mode == checking: // which has decoded everything before the damage
		stats, damaged, _ := a.Verify(j.ctx)
		p.hint = saveHint(in.name, stats.Games, damaged)
	case open == nil:
		r := &reading{console: j.console, ctx: j.ctx}
		p.hint = r.saveHint(in.name, a)
	case errors.As(open, &torn):
		p.hint = fmt.Sprintf("an append was cut off? chesszip cat gives what was there before; chesszip append %s FILE takes the torn end away", oneLine(in.name))
	case archive:
		p.hint = recoverHint(in.name)
	}
	return err
}

// returned describes a decompression in a few words.
func returned(s chesszip.Stats) string {
	b := new(strings.Builder)
	fmt.Fprintf(b, "%s to %s", byteText(s.In), byteText(s.Out))
	if s.Games > 0 {
		fmt.Fprintf(b, ", %s", plural(s.Games, "game"))
	}
	b.WriteString(", every checksum right")
	return b.String()
}
