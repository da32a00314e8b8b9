package main

import (
	"cmp"
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

	"github.com/chesszip/chesszip"
)

const rootExample = `  chesszip games.pgn                 compress to games.pgn.czip, keep games.pgn
  chesszip -d games.pgn.czip         decompress: the same bytes as before
  chesszip -t *.czip                 check archives, write nothing
  chesszip --rm *.pgn                compress, verify, remove the originals
  chesszip -r folder                 compress all games in a folder
  chesszip -o all.czip a.pgn b.pgn   make one archive of both
  chesszip games.pgn.zst             unpack .gz, .bz2, .xz or .zst first
  curl URL | chesszip > games.czip   from a pipe; -d < games.czip decompresses
  chesszip get games.czip 17         print a game; filter and find print many
  chesszip filter --player carlsen --date 2013+ games.czip
  chesszip get https://HOST/games.czip 17     fetch about 250 kB, print a game
  chesszip --train my.pgn -o my.czm  learn a model, for chesszip -D my.czm
  chesszip -- explain                compress a file called explain`

const rootLong = `Compress PGN files, and search them. Decompression gives back every byte. Other
files can be compressed also, but only chess gets small.

There are three levels: fast (-1 to -3), default (-4 to -6) and max (-7 to -9).
A higher level writes smaller files and takes longer. Digits of the same level
write the same bytes.

An archive is decoded and compared before it is renamed into place. Archives that
are concatenated (cat a.czip b.czip) are an archive of both.

` + resumeHelp

// run runs the command args, without the program's name. It prints errors before it
// returns; exitStatus returns their status.
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

// twoDigits matches a level as in other programs.
var twoDigits = regexp.MustCompile(`^-[0-9]{2,}$`)

// refuseTwoDigits refuses -19, which would be read as -1 -9.
func refuseTwoDigits(args []string) error {
	for i, a := range args {
		if a == "--" {
			break
		}
		// After --elo it is a range.
		value := i > 0 && strings.HasPrefix(args[i-1], "--") && !strings.Contains(args[i-1], "=")
		if twoDigits.MatchString(a) && !value {
			return misuse("", "no level %s: levels are -0 to -9", a)
		}
	}
	return nil
}

// completes reports whether a shell requests completions.
func completes(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// refuseCompletion refuses to complete words with control characters, about which cobra
// would print to standard error itself.
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
		Short:         "compress PGN files, and search them",
		Long:          rootLong,
		Example:       rootExample,
		Version:       version(),
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		// The use line says "[flags]" already.
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			if j.mode == decompressing || j.mode == checking {
				return archiveFiles, cobra.ShellCompDirectiveFilterFileExt
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		j.ctx = cmd.Context()
		if err := noVerb(args, cmd.ArgsLenAtDash() == 0); err != nil {
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
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { c.showHelp(cmd) })
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	rootFlags(root, j)
	all := root.PersistentFlags()
	all.SortFlags = false
	all.BoolVarP(&c.quiet, "quiet", "q", false, "print errors only")
	all.BoolVarP(&c.verbose, "verbose", "v", false, "print what was done, even without a terminal")
	all.BoolVar(&c.remotes.download, "download", false, "fetch whole files from addresses before reading them")
	all.Var(&c.colour, "color", "use colours `WHEN`: auto, always or never")
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	root.Flags().Lookup("help").Usage = "print the help of a command"
	root.Flags().Lookup("version").Usage = "print the version"
	inGroup(all, commonGroup, "quiet", "verbose", "download", "color")
	addGroup(root, "Compress", newCompress(c), newDecompress(c))
	addGroup(root, "Search, read and convert games",
		newSearch(c), newGet(c), newCat(c), newList(c), newCount(c), newStats(c), newFilter(c), newFind(c), newExplore(c), newNovelty(c),
		newSort(c), newPlayers(c), newCheck(c), newDedupe(c), newStrip(c), newTag(c), newConvert(c))
	addGroup(root, "Change, check and repair archives", newAppend(c), newMerge(c), newSplit(c), newVerify(c), newRecover(c))
	root.AddCommand(newServe(c), newExplain(c), newMate(c), newPerft(c), newSample(c), newMan(c, root), newVersion(c))
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

// addGroup adds commands under a title, in their order.
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
	f.BoolFuncP("decompress", "d", "decompress", set(decompressing))
	f.BoolFuncP("test", "t", "check archives, write nothing", set(checking))
	f.BoolFunc("train", "learn a model from games, write it to -o FILE (.czm)", set(training))
	j.fileFlags(f)
	j.compressFlags(f)
}

// fileFlags are the flags of compressing and decompressing.
func (j *job) fileFlags(f *pflag.FlagSet) {
	f.StringVarP(&j.dict, "model", "D", "", "use the model in `FILE`; decompression needs it also")
	f.BoolVarP(&j.stdout, "stdout", "c", false, "write to standard output, keep the input")
	f.StringVarP(&j.output, "output", "o", "", "write to `FILE`; - is standard output")
	f.BoolFuncP("keep", "k", "keep the input (the default)", func(string) error { j.remove = false; return nil })
	f.BoolFunc("rm", "remove the input after the output is verified and saved", func(string) error { j.remove = true; return nil })
	f.BoolVarP(&j.folders, "recursive", "r", false, "read folders and their subfolders: .pgn, .si4, .si5, .epd, .fen, .plain and .binpack, packed or not; with -d and -t, .czip")
	f.BoolVarP(&j.force, "force", "f", false, "overwrite files, compress archives again, write to a terminal")
	f.IntVarP(&j.threads, "threads", "T", 0, "use `N` threads (0: one for each processor)")
}

// compressFlags are the flags of compressing alone.
func (j *job) compressFlags(f *pflag.FlagSet) {
	f.BoolVar(&j.resume, "resume", false, "continue the archive that an interrupted run has begun, if any")
	f.BoolVar(&j.noUnpack, "no-unpack", false, "compress .gz, .bz2, .xz and .zst files as they are")
	f.BoolVar(&j.scidFlags, "scid-flags", false, scidFlagsUsage)
	f.StringSliceVar(&j.index, "index", nil, indexUsage)
	f.BoolVar(&j.sort, "sort", false, "sort the lines of a list of positions (FEN, EPD, CSV), which then takes far fewer bytes; the order is lost")
	f.BoolVar(&j.noVerify, "no-verify", false, "do not decode the output to check it; saves a quarter of the time at -1")
	f.BoolVar(&j.checkAll, "full-check", false, "decode the output as -d does, in up to twice the time; -t, --rm and verify always do. Otherwise the probabilities of moves are checked for 32 games of each frame only")
	levelFlags(f, func(digit int) { j.level = digit })
}

// levelFlags are -0 to -9, for which they call set.
func levelFlags(f *pflag.FlagSet, set func(digit int)) {
	for level := 0; level <= 9; level++ {
		name := fmt.Sprintf("level-%d", level)
		f.BoolFuncP(name, name[len(name)-1:], "", func(string) error { set(level); return nil })
		f.Lookup(name).Hidden = true
	}
}

// release is the version and the commit of a released program, such as "0.9.0 1a2b3c4d";
// release/build sets it through the linker.
var release string

// version returns the version of the program, what built it, and the versions of the
// formats that it reads and writes.
func version() string {
	v, commit, _ := strings.Cut(release, " ")
	if v == "" {
		v = "(devel)"
		if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
			v = info.Main.Version
		}
	}
	return fmt.Sprintf("%s %s %s/%s\ncommit %s; formats: archives %d, frames %d",
		v, runtime.Version(), runtime.GOOS, runtime.GOARCH, cmp.Or(commit, "unknown"), chesszip.ArchiveVersion, chesszip.FrameVersion)
}

// arguments is a check of cobra with the exit status for wrong use.
func arguments(check cobra.PositionalArgs, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) != nil {
			return misuse(cmd.CommandPath()+" --help shows how", "usage: %s", cmd.CommandPath()+" "+want)
		}
		return nil
	}
}

// missing reports whether there is no file of a name.
func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}
