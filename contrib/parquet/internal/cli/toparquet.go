package cli

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/contrib/parquet/table"
	"github.com/chesszip/chesszip/levels"
	"github.com/klauspost/compress/zstd"
	"github.com/spf13/pflag"
)

const toUsage = `czip2parquet writes games as Parquet, a row a game.

A FILE is an archive of chesszip, or PGN, plain or packed as .gz or .zst; games.czip
becomes games.parquet beside it. "-" is standard input, with -o. The file gets its name
when it is whole. parquet2czip goes back.

Examples:
  czip2parquet games.czip                      a table of all columns
  czip2parquet --tags Annotator games.czip     and one column more
  czip2parquet --columns White,Black,positions,moves_uci games.czip
  czip2parquet -C tables *.czip                several files at once

Usage:
  czip2parquet [flags] FILE...

Flags:
`

// ToParquet is the command czip2parquet.
func ToParquet(ctx context.Context, args []string, out, errw io.Writer) error {
	var files Files
	flags := pflag.NewFlagSet("czip2parquet", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	tags := flags.StringSlice("tags", nil, "give tags columns of their own, such as Annotator")
	columns := flags.StringSlice("columns", nil, "write only these; positions must be asked for so")
	frames := flags.Int("frames", table.DefaultFrames, "frames of the archive to a row group, each of at most 4,000 games")
	files.AddFlags(flags, runtime.GOMAXPROCS(0))
	quiet := flags.BoolP("quiet", "q", false, "do not say what the tables have and lack")
	if err := flags.Parse(args); errors.Is(err, pflag.ErrHelp) {
		_, err := fmt.Fprint(out, toUsage, flags.FlagUsages())
		return err
	} else if err != nil {
		return Wrong("--help lists the flags", "%w", err)
	}
	if *frames < 1 {
		return Wrong("", "--frames must be 1 or more")
	}
	s, err := table.NewSchema(*tags, *columns)
	if err != nil {
		return Wrong("--help says more", "%w", err)
	}
	tasks, err := files.Tasks(flags.Args(), ".parquet", ".czip", ".pgn", ".zst", ".gz")
	if err != nil {
		return err
	}
	say := errw
	if *quiet {
		say = io.Discard
	}
	return files.Each(ctx, tasks, say, func(ctx context.Context, t Task, threads int) (string, error) {
		begin := time.Now()
		var lost table.Lost
		err := files.Write(ctx, t.Out, func(f *os.File) (err error) {
			o := &table.Options{Threads: threads, Frames: *frames}
			lost, err = toTable(ctx, f, s, t.In, o)
			return err
		})
		if err != nil {
			return "", explainGames(t.In, err)
		}
		return fmt.Sprintf("%s: %d games in %.1f s; not in it: %s", t.Out, lost.Games, time.Since(begin).Seconds(), lost), nil
	})
}

// toTable writes the games of the input name.
func toTable(ctx context.Context, to *os.File, s *table.Schema, name string, o *table.Options) (table.Lost, error) {
	in := os.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return table.Lost{}, err
		}
		defer f.Close()
		in = f
	}
	archives, closer, err := openGames(ctx, in)
	if err != nil {
		return table.Lost{}, err
	}
	defer closer()
	content := chesszip.ContentEmpty
	lost, err := table.Write(ctx, to, s, noting(ctx, archives, &content), o)
	if err == nil && lost.Games == 0 && content != chesszip.ContentEmpty {
		err = fmt.Errorf("holds %s, and no games to make a table of", content)
	}
	return lost, err
}

// noting stores the content of the last archive without games that is not empty.
func noting(ctx context.Context, archives iter.Seq2[*chesszip.Archive, error], content *chesszip.Content) iter.Seq2[*chesszip.Archive, error] {
	return func(yield func(*chesszip.Archive, error) bool) {
		for a, err := range archives {
			if err == nil && a.NumGames() == 0 {
				c, err := a.Content(ctx)
				if err != nil {
					yield(nil, err)
					return
				}
				if c != chesszip.ContentEmpty {
					*content = c
				}
			}
			if !yield(a, err) {
				return
			}
		}
	}
}

// openGames returns the games of a file. A file on a disk is read by random access,
// other inputs in order.
func openGames(ctx context.Context, f *os.File) (iter.Seq2[*chesszip.Archive, error], func(), error) {
	nothing := func() {}
	// Row groups are made in parallel instead.
	o := &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		return nil, nil, errors.New("is a directory")
	}
	in := bufio.NewReaderSize(f, 1<<18)
	head, _ := in.Peek(magicLen) // the error comes back with the next read
	regular := info.Mode().IsRegular()
	var r io.Reader = in
	switch {
	case isMagic(head, gzipMagic):
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, nil, err
		}
		r = unpacked
	case isMagic(head, zstdMagic):
		unpacked, err := zstd.NewReader(in, zstd.WithDecoderMaxMemory(1<<27), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, nil, err
		}
		return chesszip.Scan(ctx, unpacked, o), unpacked.Close, nil
	case regular && chesszip.IsArchive(head):
		a, err := chesszip.Open(ctx, f, info.Size(), o)
		return one(a), nothing, err
	case regular:
		a, err := chesszip.OpenPGN(ctx, f, info.Size(), o)
		return one(a), nothing, err
	}
	return chesszip.Scan(ctx, r, o), nothing, nil
}

// First bytes of files.
const (
	magicLen  = 16
	gzipMagic = "\x1f\x8b"
	zstdMagic = "\x28\xb5\x2f\xfd"
)

func isMagic(head []byte, magic string) bool {
	return len(head) >= len(magic) && string(head[:len(magic)]) == magic
}

func one(a *chesszip.Archive) iter.Seq2[*chesszip.Archive, error] {
	return func(yield func(*chesszip.Archive, error) bool) { yield(a, nil) }
}

// explainGames adds the file to an error, and a hint.
func explainGames(name string, err error) error {
	if name == "-" {
		name = "standard input"
	}
	err = named(name, err)
	switch {
	case errors.Is(err, os.ErrNotExist) && strings.Contains(name, "://"):
		return &Error{Status: Failed, Err: err, Hint: "chesszip cat " + name + " | czip2parquet -o FILE - reads an address"}
	case errors.Is(err, chesszip.ErrCorrupt):
		return &Error{Status: Corrupt, Err: err, Hint: "chesszip recover saves what is whole"}
	case errors.Is(err, chesszip.ErrVersion):
		return &Error{Status: Failed, Err: err, Hint: "another version of chesszip wrote it: unpack it with that one"}
	case errors.Is(err, chesszip.ErrLevel):
		return &Error{Status: Failed, Err: err, Hint: "chesszip -d -D MODEL unpacks it"}
	}
	return err
}
