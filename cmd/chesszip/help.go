package main

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip/records"
)

// helpWidth is the greatest width of lines of help.
const helpWidth = 80

// Colours of a terminal, and their reset.
const (
	bold     = "\x1b[1m"
	dim      = "\x1b[2m"
	cyan     = "\x1b[36m"
	noColour = "\x1b[0m"
)

// colourWhen is when output has colours; the zero value means on terminals that support
// it.
type colourWhen string

func (w *colourWhen) String() string { return string(*w) }
func (w *colourWhen) Type() string   { return "WHEN" }

func (w *colourWhen) Set(text string) error {
	if !slices.Contains(colourWords, text) {
		return wrongWord(text, colourWords)
	}
	*w = colourWhen(text)
	return nil
}

var colourWords = []string{"auto", "always", "never"}

// coloured reports whether standard output has colours.
func (c *console) coloured() bool {
	switch c.colour {
	case "always":
		return true
	case "never":
		return false
	}
	term := os.Getenv("TERM")
	return c.out.terminal && os.Getenv("NO_COLOR") == "" && term != "" && term != "dumb"
}

// helpOf returns the help of a command, in lines of at most width columns if words
// allow.
func helpOf(cmd *cobra.Command, width int) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short)), "\n\n")
	text := filled(first, width) + "\n\n"
	if cmd.HasExample() {
		text += "Examples:\n" + fittedExamples(cmd.Example, width) + "\n\n"
	}
	if rest != "" {
		text += filled(rest, width) + "\n\n"
	}
	return text + usageOf(cmd, width)
}

// usageOf returns the part of a command's help after the description: its usage, its
// commands and its flags.
func usageOf(cmd *cobra.Command, width int) string {
	text := "Usage:\n"
	if cmd.Runnable() {
		text += fitted("  "+cmd.UseLine(), width) + "\n"
	}
	if cmd.HasAvailableSubCommands() {
		text += "  " + cmd.CommandPath() + " COMMAND\n\n" + commandList(cmd, width)
	}
	g := groupFlags(cmd)
	section := func(heading, lines string) {
		if lines != "" {
			text += "\n" + heading + "\n" + lines
		}
	}
	own := g.own.FlagUsagesWrapped(width)
	if hasLevels(cmd) {
		own = fitted("  -0 ... -9           "+levelUsage, width) + "\n" + own
	}
	section("Flags:", own)
	section("Select games (see chesszip filter --help):", g.selecting(width))
	section("Read and write files (see chesszip help files):", g.files.FlagUsagesWrapped(width))
	if !cmd.HasParent() {
		section("Flags of every command:", g.common.FlagUsagesWrapped(width))
	} else {
		text += "\n" + filled(commonFlags, width) + "\n"
	}
	return text + "\n" + filled(statusHelp, width) + "\n"
}

// levelUsage explains -0 to -9, and commonFlags the flags of every command.
const (
	levelUsage  = "-0 to search, -6 to keep (the default), -9 to keep smallest; 1-3 fast"
	commonFlags = "See chesszip --help for --quiet, --verbose, --download and --color."
)

// hasLevels reports whether the level is a main flag of a command.
func hasLevels(cmd *cobra.Command) bool { return !cmd.HasParent() || cmd.Name() == "compress" }

// commandList lists the subcommands of a command, each group under its title.
func commandList(cmd *cobra.Command, width int) string {
	var text strings.Builder
	list := func(title, group string) {
		text.WriteString(title + ":\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.GroupID == group {
				fmt.Fprintln(&text, fitted(fmt.Sprintf("  %-10s  %s", c.Name(), c.Short), width))
			}
		}
	}
	rest := "Commands"
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
		text.WriteByte('\n')
		rest = "Other commands"
	}
	list(rest, "")
	return text.String()
}

// Groups of flags, stored in annotations.
const (
	flagGroup   = "group"
	gamesGroup  = "games" // they select games; chesszip filter explains them
	filesGroup  = "files" // chesszip help files explains them
	commonGroup = "common"
)

// inGroup puts flags into a group.
func inGroup(f *pflag.FlagSet, group string, names ...string) {
	for _, name := range names {
		f.Lookup(name).Annotations = map[string][]string{flagGroup: {group}}
	}
}

// flagGroups are the flags in the help of a command, by groups.
type flagGroups struct{ own, games, files, common *pflag.FlagSet }

func groupFlags(cmd *cobra.Command) flagGroups {
	cmd.InitDefaultHelpFlag()
	var g flagGroups
	for _, set := range []**pflag.FlagSet{&g.own, &g.games, &g.files, &g.common} {
		*set = pflag.NewFlagSet("", pflag.ContinueOnError)
		(*set).SortFlags = false
	}
	add := func(f *pflag.Flag) {
		group := ""
		if names := f.Annotations[flagGroup]; len(names) > 0 {
			group = names[0]
		}
		switch {
		case f.Hidden:
		case group == commonGroup || f.Name == "help" || f.Name == "version":
			g.common.AddFlag(f)
		case group == gamesGroup:
			g.games.AddFlag(f)
		case group == filesGroup:
			g.files.AddFlag(f)
		default:
			g.own.AddFlag(f)
		}
	}
	cmd.LocalFlags().VisitAll(add)
	return g
}

// selecting names the flags that select games.
func (g *flagGroups) selecting(width int) string {
	line := " "
	g.games.VisitAll(func(f *pflag.Flag) { line += " --" + f.Name })
	if line == " " {
		return ""
	}
	return fitted("  "+strings.TrimSpace(line), width) + "\n"
}

// filled wraps paragraphs. Lines that begin with a space stay, and so do the lines of
// their paragraph before them.
func filled(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		lines := []string{strings.Join(strings.Fields(p), " ")}
		if strings.HasPrefix(p, " ") || strings.Contains(p, "\n ") {
			lines = strings.Split(p, "\n")
		}
		for i, line := range lines {
			lines[i] = fitted(line, width)
		}
		paragraphs[i] = strings.Join(lines, "\n")
	}
	return strings.Join(paragraphs, "\n\n")
}

// fittedExamples moves the explanation of an example to the next line if its line is too
// wide. The examples stay whole, for copying.
func fittedExamples(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if at := columns.FindStringIndex(line); at != nil && utf8.RuneCountInString(line) > width {
			lines[i] = line[:at[0]+1] + "\n" + fitted("      "+line[at[1]-1:], width)
		}
	}
	return strings.Join(lines, "\n")
}

// columns matches the spaces between two columns of a line, after its first word.
var columns = regexp.MustCompile(`\S {2,}\S`)

// fitted breaks a line that is too wide. The rest is indented to its last column.
func fitted(line string, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if gaps := columns.FindAllStringIndex(line, -1); len(gaps) > 0 {
		indent = gaps[len(gaps)-1][1] - 1
	}
	indent = min(indent, width/2)
	at := strings.LastIndexByte(line[:width+1], ' ')
	if at <= indent {
		return line
	}
	return strings.TrimRight(line[:at], " ") + "\n" + fitted(strings.Repeat(" ", indent)+strings.TrimLeft(line[at:], " "), width)
}

// Parts of help with a colour: headings, and names of flags.
var (
	heading  = regexp.MustCompile(`(?m)^[A-Z][A-Za-z, -]*(?: \(see [a-z -]+\))?:$`)
	flagWord = regexp.MustCompile(` (-[A-Za-z1-9]\b|--[a-z-]+)`)
)

// colouredHelp adds colours to help.
func colouredHelp(text string) string {
	text = heading.ReplaceAllString(text, bold+"$0"+noColour)
	body, usage, _ := strings.Cut(text, bold+"Usage:"+noColour)
	return body + bold + "Usage:" + noColour + flagWord.ReplaceAllString(usage, " "+cyan+"$1"+noColour)
}

// helpColumns returns the width of help: that of the terminal, between 40 and 80
// columns.
func (c *console) helpColumns() int {
	if n := c.columns(); n > 0 {
		return min(max(n, 40), helpWidth)
	}
	return helpWidth
}

// showHelp prints the help of a command.
func (c *console) showHelp(cmd *cobra.Command) {
	text := helpOf(cmd, c.helpColumns())
	c.out.started = true
	if c.coloured() {
		_, _ = rawStdout{c.out}.Write([]byte(colouredHelp(text))) // finish returns the error
		return
	}
	_, _ = c.out.Write([]byte(text))
}

// newHelp is the command help.
func newHelp(c *console, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | files]",
		Short: "explain a command, or the files that commands read",
		Long:  "Explain a command as --help does, or the files that commands read and write.",
		Example: `  chesszip help filter
  chesszip help files`,
		ValidArgsFunction: helpNames(root),
		RunE: func(_ *cobra.Command, args []string) error {
			if isFilesTopic(args) {
				c.out.started = true
				return c.print([]byte(filled(filesHelp, c.helpColumns()) + "\n"))
			}
			cmd, err := commandNamed(root, args)
			if err == nil {
				c.showHelp(cmd)
			}
			return err
		},
	}
}

// filesTopic is the word for filesHelp.
const filesTopic = "files"

func isFilesTopic(words []string) bool { return slices.Equal(words, []string{filesTopic}) }

// helpNames completes the arguments of help and man.
func helpNames(root *cobra.Command) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return append(commandNames(root), filesTopic+"\tthe files that commands read and write"), cobra.ShellCompDirectiveNoFileComp
	}
}

// commandNames are the commands with their descriptions, for shells that show them.
func commandNames(root *cobra.Command) (names []string) {
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() {
			names = append(names, cmd.Name()+"\t"+cmd.Short)
		}
	}
	return names
}

// commandNamed returns the command named by words, chesszip itself if there are none.
func commandNamed(root *cobra.Command, words []string) (*cobra.Command, error) {
	cmd, rest, err := root.Find(words)
	if err == nil && len(rest) == 0 {
		return cmd, nil
	}
	return nil, misuse(verbHint(words[0]), "no command %s", strings.Join(words, " "))
}

// shells are those with a completion script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// completionTexts replaces cobra's texts.
func completionTexts(cmd *cobra.Command) {
	cmd.Use = "completion SHELL"
	cmd.Short = "print a completion script for a shell"
	cmd.Long = "Print a completion script for bash, zsh, fish or powershell: it completes commands,\nflags and their values."
	cmd.Example = `  source <(chesszip completion bash)               for this shell
  chesszip completion bash > /etc/bash_completion.d/chesszip
  chesszip completion zsh > "${fpath[1]}/_chesszip"
  chesszip completion fish > ~/.config/fish/completions/chesszip.fish
  chesszip completion powershell | Out-String | Invoke-Expression`
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return misuse(cmd.CommandPath()+" --help shows how", "usage: chesszip completion (%s)", strings.Join(shells, " | "))
		}
		hint := didYouMean(args[0], shells)
		return misuse(hint, "no completion for the shell %s: there are %s", args[0], inWords(shells))
	}
	for _, shell := range cmd.Commands() {
		shell.Short = "print the script for " + shell.Name()
		shell.Long = "Print the completion script for " + shell.Name() + "."
		shell.DisableFlagsInUseLine = true
	}
}

// sortKeys are the keys of the command sort and of --sort.
var sortKeys = []string{"date", "elo", "white-elo", "black-elo", "eco", "player", "white", "black", "ply", "event", "site", "round", "result"}

// flagValues returns the allowed words of a flag's value in a command.
func flagValues(cmd *cobra.Command, flag string) []string {
	switch flag {
	case "index":
		return []string{"players", "numbers", "positions", "openings"}
	case "to":
		if cmd.Name() != "convert" {
			return writtenForms
		}
		return formNames()
	case "by":
		if cmd.Name() == "sort" {
			return sortKeys
		}
		return valueNames()
	case "result":
		return []string{"1-0", "0-1", "1/2-1/2", "*", "win", "loss"}
	case "tc":
		return []string{"bullet", "blitz", "rapid", "classical"}
	case "level":
		return []string{"1", "6", "9"}
	case "color":
		return colourWords
	case "with":
		return []string{"clocks", "evals", "comments", "nags", "variations"}
	case "flip":
		return []string{"color", "files", "both"}
	case "sort":
		if cmd.Name() != "explore" {
			return sortKeys
		}
		return []string{"games", "score"}
	case "keep":
		return []string{"more", "first"}
	}
	return nil
}

// fileValues are the flags whose value is a file, with its suffix.
var fileValues = map[string]string{"model": "czm", "output": "", "report": "", "svg": "svg"}

// Suffixes of the files that commands take, for shells: those of archives, and those of
// all inputs.
var (
	archiveFiles = []string{"czip"}
	gameFiles    = []string{"czip", "pgn", "si4", "si5", "epd", "fen", "plain", "binpack", "bin", "gz", "bz2", "xz", "zst"}
)

// completeFiles completes names of files with the suffixes that a command takes.
func completeFiles(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	switch cmd.Name() {
	case "verify", "recover", "decompress":
		return archiveFiles, cobra.ShellCompDirectiveFilterFileExt
	case "append":
		if len(args) == 0 {
			return archiveFiles, cobra.ShellCompDirectiveFilterFileExt
		}
	case "get":
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
	case "explain", "mate", "perft", "sample":
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return gameFiles, cobra.ShellCompDirectiveFilterFileExt
}

// completeValues lets shells complete the values of a command's flags, its files, and
// its subcommands. Cobra keeps the registrations for as long as the program runs.
func completeValues(cmd *cobra.Command) {
	add := func(f *pflag.Flag) {
		if f.Hidden || f.NoOptDefVal != "" {
			return
		}
		end, file := fileValues[f.Name]
		words := flagValues(cmd, f.Name)
		// An error means that the command has registered one.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
			switch {
			case f.Name == "export" || f.Name == "tmp" || f.Name == "module":
				return nil, cobra.ShellCompDirectiveFilterDirs
			case file && end == "":
				return nil, cobra.ShellCompDirectiveDefault
			case file:
				return []string{end}, cobra.ShellCompDirectiveFilterFileExt
			case f.Value.Type() == "stringSlice" || f.Name == "by" && cmd.Name() == "sort" || f.Name == "sort" && cmd.Name() != "explore":
				return listed(begun, words), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		})
	}
	cmd.LocalFlags().VisitAll(add)
	for _, c := range cmd.Commands() {
		if c.ValidArgsFunction == nil && c.RunE != nil && !c.HasSubCommands() {
			c.ValidArgsFunction = completeFiles
		}
		completeValues(c)
	}
}

// listed returns the completions of a comma-separated list.
func listed(begun string, words []string) (all []string) {
	at := strings.LastIndexByte(begun, ',') + 1
	for _, w := range words {
		if !slices.Contains(strings.Split(begun[:at], ","), w) {
			all = append(all, begun[:at]+w)
		}
	}
	return all
}

// formNames are the forms that convert writes.
func formNames() []string {
	names := append(records.Forms(), gameForms...)
	slices.Sort(names)
	return names
}

// wrongWord returns an error for a word that is not among words.
func wrongWord(word string, words []string) error {
	hint := ""
	if w := nearest(word, words); w != "" {
		hint = "; is " + w + " meant?"
	}
	return failed("", "want %s%s", inWords(words), hint)
}

// inWords formats a list: "a, b or c".
func inWords(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
