package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootExample = `  chesszip games.pgn                 writes games.pgn.czip, keeps games.pgn
  chesszip -d games.pgn.czip         gives games.pgn back, byte for byte
  chesszip -t *.czip                 checks archives, writes nothing
  chesszip --rm *.pgn                compresses, verifies, removes the originals
  chesszip -r folder                 compresses all games in a folder
  chesszip games.pgn.zst             unpacks .gz, .bz2, .xz and .zst first
  curl URL | chesszip > games.czip   in a pipe; -d < games.czip gives it back
  chesszip get games.czip 17         prints one game; filter and find print many
  chesszip get https://HOST/games.czip 17     reads some 250 kB of it
  chesszip filter --player carlsen --date 2013- games.czip
  chesszip --train my.pgn -o my.czm  learns from games, for chesszip -D my.czm
  chesszip explain "FEN"             what a position costs, scheme by scheme
  chesszip -- explain                compresses a file called explain`

const rootLong = `chesszip makes files of chess games (PGN) small, and gives every byte back.

Any file can be compressed, games or not; chess gets small. The result is
decoded and compared before it gets its name. There are three levels: -1, -2 and
-3 mean fast, -4, -5 and -6 default, -7, -8 and -9 max; digits of one level give
the same bytes. Default codes moves by how likely a learned model holds them,
max by one that also looks for what they win or lose.

Archives laid end to end (cat a.czip b.czip) are an archive of both.

A FILE to read may be an http or https address. What becomes of it gets the last
part of the address as its name, in this folder. --download fetches all of it
first, into a temporary file.

` + resumeHelp

const usageTemplate = `Usage:
  {{if .Runnable}}{{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} COMMAND

{{$all := .Commands}}{{range $group := .Groups}}{{.Title}}{{range $all}}{{if and .IsAvailableCommand (eq .GroupID $group.ID)}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}

{{end}}{{if .Groups}}Other commands{{else}}Commands{{end}}:{{range .Commands}}{{if and .IsAvailableCommand (eq .GroupID "")}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableFlags}}

Flags:
{{if not .HasParent}}  -1 ... -9           level: 1-3 fast, 4-6 default, 7-9 max (default -6)
{{end}}{{.Flags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}{{end}}

` + statusHelp + `
`

// run does what args, without the name of the program, ask for. Errors have
// been printed when it returns; exitStatus says what they amount to.
func run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) error {
	c := newConsole(in, out, errw)
	c.noteURLs(args)
	defer c.closeRemotes()
	root := newRoot(c)
	root.SetArgs(args)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, args, err) })
	if completes(args) {
		completeValues(root)
	}
	err := refuseTwoDigits(args)
	if err == nil {
		err = refuseCompletion(args)
	}
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	if lost := c.out.finish(); err == nil {
		err = lost
	}
	var t reported
	if err != nil && !errors.As(err, &t) {
		c.fail(err)
	}
	return err
}

// twoDigits is a level as other programs have them.
var twoDigits = regexp.MustCompile(`^-[0-9]{2,}$`)

// refuseTwoDigits refuses -19, which would be read as -1 -9.
func refuseTwoDigits(args []string) error {
	for i, a := range args {
		if a == "--" {
			break
		}
		// Behind --elo it is a range.
		value := i > 0 && strings.HasPrefix(args[i-1], "--") && !strings.Contains(args[i-1], "=")
		if twoDigits.MatchString(a) && !value {
			return misuse("", "no level %s: levels are -1 to -9", a)
		}
	}
	return nil
}

// completes reports whether a shell asks how words go on.
func completes(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// refuseCompletion completes no words that hold control characters: of these cobra
// complains on standard error by itself.
func refuseCompletion(args []string) error {
	if !completes(args) {
		return nil
	}
	for _, a := range args {
		if shown(a) != a {
			return misuse("", "cannot complete %s", a)
		}
	}
	return nil
}

func newRoot(c *console) *cobra.Command {
	j := &job{console: c, level: 6}
	root := &cobra.Command{
		Use:           "chesszip [flags] [FILE...]",
		Short:         "make files of chess games small, and give every byte back",
		Long:          rootLong,
		Example:       rootExample,
		Version:       version(),
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		// The use line says "[flags]" already.
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		j.ctx = cmd.Context()
		if err := misspelt(args); err != nil {
			return err
		}
		return j.run(args)
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		c.flags = cmd.Flags()
		return mustHaveNames(c.flags)
	}
	root.SetIn(c.in)
	root.SetOut(helpText{c.out})
	root.SetErr(c.errw)
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { c.showHelp(cmd) })
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	rootFlags(root, j)
	all := root.PersistentFlags()
	all.SortFlags = false
	all.BoolVarP(&c.quiet, "quiet", "q", false, "say nothing but errors")
	all.BoolVarP(&c.verbose, "verbose", "v", false, "say what was done, to a terminal or not")
	all.BoolVar(&c.remotes.download, "download", false, "fetch all of what lies at an address before it is read, into a temporary file")
	all.Var(&c.colour, "color", "use colours: `auto`, always or never")
	addGroup(root, "Look into archives and PGN files:",
		newGet(c), newCat(c), newList(c), newCount(c), newStats(c), newFilter(c), newFind(c), newExplore(c),
		newSort(c), newDedupe(c), newStrip(c), newConvert(c))
	addGroup(root, "Change, check and mend archives:", newAppend(c), newMerge(c), newSplit(c), newVerify(c), newRecover(c))
	root.AddCommand(newServe(c), newExplain(c), newMate(c), newPerft(c), newSample(c), newMan(c, root))
	root.InitDefaultCompletionCmd()
	root.SetHelpCommand(newHelp(c, root))
	for _, cmd := range root.Commands() {
		cmd.DisableFlagsInUseLine = true
		if cmd.Name() == "completion" {
			completionTexts(cmd)
		}
	}
	return root
}

// addGroup adds commands under a title of their own, in their order.
func addGroup(root *cobra.Command, title string, cmds ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, cmd := range cmds {
		cmd.GroupID = title
	}
	root.AddCommand(cmds...)
}

func rootFlags(root *cobra.Command, j *job) {
	f := root.Flags()
	f.SortFlags = false
	set := func(m mode) func(string) error {
		return func(string) error { j.mode = m; return nil }
	}
	f.BoolFuncP("compress", "z", "compress (the default)", set(compressing))
	f.BoolFuncP("decompress", "d", "give the files back", set(decompressing))
	f.BoolFuncP("test", "t", "decode and check, write nothing", set(checking))
	f.BoolFunc("train", "learn a model from games and write it to -o FILE (.czm)", set(training))
	f.StringVarP(&j.dict, "model", "D", "", "code moves by the model in `FILE`; needed again to decompress")
	f.BoolVarP(&j.stdout, "stdout", "c", false, "write to standard output, keep the input")
	f.StringVarP(&j.output, "output", "o", "", "write to `FILE`; - is standard output")
	f.BoolFuncP("keep", "k", "keep the input (the default)", func(string) error { j.remove = false; return nil })
	f.BoolFunc("rm", "remove the input once it has been verified and saved", func(string) error { j.remove = true; return nil })
	f.BoolVarP(&j.folders, "recursive", "r", false, "do it to the files of folders, and of those in them: .pgn, .si4, .epd, .fen, .plain, .binpack, packed or not; with -d and -t, .czip")
	f.BoolVarP(&j.force, "force", "f", false, "overwrite; compress archives again; write to a terminal")
	f.BoolVar(&j.resume, "resume", false, "go on with an archive that an earlier run has begun, if there is one")
	f.IntVarP(&j.threads, "threads", "T", 0, "work on `N` frames at once (0: one a processor)")
	f.BoolVar(&j.noUnpack, "no-unpack", false, "take .gz, .bz2, .xz and .zst files as they are")
	f.StringSliceVar(&j.index, "index", nil, "keep in the archive what makes searching fast: "+indexKinds)
	f.BoolVar(&j.sort, "sort", false, "give up the order of a list of positions (FEN, EPD, CSV): the same lines come back sorted, in far fewer bytes")
	f.BoolVar(&j.noVerify, "no-verify", false, "do not decode what is written; a quarter less time at -1")
	f.BoolVar(&j.checkAll, "full-check", false, "decode what is written as -d does, which -t, --rm and verify do in any case; takes up to twice the time (else how likely moves are is not found out again, but for 32 games of each frame)")
	levelFlags(f, &j.level)
}

// levelFlags are -1 to -9, which set a level.
func levelFlags(f *pflag.FlagSet, to *int) {
	for level := 1; level <= 9; level++ {
		name := fmt.Sprintf("level-%d", level)
		f.BoolFuncP(name, name[len(name)-1:], "", func(string) error { *to = level; return nil })
		f.Lookup(name).Hidden = true
	}
}

// version says which chesszip this is, from what the go command noted when it
// built it.
func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			v = info.Main.Version
		}
	}
	return strings.Join([]string{v, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}, " ")
}

// arguments is a check of cobra's with the exit status of wrong use.
func arguments(check cobra.PositionalArgs, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) != nil {
			return misuse(cmd.CommandPath()+" --help shows how", "usage: %s", cmd.CommandPath()+" "+want)
		}
		return nil
	}
}

// misspelt refuses what looks like a command with a wrong letter before the files
// behind it are compressed.
func misspelt(args []string) error {
	if len(args) < 2 || !missing(args[0]) {
		return nil
	}
	if hint := meant(args[0]); hint != "" {
		return failed(hint, "%s: no such file", args[0])
	}
	return nil
}

// missing reports whether there is no file of a name.
func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// meant hints at a command when a file that does not exist is named much like
// one.
func meant(path string) string {
	var names []string
	for _, cmd := range newRoot(newConsole(nil, nil, nil)).Commands() {
		names = append(names, cmd.Name())
	}
	if name := nearest(path, names); name != "" {
		return "is the command chesszip " + name + " meant?"
	}
	return ""
}
