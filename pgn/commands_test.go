package pgn_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// commented has a comment of each kind that programs write.
const commented = `[Event "Commands"]

{[%csl Gb4,Yd5]} 1. e4 {[%clk 0:59:44] [%emt 0:00:16]} 1... e5 {[%eval 0.17,20] [%clk 0:59:26.5]} 2. Nf3
{first words [%cal Gg1f3,Re2e4] [%csl Rd4] and then many more words [%evp 19,36,51,28,-23] behind} 2... Nc6
{[%eval #-3,31][%clk 1:02:03]} (2... d6 {[%eval -0.5] [%clk 0:10:00]}) 3. Bb5 {+0.31/12 0.5s, ev=0.31, d=20} 3... a6
{[%foo [%clk 0:00:07]] [%mct 17] [%egt 0:58:01] not [% clk 0:00:01} 4. Ba4 {wv=0.05, [%eval  1.5 , 7 ]} 4... Nf6
{[%tqu "En","","","e1g1","",10] a comment with [brackets] and 100% of [%} 5. O-O ; [%clk 0:01:00] to the end
*
`

// commandsOf returns what readers make of the comments of a text: clocks, scores and the
// commands with all that they say, except for the kind of white space.
func commandsOf(text string) (all []string) {
	g := pgn.ParseGame(text)
	for i := range g.Movetext {
		c := g.Movetext[i].Comment()
		if g.Movetext[i].Kind == pgn.EscapeLine || c == "" {
			continue
		}
		clock, hasClock := pgn.ClockOf(c)
		eval, hasEval := pgn.EvalOf(c)
		engine, hasEngine := pgn.EngineScoreOf(c, board.White)
		all = append(all, fmt.Sprint(clock, hasClock, eval, hasEval, engine, hasEngine))
		for _, command := range pgn.Commands(c) {
			all = append(all, strings.Join(strings.Fields(command), " "))
		}
		all = append(all, strings.Join(strings.Fields(pgn.WithoutCommands(c, "clk", "eval", "emt", "cal", "csl")), " "))
	}
	plies, _ := g.Plies()
	return append(all, fmt.Sprint(plies))
}

// wrap returns a text whose blanks in braces are ends of lines where lines would get
// longer than width, and in every seventh place a tab or two blanks.
func wrap(text string, width int, end string) string {
	var out strings.Builder
	col, n := 0, 0
	for i, line := range strings.SplitAfter(text, "\n") {
		if strings.HasPrefix(line, "[") || strings.Contains(line, ";") {
			out.WriteString(line)
			col = 0
			continue
		}
		for word := range strings.FieldsSeq(line) {
			n++
			switch {
			case col+len(word) >= width && word[0] != '%':
				out.WriteString(end)
				col = 0
			case col > 0 && n%7 == 0:
				out.WriteString("\t")
			case col > 0 && n%7 == 1:
				out.WriteString("  ")
			case col > 0 || i > 0:
				out.WriteString(" ")
			}
			col += len(word) + 1
			out.WriteString(word)
		}
		if line == "\n" {
			out.WriteString(line)
		}
	}
	return out.String()
}

// gamesWithCommands are made and real ones.
func gamesWithCommands(t *testing.T) []string {
	sample, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	games := []string{commented}
	for g, err := range pgn.NewReader(bytes.NewReader(sample[corpus.SampleOldBytes:]), nil).Games() {
		require.NoError(t, err)
		if games = append(games, g.Text); len(games) == 6 {
			break
		}
	}
	return games
}

// TestWrappedCommands: commands mean the same wherever a line of a comment ends, and
// whatever white space parts them.
func TestWrappedCommands(t *testing.T) {
	for _, game := range gamesWithCommands(t) {
		want := commandsOf(game)
		require.NotEmpty(t, want)
		for width := 20; width <= 100; width++ {
			text := wrap(game, width, []string{"\n", "\r\n", "\n\t"}[width%3])
			require.Equal(t, want, commandsOf(text), "width %d: %s", width, text)
			stripped := pgn.AppendStripped(nil, []byte(text), &pgn.Strip{Clocks: true, Evals: true})
			for _, left := range commandsOf(string(stripped)) {
				require.NotRegexp(t, `^(clk|eval|emt|egt|mct) `, left, text)
			}
		}
	}
	require.Contains(t, commandsOf(commented), "eval 0.17,20")
	require.Contains(t, commandsOf(commented), "cal Gg1f3,Re2e4")
}

// TestAppendGameKeepsCommandsWhole: no line ends inside a command that AppendGame
// writes, and what is wrapped already is read again.
func TestAppendGameKeepsCommandsWhole(t *testing.T) {
	broken := regexp.MustCompile(`\[%[^\]}]*[\n\r\t][^\]}]*\]`)
	long := "1. e4 {see [%cal " + strings.Repeat("Ge2e4,", 30) + "Ge2e4] there} *\n"
	require.Contains(t, string(pgn.AppendGame(nil, pgn.ParseGame(long))), strings.Repeat("Ge2e4,", 30))
	for _, game := range append(gamesWithCommands(t), long, "1. e4 {"+strings.Repeat("[% ", 500)+"} *\n") {
		want := commandsOf(game)
		for width := 20; width <= 100; width += 5 {
			out := pgn.AppendGame(nil, pgn.ParseGame(wrap(game, width, "\n")))
			require.NotRegexp(t, broken, string(out))
			require.Equal(t, want, commandsOf(string(out)))
			for line := range bytes.SplitSeq(out, []byte("\n")) {
				if len(line) > 79 {
					require.Regexp(t, `^\S*\[%[^\]]*\]\S*$|"\]$|^;`, string(line))
				}
			}
		}
	}
}
