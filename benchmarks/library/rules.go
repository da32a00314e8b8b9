package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/corentings/chess/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// place is a position of a game, the move played in it, and the same for the
// peer.
type place struct {
	position  board.Position
	move      board.Move
	fen, san  string
	theirs    *chess.Position
	theirMove *chess.Move
}

// places returns every seventh position of the games.
func (b *bench) places() ([]place, error) {
	var all []place
	for _, g := range b.games {
		p := g.Start
		for i, m := range g.Moves {
			if i%7 == 3 {
				fen := p.String()
				theirs := new(chess.Position)
				err := theirs.UnmarshalText([]byte(fen))
				theirMove, err2 := chess.UCINotation{}.Decode(theirs, notation.UCI(&p, m, false))
				if err := errors.Join(err, err2); err != nil {
					return nil, err
				}
				all = append(all, place{p, m, fen, notation.SAN(&p, m), theirs, theirMove})
			}
			movegen.Make(&p, m)
		}
	}
	return all, nil
}

// rules compares what both libraries can do.
func (b *bench) rules() error {
	places, err := b.places()
	if err != nil {
		return err
	}
	lost, lostTheirs, games := b.lost()
	b.row("", "unit", "ours, ns", "allocations", "theirs, ns", "allocations", "times")
	b.row("---", "---", "--:", "--:", "--:", "--:", "--:")
	for _, t := range b.tasks(places) {
		ours, theirs, ratio := compare(b.rounds, t.ours, t.theirs)
		b.row(t.name, t.unit, ours.nanoseconds, fmt.Sprintf("%.2f", ours.allocations), theirs.nanoseconds, fmt.Sprintf("%.2f", theirs.allocations), fmt.Sprintf("%.1f", ratio))
	}
	fmt.Fprintf(b.out, "\nOf %d games, %d are not read whole by ours, %d by theirs (an error, or fewer moves than ours finds legal).\n", games, lost, lostTheirs)
	return nil
}

// lost counts the games that each library does not read whole. A game is whole
// for theirs if it has as many moves as ours finds.
func (b *bench) lost() (ours, theirs, games int) {
	scanner := chess.NewScanner(bytes.NewReader(b.text))
	var lengths []int // of the peer's games in their order; -1 for an error
	for scanner.HasNext() {
		g, err := scanner.ParseNext()
		if err != nil {
			lengths = append(lengths, -1)
		} else {
			lengths = append(lengths, len(g.Moves()))
		}
	}
	for g := range pgn.NewReader(bytes.NewReader(b.text), nil).Games() {
		game, ok := g.MainLine()
		if !ok {
			ours++
		}
		if games >= len(lengths) || lengths[games] != len(game.Moves) {
			theirs++
		}
		games++
	}
	return ours, theirs, games
}

// task is something both can do.
type task struct {
	name, unit   string
	ours, theirs func() int
}

func (b *bench) tasks(places []place) []task {
	each := func(f func(p *place)) func() int {
		return func() int {
			for i := range places {
				f(&places[i])
			}
			return len(places)
		}
	}
	var legal []board.Move
	moves := b.moves()
	san := chess.AlgebraicNotation{}
	var fen []byte
	return []task{
		{"parse PGN", "game", b.parse, b.parseTheirs},
		{"play UCI, ask for the outcome", "half-move", func() int { return play(moves) }, func() int { return playTheirs(moves) }},
		{"legal moves", "position", each(func(p *place) { legal = movegen.AppendLegal(legal[:0], &p.position) }),
			// A copy, since the moves of a position are kept once they were asked for.
			each(func(p *place) { _ = p.theirs.ChangeTurn().ChangeTurn().ValidMoves() })},
		{"read SAN", "move", each(func(p *place) { _, _ = notation.ParseSAN(p.san, &p.position) }),
			each(func(p *place) { _, _ = san.Decode(p.theirs, p.san) })},
		{"write SAN", "move", each(func(p *place) { _ = notation.SAN(&p.position, p.move) }),
			each(func(p *place) { _ = san.Encode(p.theirs, p.theirMove) })},
		{"read FEN", "position", each(func(p *place) { _, _ = board.ParseFEN(p.fen) }),
			each(func(p *place) { _ = new(chess.Position).UnmarshalText([]byte(p.fen)) })},
		{"write FEN", "position", each(func(p *place) { fen = p.position.AppendFEN(fen[:0]) }),
			each(func(p *place) { _ = p.theirs.String() })},
	}
}

func (b *bench) parse() (n int) {
	for range pgn.NewReader(bytes.NewReader(b.text), nil).Games() {
		n++
	}
	return n
}

func (b *bench) parseTheirs() (n int) {
	scanner := chess.NewScanner(bytes.NewReader(b.text))
	for scanner.HasNext() {
		_, _ = scanner.ParseNext()
		n++
	}
	return n
}

// played is how many games are played by both.
const played = 100

// moves are the moves of those games as UCI writes them.
func (b *bench) moves() (all [][]string) {
	for _, g := range b.games[:min(len(b.games), played)] {
		var texts []string
		p := g.Start
		for _, m := range g.Moves {
			texts = append(texts, notation.UCI(&p, m, false))
			movegen.Make(&p, m)
		}
		all = append(all, texts)
	}
	return all
}

func play(games [][]string) (n int) {
	for _, moves := range games {
		s := gamestate.NewState(board.Start())
		for _, text := range moves {
			if err := s.PlayUCI(text); err != nil {
				break
			}
			_, _ = s.Outcome()
			n++
		}
	}
	return n
}

func playTheirs(games [][]string) (n int) {
	for _, moves := range games {
		s := chess.NewGame()
		for _, text := range moves {
			if err := s.PushNotationMove(text, chess.UCINotation{}, nil); err != nil {
				break
			}
			_ = s.Outcome()
			n++
		}
	}
	return n
}
