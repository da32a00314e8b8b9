package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// said runs the command in this process, and returns its exit status and its messages.
func said(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var words bytes.Buffer
	err := run(t.Context(), args, strings.NewReader(""), io.Discard, &words)
	return exitStatus(err), words.String()
}

// TestMisuse checks the exact messages for wrong use: the error, and the hint.
func TestMisuse(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("games.pgn", []byte("[Event \"x\"]\n\n1. e4 *\n"), 0o600))
	for _, c := range []struct {
		args   string
		status int
		error  string
		hint   string
	}{
		{"--nope", 2, `no flag --nope`, `chesszip --help lists the flags`},
		{"-Y", 2, `no flag -Y`, `chesszip --help lists the flags`},
		{"--comprss x", 2, `no flag --comprss`, `is --compress meant?`},
		{"list --gmaes games.pgn", 2, `chesszip list has no flag --gmaes`, `is --games meant?`},
		{"fitler --player x games.pgn", 2, `no command or file called fitler`, `is the command chesszip filter meant?`},
		{"-v fitler --player x games.pgn", 2, `no flag --player, and no file fitler`, `is the command chesszip filter meant?`},
		{"fitler games.pgn", 2, `no command or file called fitler`, `is the command chesszip filter meant?`},
		{"-- fitler games.pgn", 1, `fitler: no such file`, `is the command chesszip filter meant?`},
		{"qwertz", 2, `no command or file called qwertz`, `chesszip --help lists the commands`},
		{"get 2 games.pgn", 1, `2: no such file`, `the file comes first: chesszip get games.pgn 2`},
		{"search e4 e4 games.pgn", 2, `malformed query: moves "e4": want a move that is legal after e4`, ``},
		{"help fitler", 2, `no command fitler`, `is the command chesszip filter meant?`},
		{"help qwertz", 2, `no command qwertz`, `chesszip --help lists the commands`},
		{"completion", 2, `usage: chesszip completion (bash | zsh | fish | powershell)`, `chesszip completion --help shows how`},
		{"completion bsah", 2, `no completion for the shell bsah: there are bash, zsh, fish or powershell`, `is bash meant?`},
		{"--threads", 2, `--threads needs a value: N`, `chesszip --help lists the flags`},
		{"-T", 2, `-T needs a value: N`, `chesszip --help lists the flags`},
		{"-T x games.pgn", 2, `--threads "x": want a whole number`, `chesszip --help lists the flags`},
		{"-T 99999999999999999999 games.pgn", 2, `--threads "99999999999999999999": the number is too large`, `chesszip --help lists the flags`},
		{"-T 1025 games.pgn", 2, `-T 1025: want 0 to 1024 threads`, `-T 0 uses every processor`},
		{"count -T 100000 games.pgn", 2, `-T 100000: want 0 to 1024 threads`, `-T 0 uses every processor`},
		{"append -T 1025 a.czip games.pgn", 2, `-T 1025: want 0 to 1024 threads`, `-T 0 uses every processor`},
		{"serve -T 1025 games.pgn", 2, `-T 1025: want 0 to 1024 threads`, `-T 0 uses every processor`},
		{"--train -T 1025 games.pgn", 2, `-T 1025: want 0 to 1024 threads`, `-T 0 uses every processor`},
		{"-T -1 games.pgn", 2, `-T -1: want 0 to 1024 threads`, `-T 0 uses every processor`},
		{"--quiet=perhaps games.pgn", 2, `--quiet "perhaps": want true or false`, `chesszip --help lists the flags`},
		{"--color=purple games.pgn", 2, `--color "purple": want auto, always or never`, `chesszip --help lists the flags`},
		{"--color=nevre games.pgn", 2, `--color "nevre": want auto, always or never; is never meant?`, `chesszip --help lists the flags`},
		{"-19 games.pgn", 2, `no level -19: levels are -0 to -9`, ``},
		{"--index playrs games.pgn", 2, `no index of "playrs": there are players, numbers, positions and openings`, `is players meant?`},
		{"--index games games.pgn", 2, `no index of "games": there are players, numbers, positions and openings`, `--index players,numbers keeps these two`},
		{"list --shard 6/5 games.pgn", 2, `--shard "6/5": want I/N with I from 1 to N, such as 2/5`, `chesszip list --help lists the flags`},
		{"split --parts many games.pgn", 2, `--parts "many": want a whole number`, `chesszip split --help lists the flags`},
		{"convert games.pgn", 2, `convert needs -o and a name that says the form, such as games.csv, or --to and a form: bin, binpack, csv, epd, fen, jsonl, pgn, plain, polyglot, scid or uci`, `chesszip convert --help lists them`},
		{"append", 2, `usage: chesszip append [flags] ARCHIVE FILE...`, `chesszip append --help shows how`},
		{"merge games.pgn", 2, `merge needs -o, the archive to write`, `chesszip merge -o all.czip a.czip b.czip`},
		{"perft x", 2, `depth "x" is not a number from 0 to 64`, ``},
		{"explain x", 2, `invalid FEN: board field "x" at byte 0: 'x' is neither a piece, a number of empty squares nor a slash`,
			`a FEN is a board, w or b, castling rights, an en passant square and two counters`},
		{"nothing.pgn", 1, `nothing.pgn: no such file`, ``},
		{"-d games.pgn", 1, `games.pgn does not end in .czip: what to call the file is not known`, `name the file with -o, or use -c`},
		{"-t games.pgn", 3, `games.pgn: byte 0: not an archive: it begins with other bytes`, ``},
		{"verify games.pgn", 3, `games.pgn is not an archive`, `chesszip games.pgn makes an archive of it, every byte verified`},
		{"-D games.pgn games.pgn", 3, `games.pgn: not a model: it does not begin with "CZM"`, `chesszip --train games.pgn -o my.czm makes one`},
		{"-1 -D games.pgn games.pgn", 2, `-1 uses no model: -D needs level -4 or more`, `leave out -D, or the level`},
	} {
		want := "chesszip: error: " + c.error + "\n"
		if c.hint != "" {
			want += "chesszip: hint: " + c.hint + "\n"
		}
		status, got := said(t, strings.Fields(c.args)...)
		require.Equal(t, want, got, "chesszip %s", c.args)
		require.Equal(t, c.status, status, "chesszip %s", c.args)
	}
}

// eachVerb calls f for chesszip and each of its commands.
func eachVerb(f func(cmd *cobra.Command)) {
	root := newRoot(newConsole(nil, io.Discard, io.Discard))
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		f(cmd)
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(root)
}

// TestWordsOfFlags checks that the messages for a wrong value, a missing one and a
// misspelt flag are ours, for each flag of each command.
func TestWordsOfFlags(t *testing.T) {
	eachVerb(func(cmd *cobra.Command) {
		path := strings.Fields(cmd.CommandPath())[1:]
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			wrong := [][]string{{"--" + f.Name[:len(f.Name)-1] + "~"}}
			if f.NoOptDefVal == "" {
				wrong = append(wrong, []string{"--" + f.Name})
			}
			if k := f.Value.Type(); k == "int" || k == "int64" || k == "bool" || k == "float64" {
				wrong = append(wrong, []string{"--" + f.Name + "=~"})
			}
			for _, w := range wrong {
				args := append(append([]string{}, path...), w...)
				status, got := said(t, args...)
				require.Equal(t, statusMisuse, status, "%q says %s", args, got)
				require.Contains(t, got, "--"+f.Name[:len(f.Name)-1], "%q", args)
				require.Contains(t, got, "chesszip: hint: ", "%q", args)
				for _, goWord := range []string{"strconv", "invalid argument", "invalid syntax", "flag needs", "unknown", "parsing", "pflag"} {
					require.NotContains(t, strings.ReplaceAll(got, f.Name, ""), goWord, "%q", args)
				}
			}
		})
	})
}

// TestHelpFits checks that no line of help is wider than a terminal of 80 columns, and
// that colours add no text.
func TestHelpFits(t *testing.T) {
	eachVerb(func(cmd *cobra.Command) {
		text := helpOf(cmd, helpWidth)
		require.Contains(t, strings.Join(strings.Fields(text), " "), statusHelp, cmd.CommandPath())
		for _, line := range strings.Split(text, "\n") {
			if n := utf8.RuneCountInString(line); n > helpWidth {
				t.Errorf("%s --help: %d columns: %s", cmd.CommandPath(), n, line)
			}
			require.NotContains(t, line, "\t", "%s --help", cmd.CommandPath())
		}
		require.Equal(t, strings.Fields(text), strings.Fields(helpOf(cmd, 40)), cmd.CommandPath())
		coloured := colouredHelp(text)
		require.Contains(t, coloured, bold+"Usage:"+noColour)
		plain := strings.NewReplacer(bold, "", cyan, "", noColour, "").Replace(coloured)
		require.Equal(t, text, plain, cmd.CommandPath())
	})
}

// TestColours checks when there are colours.
func TestColours(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	c := newConsole(nil, io.Discard, io.Discard)
	require.False(t, c.coloured(), "a pipe")
	c.out.terminal = true
	require.True(t, c.coloured())
	t.Setenv("TERM", "dumb")
	require.False(t, c.coloured())
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	require.False(t, c.coloured())
	c.colour = "always"
	require.True(t, c.coloured())
	c.colour, c.out.terminal = "never", true
	require.False(t, c.coloured())
}

// TestNearest checks which words count as misspelt.
func TestNearest(t *testing.T) {
	words := []string{"filter", "find", "explain", "merge", "mate", "cat"}
	for word, want := range map[string]string{
		"fitler": "filter", "filtr": "filter", "finnd": "find", "EXPLAIN": "explain", "expl": "explain", "mergee": "merge",
		"a": "", "": "", "games.pgn": "", "mat": "mate", "ct": "", "x.czip": "",
	} {
		require.Equal(t, want, nearest(word, words), word)
	}
}

// TestCompletedValues checks that flags complete their allowed words, and that shells
// learn which flags take a value.
func TestCompletedValues(t *testing.T) {
	complete := func(args ...string) string {
		var out bytes.Buffer
		_ = run(t.Context(), append([]string{"__complete"}, args...), strings.NewReader(""), &out, io.Discard)
		return out.String()
	}
	for _, c := range []struct{ args, want string }{
		{"--index =", "players\nnumbers\npositions\nopenings\n:6\n"},
		{"--index players,=", "players,numbers\nplayers,positions\nplayers,openings\n:6\n"},
		{"split --by =", "event\n"},
		{"split --by =", "month\n"},
		{"sort --by date,=", "date,elo\ndate,white-elo\n"},
		{"filter --sort date,=", "date,elo\ndate,white-elo\n"},
		{"explore --sort =", "games\nscore\n:4\n"},
		{"cat --to =", "pgn\nczip\ncsv\njsonl\nuci\nfen\nepd\n:4\n"},
		{"-t =", "czip\n:8\n"},
		{"filter =", "czip\npgn\n"},
		{"append =", "czip\n:8\n"},
		{"append games.czip =", "czip\npgn\n"},
		{"convert --to =", "binpack\n"},
		{"convert --to =", "jsonl\n"},
		{"filter --result =", "1-0\n0-1\n1/2-1/2\n*\nwin\nloss\n:4\n"},
		{"list --tc =", "bullet\nblitz\nrapid\nclassical\n:4\n"},
		{"-D =", "czm\n:8\n"},
		{"-T =", ":4\n"},
		{"-o =", ":0\n"},
		{"get --color =", "auto\nalways\nnever\n:4\n"},
		{"fil=", "filter\t"},
		{"help =", "filter\t"},
		{"man =", "files\t"},
	} {
		last, args := "", strings.Fields(c.args)
		last, args = strings.TrimSuffix(args[len(args)-1], "="), args[:len(args)-1]
		require.Contains(t, complete(append(args, last)...), c.want, c.args)
	}
}
