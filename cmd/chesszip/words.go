package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// meansVerb maps words that other programs have as commands to what does their work here.
var meansVerb = map[string]string{
	"extract":   "chesszip -d FILE gives the file back; chesszip get FILE 17 prints a game, chesszip filter prints those that match",
	"view":      "chesszip list --games FILE lists the games, chesszip serve --open FILE shows them in the browser",
	"info":      "chesszip stats FILE is about the games, chesszip list FILE about the bytes",
	"query":     "chesszip filter FILE prints the games that match, chesszip list --games FILE lists them",
	"position":  "chesszip find --fen FEN FILE prints the games of a position, chesszip explore --fen FEN FILE its moves",
	"duplicate": "chesszip dedupe FILE... prints the games, of duplicates only one",
	"import":    "chesszip FILE makes an archive, chesszip append ARCHIVE FILE... adds to one",
	"export":    "chesszip convert --to csv FILE, or another form; chesszip -d FILE gives the file back",
	"test":      "chesszip -t FILE... checks archives, chesszip verify FILE... lists their damage",
	"train":     "chesszip --train FILE... -o my.czm learns a model",
	"index":     "chesszip -0 FILE makes a database; --index opens some of its columns",
}

// sameVerb maps words to the command with another name that they mean.
var sameVerb = map[string]string{
	"pack": "compress", "zip": "compress", "unpack": "decompress", "unzip": "decompress", "uncompress": "decompress",
	"show": "view", "open": "view", "browse": "view", "print": "extract", "grep": "query", "select": "query",
	"duplicates": "duplicate", "unique": "duplicate", "add": "import", "check-archive": "test", "repair": "recover", "fix": "recover",
	"join": "merge", "concat": "cat", "ls": "list", "ll": "list", "statistics": "stats", "tree": "explore", "opening": "explore",
	"web": "serve", "server": "serve", "book": "export", "head": "extract", "random": "sample", "fen": "position",
}

// noVerb refuses a first argument that looks like a command, but is neither that nor a
// file, before the files after it are compressed. Literal reports that it came after --.
func noVerb(args []string, literal bool) error {
	if len(args) == 0 || literal || args[0] == "" || args[0] == stdio || strings.ContainsAny(args[0], `./\:`) || !missing(args[0]) {
		return nil
	}
	return misuse(verbHint(args[0]), "no command or file called %s", args[0])
}

// verbHint returns a hint about the command that a word means.
func verbHint(word string) string {
	word = strings.ToLower(word)
	if same, ok := sameVerb[word]; ok {
		word = same
	}
	if hint, ok := meansVerb[word]; ok {
		return hint
	}
	if hint := meant(word); hint != "" {
		return hint
	}
	return "chesszip --help lists the commands"
}

// meant returns a hint about a command whose name is similar to a word, "" if there is
// none.
func meant(word string) string {
	if name := nearest(word, verbNames()); name != "" {
		return "is the command chesszip " + name + " meant?"
	}
	return ""
}

func verbNames() (names []string) {
	for _, cmd := range newRoot(newConsole(nil, nil, nil)).Commands() {
		names = append(names, cmd.Name())
	}
	return names
}

// newVersion is the command version.
func newVersion(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "print the version",
		Long:    "Print the version, as --version does.",
		Example: `  chesszip version`,
		Args:    arguments(cobra.NoArgs, ""),
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.print([]byte("chesszip " + version() + "\n")) },
	}
}
