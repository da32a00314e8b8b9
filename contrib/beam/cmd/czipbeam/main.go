// Command czipbeam runs pipelines over chess archives by Apache Beam: in this process by
// default, or on Flink, Spark or Dataflow by Beam's own flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/chesszip/chesszip/contrib/beam/czipbeam"
)

const manual = `usage: czipbeam COMMAND -o OUTPUT [flags] FILE...

  explore   a table of the moves played from a position, of all archives
  tree      a table of the opening tree of all archives
  count     a table of the values of a tag
  filter    the games that a query means, in files of as many frames
  compress  archives of PGN files (.pgn, .pgn.zst, .pgn.gz)
  convert   a file for each so many frames, in another format
  measure   rates of this machine, and what seven billion games would take

Beam's flags choose where it runs: --runner, --endpoint, ... ("czipbeam help" lists all)

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "czipbeam: error:", err)
		os.Exit(1)
	}
}

// run does what the arguments say. Where a runner starts the program as a worker, there
// is no command among them, and beam.Init does not return.
func run(ctx context.Context, args []string, out, errw io.Writer) error {
	command := ""
	if len(args) > 1 && !strings.HasPrefix(args[1], "-") {
		command = args[1]
		args = append([]string{args[0]}, args[2:]...)
	}
	o := newOptions(flag.CommandLine)
	flag.CommandLine.SetOutput(errw)
	flag.CommandLine.Usage = func() { printUsage(errw, false) }
	if err := flag.CommandLine.Parse(args[1:]); err != nil {
		return err
	}
	czipbeam.Register()
	registerFormats()
	beam.Init()
	o.log(errw)
	files := flag.Args()
	switch command {
	case "help":
		printUsage(out, true)
		return nil
	case "measure":
		return measure(ctx, out, files)
	case "explore", "tree", "count", "filter", "compress", "convert":
	default:
		if command == "" {
			return errors.New("no command is named; czipbeam -h lists them")
		}
		return fmt.Errorf("no command %q; czipbeam -h lists them", command)
	}
	if o.output == "" || len(files) == 0 {
		return fmt.Errorf("%s needs -o OUTPUT and files", command)
	}
	for i, name := range files {
		// Workers may run elsewhere in the file system.
		path, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		if _, err := os.Stat(path); err != nil {
			return err
		}
		files[i] = path
	}
	return o.job(ctx, command, files, errw)
}

// quiet is above all levels that Beam logs at.
const quiet = slog.LevelError + 1

// log says how much Beam tells of its work.
func (o *options) log(errw io.Writer) {
	level := quiet
	if o.verbose {
		level = slog.LevelInfo
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(errw, &slog.HandlerOptions{Level: level})))
}

// reason returns what a DoFn said, without the plan of the bundle around it.
func (o *options) reason(err error) error {
	const failed = "] failed:\n"
	text := err.Error()
	if i := strings.LastIndex(text, failed); i >= 0 && !o.verbose {
		return errors.New(strings.TrimSpace(text[i+len(failed):]))
	}
	return err
}

// job runs a pipeline, and gives its output the final name when all of it is there.
func (o *options) job(ctx context.Context, command string, files []string, errw io.Writer) (err error) {
	if err := o.understand(ctx, files, errw); err != nil {
		return err
	}
	w, err := czipbeam.Begin(o.output)
	if err != nil {
		return err
	}
	done := false
	defer func() {
		if !done {
			w.Discard()
		}
	}()
	p, s := beam.NewPipelineWithRoot()
	name, err := o.build(s, command, files, w)
	if err != nil {
		return err
	}
	if err := beamx.Run(ctx, p); err != nil {
		if ctx.Err() != nil {
			return errors.New("interrupted; nothing was written")
		}
		return o.reason(err)
	}
	lost, err := w.Damage()
	if err != nil {
		return err
	}
	if err := w.Commit(name); err != nil {
		return err
	}
	done = true
	for _, line := range lost {
		fmt.Fprintln(errw, "czipbeam: passed over:", line)
	}
	if len(lost) > 0 {
		return fmt.Errorf("%d damaged frames were passed over", len(lost))
	}
	return nil
}
