package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manDate is the date of manual pages: that of the last release.
const manDate = "November 22, 2026"

func newMan(c *console, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "man [COMMAND | files]",
		Short: "print a manual page",
		Long: `Print the manual page of chesszip, of a command, or of files.

Without a command, this is the page of chesszip. docs/man has all pages. To install
one, write it to a folder man1 of the manual path, which manpath prints.`,
		Example: `  chesszip man filter | man -l -                       read a page
  mkdir -p ~/.local/share/man/man1                     install two pages
  chesszip man > ~/.local/share/man/man1/chesszip.1
  chesszip man filter > ~/.local/share/man/man1/chesszip-filter.1`,
		Args:              arguments(cobra.MaximumNArgs(1), "[COMMAND | files]"),
		ValidArgsFunction: helpNames(root),
		RunE: func(_ *cobra.Command, args []string) error {
			if isFilesTopic(args) {
				return c.print([]byte(filesPage()))
			}
			cmd, err := commandNamed(root, args)
			if err != nil {
				return err
			}
			return c.print([]byte(manPage(cmd)))
		},
	}
}

// manName returns the name of a command's page.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manHead begins a page: its name, and what it is about.
func manHead(b *strings.Builder, name, about string) {
	fmt.Fprintf(b, ".Dd %s\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n", manDate, strings.ToUpper(name), name, manText(about))
}

// filesPage returns the manual page of chesszip help files.
func filesPage() string {
	b := new(strings.Builder)
	about, text, _ := strings.Cut(filesHelp, "\n\n")
	manHead(b, "chesszip-"+filesTopic, strings.ToLower(about[:1])+strings.TrimSuffix(about[1:], "."))
	b.WriteString(".Sh DESCRIPTION\n")
	manParagraphs(b, text)
	b.WriteString(".Sh SEE ALSO\n.Xr chesszip 1\n")
	return b.String()
}

// manPage returns the manual page of a command, as mdoc.
func manPage(cmd *cobra.Command) string {
	b := new(strings.Builder)
	name := manName(cmd)
	manHead(b, name, cmd.Short)
	fmt.Fprintf(b, ".Sh SYNOPSIS\n.Nm %s\n", cmd.CommandPath())
	if words := strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath()+" "); words != cmd.UseLine() {
		fmt.Fprintf(b, "%s\n", manText(words))
	}
	if !cmd.HasParent() {
		fmt.Fprintf(b, ".Nm %s\n.Ar COMMAND ...\n", name)
	}
	b.WriteString(".Sh DESCRIPTION\n")
	manParagraphs(b, cmd.Long)
	manCommands(b, cmd)
	manGroups(b, cmd)
	b.WriteString(".Sh EXIT STATUS\n" + manText(strings.TrimPrefix(statusHelp, "Exit status: ")) + "\n")
	if cmd.HasExample() {
		b.WriteString(".Sh EXAMPLES\n.Bd -literal\n")
		for _, line := range strings.Split(cmd.Example, "\n") {
			b.WriteString(manText(strings.TrimPrefix(line, "  ")) + "\n")
		}
		b.WriteString(".Ed\n")
	}
	manSeeAlso(b, cmd)
	return b.String()
}

// manGroups lists the flags of a command by groups, as its help does.
func manGroups(b *strings.Builder, cmd *cobra.Command) {
	g := groupFlags(cmd)
	list := func(heading string, flags *pflag.FlagSet) {
		if flags.HasFlags() {
			fmt.Fprintf(b, ".Pp\n%s\n.Bl -tag -width Ds\n", heading)
			if flags == g.own && hasLevels(cmd) {
				b.WriteString(".It Fl 0 ... Fl 9\n" + levelUsage + "\n")
			}
			manFlags(b, flags)
			b.WriteString(".El\n")
		}
	}
	list("The flags are:", g.own)
	if names := g.selecting(helpWidth); names != "" {
		b.WriteString(".Pp\nThese flags of\n.Xr chesszip-filter 1\nselect games:\n" + strings.ReplaceAll(strings.TrimPrefix(names, "  "), "\n  ", "\n"))
	}
	list("These flags are about files, see\n.Xr chesszip-files 1 :", g.files)
	if !cmd.HasParent() {
		list("Every command has:", g.common)
	}
}

// manCommands lists the commands of a command.
func manCommands(b *strings.Builder, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	b.WriteString(".Pp\nThe commands are:\n.Bl -tag -width completion\n")
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(b, ".It Cm %s\n%s\n", c.Name(), manText(c.Short))
		}
	}
	b.WriteString(".El\n")
}

// manSeeAlso names the other pages.
func manSeeAlso(b *strings.Builder, cmd *cobra.Command) {
	var pages []string
	for _, c := range cmd.Root().Commands() {
		if c.IsAvailableCommand() && c != cmd {
			pages = append(pages, manName(c))
		}
	}
	pages = append(pages, "chesszip-"+filesTopic)
	if cmd.HasParent() {
		pages = []string{cmd.Root().Name(), "chesszip-" + filesTopic}
	}
	b.WriteString(".Sh SEE ALSO\n")
	for i, p := range pages {
		end := " ,"
		if i == len(pages)-1 {
			end = ""
		}
		fmt.Fprintf(b, ".Xr %s 1%s\n", p, end)
	}
}

// manFlags lists flags.
func manFlags(b *strings.Builder, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		b.WriteString(".It")
		if f.Shorthand != "" {
			fmt.Fprintf(b, " Fl %s ,", f.Shorthand)
		}
		fmt.Fprintf(b, " Fl Fl %s", f.Name)
		value, usage := pflag.UnquoteUsage(f)
		if value != "" && f.NoOptDefVal == "" {
			fmt.Fprintf(b, " Ar %s", manText(value))
		}
		b.WriteString("\n" + manText(usage))
		if d := f.DefValue; d != "" && d != "0" && d != "false" && d != "[]" {
			fmt.Fprintf(b, " (default %s)", manText(d))
		}
		b.WriteString("\n")
	})
}

// manParagraphs writes paragraphs; those with indented lines stay as they are.
func manParagraphs(b *strings.Builder, text string) {
	for i, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		literal := strings.HasPrefix(p, " ") || strings.Contains(p, "\n ")
		switch {
		case literal:
			b.WriteString(".Bd -literal\n")
		case i > 0:
			b.WriteString(".Pp\n")
		}
		lines := strings.Split(p, "\n")
		if !literal {
			lines = strings.Split(sentenceEnd.ReplaceAllString(strings.Join(lines, " "), "$1\n"), "\n")
		}
		for _, line := range lines {
			for part := range strings.SplitSeq(fitted(line, helpWidth), "\n") {
				b.WriteString(manText(part) + "\n")
			}
		}
		if literal {
			b.WriteString(".Ed\n")
		}
	}
}

// sentenceEnd matches the end of a sentence, after which a page begins a new line.
var sentenceEnd = regexp.MustCompile(`([.?!]\)?) `)

// manText escapes text for roff.
func manText(s string) string {
	s = strings.ReplaceAll(s, `\`, `\e`)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
