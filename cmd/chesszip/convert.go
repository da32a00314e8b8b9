package main

import (
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

func newConvert(c *console) *cobra.Command {
	r := &reading{console: c}
	q := new(chesszip.Query)
	to := ""
	x, b := new(extras), book{}
	var with []string
	cmd := &cobra.Command{
		Use:   "convert (-o NAME | --to FORM) [flags] FILE...",
		Short: "convert games to JSON, CSV, PGN, UCI, FEN, EPD, SCID or an opening book",
		Long: `Convert games to another form: those that match, or all. The name of -o says the
form, except .bin, or --to does.

The forms for games:

  pgn       the export format of the standard: seven tags first, standard moves,
            lines of 79 bytes; chesszip cat prints games as they were
  jsonl     a line for each game: number, tags, start if it is not the usual
            one, moves in SAN and UCI, result, and what could not be read
  csv       a header, then a row for each game: number, usual tags, plies, moves
            in SAN; or the --columns: any tag, Number, Plies, Moves, UCI,
            FinalFEN, Clocks, Evals, Comments, NAGs, Variations
  uci       a line for each game: "position startpos moves e2e4 e7e5 ...", for
            engines
  fen       a line for each position, with the start position of each game
  epd       a line for each position with a next move: sm is the move, id the
            number of the game and the half-move
  polyglot  an opening book of the first --ply half-moves (30), with moves that
            are in --min games (3). The weight of a move is 2 for each win of
            its side and 1 for each draw; moves of weight 0 are left out.
            Castling is e1h1, in Chess960 also
  scid      a database of SCID 4: -o games.si4 makes games.sn4 and games.sg4 also.
            Chess960 is left out, as SCID does; the tag ScidFlags sets flags

Moves end before the first illegal one. --to pgn -o x.czip writes an archive.
Games that SCID has marked as deleted are left out, without --scid-flags.

--with adds to jsonl lists with an entry for each move, null for none, and to csv
columns, - for none:

  clocks      seconds left, exact, from [%clk 0:03:21.5]
  evals       White's score in pawns, or "#-3" for a mate, from [%eval 0.31] and
              the comments of engines that are listed below
  comments    the rest of the comments; "comment" precedes the first move
  nags        numbers of glyphs: 1 for !, 2 for ?, ...
  variations  that replace the move, each with moves, uci and all of these

In csv, comments and variations are JSON.

Lists of positions, FEN, EPD (bm or sm, and ce), and Stockfish's .plain, .bin and
.binpack, packed or not, in archives or not, become:

  fen      a line for each position
  plain    lines of text: fen, move, score, ply, result, e
  bin      40 bytes a position
  binpack  chains of moves, about 2.5 bytes a position

For games, the last three hold the positions with an engine's score in a comment,
in centipawns: {+0.31/12 0.5s}, {wv=0.31, ...}, {ev=0.31, ...} and [%eval 0.31].`,
		Example: `  chesszip convert --to jsonl games.czip | jq .tags.White
  chesszip convert -o games.csv.gz --date 2013 games.czip
  chesszip convert --to csv --columns White,Black,Plies,Clocks games.czip
  chesszip convert --to jsonl --with clocks,evals games.czip
  chesszip convert --to polyglot --ply 20 --elo 2400+ games.czip -o book.bin
  chesszip convert -o carlsen.si4 --player carlsen games.czip
  chesszip convert --to epd --player carlsen games.pgn > carlsen.epd
  chesszip convert --to plain data.binpack | less
  chesszip convert --to bin -o data.bin data.plain.zst more.bin.czip`,
		Args: r.gamesOf("(-o NAME | --to FORM) [flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringVarP(&to, "to", "t", "", "write `FORM`: pgn, jsonl, csv, ..., as above; otherwise the name of -o says it")
	f.IntVar(&b.games, "min", 3, "write moves of `N` games or more to a book")
	f.StringSliceVar(&with, "with", nil, "add `WHAT` to jsonl or csv, such as clocks,evals")
	f.StringSliceVar(&x.columns, "columns", nil, "write the columns `NAMES` to csv, in this order")
	r.fileFlags(f)
	r.shardFlag(f)
	r.manyFlag(f)
	f.BoolVar(&r.scidFlags, "scid-flags", false, scidFlagsUsage)
	inGroup(f, filesGroup, "scid-flags")
	r.archiveLevelFlags(f)
	r.selectFlags(f, q)
	f.Lookup("ply").Usage += ", or the depth of a book"
	return r.verb(cmd, func(args []string) error {
		r.arch.converts = true
		form, _, err := r.written(to)
		r.arch.to = to
		switch {
		case err != nil:
			return err
		case to == toArchive:
			return misuse("--to pgn -o x.czip writes an archive, and chesszip FILE makes one of a file", "convert does not write czip")
		case form == toArchive && to == "":
			to = "pgn"
		case to == "":
			to = form
		}
		if err := b.takePlies(to, q); err != nil {
			return err
		}
		if f.Changed("min") && to != toBook {
			return misuse("", "--min goes with --to %s", toBook)
		}
		if err := x.prepare(to, with, f.Changed("columns")); err != nil {
			return err
		}
		convert := converterOf(to, x)
		if form, record := records.ParseForm(to); record {
			return r.convertRecords(args, form, q)
		}
		switch {
		case to == "":
			return misuse("chesszip convert --help lists them", "convert needs -o and a name that says the form, such as games.csv, or --to and a form: %s", inWords(formNames()))
		case to == toBook:
			return r.convertBook(args, b, q)
		case to == toSCID:
			return r.convertSCID(args, q)
		case convert == nil:
			return misuse(cmp.Or(didYouMean(to, formNames()), "chesszip convert --help lists them"), "no form %q: there are %s", to, inWords(formNames()))
		case to != "pgn":
			r.arch.never = "--to " + to
		}
		s, err := r.sink(args...)
		if err != nil {
			return err
		}
		if to == "csv" {
			err = writeRow(s, x.columns)
		}
		if err == nil {
			err = r.eachTo(s, args, func(a *opened, s *sink) error {
				if err := r.mustHoldGames(a); err != nil {
					return err
				}
				odd, err := r.convertEach(a, q, convert, s)
				if to != "jsonl" {
					r.sayOdd(a.name, odd)
				}
				r.sayLeft(a.name, odd)
				return err
			})
		}
		return s.close(r.status(err))
	})
}

// oddities counts the games that are not wholly understood, and those that are left out.
type oddities struct {
	games  int64
	first  int64 // counted from 1
	reason string

	left, firstLeft int64
}

// leave counts a game that is left out.
func (o *oddities) leave(number int64) {
	if o.left++; o.left == 1 {
		o.firstLeft = number
	}
}

// maxElements is the greatest number of tokens of a game that is converted: each takes
// 32 bytes and more, so that 4 MiB of brackets would take half a gigabyte.
const maxElements = 1 << 19

// tooLong reports whether a game has more than maxElements tokens.
func tooLong(text []byte) bool {
	if len(text) <= maxElements {
		return false
	}
	s := pgn.NewScanner(text)
	for range maxElements {
		if _, ok := s.Next(); !ok {
			return false
		}
	}
	return true
}

// eachGame calls each with the matching games and their numbers, counted from 1. For a
// stream, the oddities are those of all parts, and complete at its end.
func (r *reading) eachGame(a *opened, q *chesszip.Query, each func(number int64, g *pgn.ParsedGame) error) (oddities, error) {
	return r.eachText(a, q, func(number int64, text []byte, odd *oddities) error {
		return odd.parsed(number, string(text), each)
	}, func(*oddities) error { return nil })
}

// eachText calls each with the texts of the matching games, except those that are left
// out, and then calls end, unless it fails before. Both may add to the oddities, which
// are as in eachGame.
func (r *reading) eachText(a *opened, q *chesszip.Query, each func(number int64, text []byte, odd *oddities) error, end func(odd *oddities) error) (odd oddities, err error) {
	if st := a.stream; st != nil {
		odd = st.odd
		defer func() {
			if st.odd = odd; !st.last {
				odd = oddities{}
			}
		}()
	}
	for text, err := range a.Games().Where(q).Texts(r.ctx) {
		long := errors.Is(err, pgn.ErrTooLong)
		if err != nil && !long {
			if err := r.broken(a, err); err != nil {
				return odd, err
			}
			continue
		}
		if long || tooLong(text.Text) {
			odd.leave(text.Number + 1)
			continue
		}
		if err := each(text.Number+1, text.Text, &odd); err != nil {
			return odd, err
		}
	}
	return odd, end(&odd)
}

// sayOdd warns of games of a file that are not wholly understood.
func (r *reading) sayOdd(name string, o oddities) {
	if o.games > 0 {
		r.say("chesszip: warning: %s: %s not fully understood, the first is game %d: %s; --to jsonl lists all",
			oneLine(name), plural(o.games, "game"), o.first, oneLine(o.reason))
	}
}

// sayLeft reports which games of a file are left out, and that the run has therefore
// failed.
func (r *reading) sayLeft(name string, o oddities) {
	if o.left > 0 {
		r.leftOut = true
		r.sayError("%s: %s left out, the first is game %d: more than 16 MiB, or %s moves, numbers, comments and brackets; chesszip get writes games as they are",
			oneLine(name), plural(o.left, "game"), o.firstLeft, countText(maxElements))
	}
}

// parsed calls each with the parsed game of a text, and counts its oddities.
func (o *oddities) parsed(number int64, text string, each func(number int64, g *pgn.ParsedGame) error) error {
	g := pgn.ParseGame(text)
	if g == nil {
		return nil
	}
	o.note(number, g)
	return each(number, g)
}

func (o *oddities) note(number int64, g *pgn.ParsedGame) {
	if len(g.Problems) == 0 {
		return
	}
	if o.games++; o.games == 1 {
		o.first, o.reason = number, pgn.UTF8(g.Problems[0].Error())
	}
}

// converterOf returns a writer of games, numbered from 1, in a form; nil if there is
// none.
func converterOf(to string, x *extras) gameWriter {
	switch to {
	case "pgn":
		return toPGN
	case "jsonl":
		return x.toJSON
	case "csv":
		return x.toCSV
	case "uci":
		return toUCI
	case "epd":
		return toEPD
	}
	return nil
}

// gameForms are the forms of games, books among them.
var gameForms = []string{"pgn", "jsonl", "csv", "uci", "epd", toBook, toSCID}

func toPGN(w io.Writer, _ int64, g *pgn.ParsedGame) error {
	_, err := w.Write(pgn.AppendGame(nil, g))
	return err
}

// sanOf returns the moves of a line in canonical SAN.
func sanOf(line *gamestate.Game) []string {
	moves := make([]string, len(line.Moves))
	p := line.Start
	for i, m := range line.Moves {
		moves[i] = notation.SAN(&p, m)
		movegen.Make(&p, m)
	}
	return moves
}

// uciOf returns the moves of a line in UCI.
func uciOf(line *gamestate.Game) []string {
	chess960 := line.Start.Chess960()
	moves := make([]string, len(line.Moves))
	p := line.Start
	for i, m := range line.Moves {
		moves[i] = string(notation.AppendUCI(nil, &p, m, chess960))
		movegen.Make(&p, m)
	}
	return moves
}

func toUCI(w io.Writer, _ int64, g *pgn.ParsedGame) error {
	line, _ := g.MainLine()
	text := "position startpos"
	if line.Start != board.Start() {
		fen := line.Start.AppendFEN(nil)
		if line.Start.Chess960() {
			fen = line.Start.AppendShredderFEN(nil)
		}
		text = "position fen " + string(fen)
	}
	if len(line.Moves) > 0 {
		text += " moves " + strings.Join(uciOf(&line), " ")
	}
	_, err := io.WriteString(w, text+"\n")
	return err
}

func toEPD(w io.Writer, number int64, g *pgn.ParsedGame) error {
	line, _ := g.MainLine()
	p := line.Start
	var text []byte
	for i, m := range line.Moves {
		e := board.EPD{Position: p, Ops: []board.Op{
			{Opcode: "sm", Operand: notation.SAN(&p, m)},
			{Opcode: "id", Operand: strconv.Quote("game " + strconv.FormatInt(number, 10) + " half-move " + strconv.Itoa(i+1))},
		}}
		text, _ = e.AppendText(text) // the error is always nil
		text = append(text, '\n')
		movegen.Make(&p, m)
	}
	_, err := w.Write(text)
	return err
}
