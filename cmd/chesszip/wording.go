package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

// This file has the messages for wrong use of flags and commands, which replace those of
// the packages that detect it.

// packagePrefix matches the names of packages before their errors.
var packagePrefix = regexp.MustCompile(`(^|: )(?:(?:chesszip|archive|board|pgn|notation|learned|gamestate|movelist|codec|endgame|records|basen|huffman|piecelist|train): )+`)

// worded is an error of the library without the names of its packages.
type worded struct{ error }

func (w worded) Error() string { return packagePrefix.ReplaceAllString(w.error.Error(), "$1") }
func (w worded) Unwrap() error { return w.error }

// inOurWords is fmt.Errorf, with errors of the library without package names.
func inOurWords(format string, args []any) error {
	for i, a := range args {
		if err, ok := a.(error); ok {
			args[i] = worded{err}
		}
	}
	return fmt.Errorf(format, args...)
}

// flagError replaces an error of cobra about the flags of cmd; args are those of the
// program.
func flagError(cmd *cobra.Command, args []string, err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
		syntax  *pflag.InvalidSyntaxError
		query   *chesszip.QueryError
	)
	help := cmd.CommandPath() + " --help lists the flags"
	switch {
	case errors.As(err, &query):
		return malformed(query)
	case errors.As(err, &unknown):
		return unknownFlag(cmd, args, unknown, help)
	case errors.As(err, &missing):
		what, _ := pflag.UnquoteUsage(missing.GetFlag())
		return misuse(help, "%s needs a value: %s", flagName(missing.GetFlag(), missing.GetSpecifiedName()), what)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return misuse(help, "%s %q: %s", flagName(f, f.Name), invalid.GetValue(), wrongValue(f, invalid.Unwrap()))
	case errors.As(err, &syntax):
		return misuse(help, "%s is not a flag", syntax.GetSpecifiedFlag())
	}
	return misuse(help, "%w", err)
}

// flagName returns a flag as it was given: in full, or by its letter.
func flagName(f *pflag.Flag, given string) string {
	if len(given) == 1 && given == f.Shorthand {
		return "-" + given
	}
	return "--" + f.Name
}

// unknownFlag returns the error for an unknown flag, with a suggestion.
func unknownFlag(cmd *cobra.Command, args []string, e *pflag.NotExistError, hint string) error {
	name := e.GetSpecifiedName()
	flag := "--" + name
	if letters := e.GetSpecifiedShortnames(); letters != "" {
		flag = "-" + name
	} else {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		if near := nearest(name, names); near != "" {
			hint = "is --" + near + " meant?"
		}
	}
	// The flag may be right, and the command misspelt.
	if !cmd.HasParent() {
		if err := noVerb(args, strings.HasPrefix(args[0], "-")); err != nil {
			return err
		}
		for _, a := range args {
			if !strings.HasPrefix(a, "-") && missing(a) {
				if command := meant(a); command != "" {
					return misuse(command, "no flag %s, and no file %s", flag, a)
				}
			}
		}
		return misuse(hint, "no flag %s", flag)
	}
	return misuse(hint, "%s has no flag %s", cmd.CommandPath(), flag)
}

// wrongValue describes the error of a flag's value.
func wrongValue(f *pflag.Flag, err error) string {
	switch {
	case errors.Is(err, strconv.ErrRange):
		return "the number is too large"
	case strings.HasSuffix(f.Value.Type(), "int") || strings.HasPrefix(f.Value.Type(), "int") || strings.HasPrefix(f.Value.Type(), "uint"):
		return "want a whole number"
	case strings.HasPrefix(f.Value.Type(), "float"):
		return "want a number"
	case strings.HasPrefix(f.Value.Type(), "bool"):
		return "want true or false"
	case err == nil:
		return "want another value"
	}
	return worded{err}.Error()
}

// nearest returns the most similar of words to an unknown one, "" if none is similar.
func nearest(word string, words []string) string {
	best, least := "", 1+min(2, len(word)/3)
	for _, w := range words {
		if n := edits(strings.ToLower(word), strings.ToLower(w)); n < least {
			best, least = w, n
		}
	}
	if best == "" && len(word) >= 3 {
		for _, w := range words {
			if strings.HasPrefix(strings.ToLower(w), strings.ToLower(word)) {
				return w
			}
		}
	}
	return best
}

// didYouMean is the hint for a misspelt value, "" if no word is similar.
func didYouMean(word string, words []string) string {
	if w := nearest(word, words); w != "" {
		return "is " + w + " meant?"
	}
	return ""
}

// edits returns the number of letters to insert, delete, change or swap with the next to
// turn a into b.
func edits(a, b string) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		now[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}

// mustHaveNames refuses flags with an empty file name, such as that of an unset variable
// of a script.
func mustHaveNames(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		what, _ := pflag.UnquoteUsage(f)
		if f.Value.String() == "" && (what == "FILE" || what == "PREFIX") && err == nil {
			err = misuse("", "%s needs the name of a file, and was given an empty one", flagName(f, f.Shorthand))
		}
	})
	return err
}
