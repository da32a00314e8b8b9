package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip/records"
)

// helpWidth is how wide the lines of help are at most.
const helpWidth = 80

// Colours of a terminal, and what ends them.
const (
	bold     = "\x1b[1m"
	dim      = "\x1b[2m"
	cyan     = "\x1b[36m"
	noColour = "\x1b[0m"
)

// colourWhen is when output has colours; the zero value is for terminals that want it.
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

// coloured reports whether what is written to standard output has colours.
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

// helpOf returns the help of a command.
func helpOf(cmd *cobra.Command) string {
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	text = filled(strings.TrimSpace(text)) + "\n\n"
	if cmd.HasExample() {
		text += "Examples:\n" + cmd.Example + "\n\n"
	}
	lines := strings.Split(text+cmd.UsageString(), "\n")
	for i, line := range lines {
		lines[i] = fitted(line)
	}
	return strings.Join(lines, "\n")
}

// filled fills the lines of paragraphs. Lines that begin with a space stay, and so does
// what stands before them.
func filled(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = fitted(strings.Join(strings.Fields(p), " "))
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// columns are the spaces between two columns of a line, after its first word.
var columns = regexp.MustCompile(`\S {2,}\S`)

// fitted breaks a line that is too wide. What follows goes below its last column.
func fitted(line string) string {
	if utf8.RuneCountInString(line) <= helpWidth {
		return line
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if gaps := columns.FindAllStringIndex(line, -1); len(gaps) > 0 {
		indent = gaps[len(gaps)-1][1] - 1
	}
	indent = min(indent, helpWidth/2)
	at := strings.LastIndexByte(line[:helpWidth+1], ' ')
	if at <= indent {
		return line
	}
	return strings.TrimRight(line[:at], " ") + "\n" + fitted(strings.Repeat(" ", indent)+strings.TrimLeft(line[at:], " "))
}

// What has a colour in help: headings, and names of flags and commands.
var (
	heading  = regexp.MustCompile(`(?m)^[A-Z][A-Za-z, ]*:$`)
	flagWord = regexp.MustCompile(`(?m)^ {2,6}(?:-[A-Za-z1-9](?: \.\.\. -9)?,? ?)?(?:--[a-z-]+)?`)
)

// colouredHelp gives help its colours.
func colouredHelp(text string) string {
	body, rest, ok := strings.Cut(text, "\nFlags:\n")
	body = heading.ReplaceAllString(body, bold+"$0"+noColour)
	if !ok {
		return body
	}
	flags := flagWord.ReplaceAllStringFunc(rest, func(s string) string {
		name := strings.TrimLeft(s, " ")
		if name == "" {
			return s
		}
		return s[:len(s)-len(name)] + cyan + name + noColour
	})
	return body + "\n" + bold + "Flags:" + noColour + "\n" + flags
}

// showHelp prints the help of a command.
func (c *console) showHelp(cmd *cobra.Command) {
	text := helpOf(cmd)
	c.out.started = true
	if c.coloured() {
		_, _ = rawStdout{c.out}.Write([]byte(colouredHelp(text))) // finish says what went wrong
		return
	}
	_, _ = c.out.Write([]byte(text))
}

// newHelp is the command help.
func newHelp(c *console, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "explain a command",
		Long:  "Explains chesszip, or one of its commands, as --help does.",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return commandNames(root), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, err := commandNamed(root, args)
			if err == nil {
				cmd.InitDefaultHelpFlag()
				c.showHelp(cmd)
			}
			return err
		},
	}
}

// commandNames are the commands, each with what it does, for shells that show it.
func commandNames(root *cobra.Command) (names []string) {
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() {
			names = append(names, cmd.Name()+"\t"+cmd.Short)
		}
	}
	return names
}

// commandNamed returns the command of some words, chesszip itself for none.
func commandNamed(root *cobra.Command, words []string) (*cobra.Command, error) {
	cmd, rest, err := root.Find(words)
	if err == nil && len(rest) == 0 {
		return cmd, nil
	}
	hint := meant(words[0])
	if hint == "" {
		hint = "chesszip --help lists them"
	}
	return nil, misuse(hint, "no command %s", strings.Join(words, " "))
}

// shells are those that completion prints a script for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// completionTexts are ours in place of cobra's.
func completionTexts(cmd *cobra.Command) {
	cmd.Use = "completion SHELL"
	cmd.Short = "print a completion script for a shell"
	cmd.Long = `Prints a script by which a shell completes commands, flags and their values:
for bash, zsh, fish or powershell.`
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
		shell.Long = "Prints the script by which " + shell.Name() + " completes chesszip's words."
		shell.DisableFlagsInUseLine = true
	}
}

// flagValues returns the words that the value of a flag may be. Flags of one name take
// the same values in each command.
func flagValues(flag string) []string {
	switch flag {
	case "index":
		return []string{"players", "numbers", "positions"}
	case "to":
		return formNames()
	case "result":
		return []string{"1-0", "0-1", "1/2-1/2", "*"}
	case "tc":
		return []string{"bullet", "blitz", "rapid", "classical"}
	case "level":
		return []string{"1", "6", "9"}
	case "color":
		return colourWords
	}
	return nil
}

// fileFlags are the flags whose value is a file, and how its name ends.
var fileValues = map[string]string{"model": "czm", "output": "", "svg": "svg"}

// completeValues lets shells complete the values of the flags of a command, and of its
// own commands. Cobra keeps what it is told here for as long as the program runs.
func completeValues(cmd *cobra.Command) {
	add := func(f *pflag.Flag) {
		if f.Hidden || f.NoOptDefVal != "" {
			return
		}
		end, file := fileValues[f.Name]
		words := flagValues(f.Name)
		// An error means that the command has registered it.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
			switch {
			case file && end == "":
				return nil, cobra.ShellCompDirectiveDefault
			case file:
				return []string{end}, cobra.ShellCompDirectiveFilterFileExt
			case f.Value.Type() == "stringSlice":
				return listed(begun, words), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		})
	}
	cmd.LocalFlags().VisitAll(add)
	for _, c := range cmd.Commands() {
		completeValues(c)
	}
}

// listed returns how a list by commas can go on that has been begun.
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

// wrongWord says that a word is none of some.
func wrongWord(word string, words []string) error {
	hint := ""
	if w := nearest(word, words); w != "" {
		hint = "; is " + w + " meant?"
	}
	return failed("", "want %s%s", inWords(words), hint)
}

// inWords writes a list: "a, b or c".
func inWords(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
