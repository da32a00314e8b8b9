package page

import (
	"embed"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

//go:embed mate
var mateFiles embed.FS

// Mate is the feature that shows solved endings on a board, at /mate/:
//
//	/mate/             the page; what follows # is a FEN to begin with, its
//	                   blanks as underscores
//	/mate/probe?fen=   the solution of a position
//
// The answer to a probe is a JSON object, see probed in the source. If the FEN is
// malformed, or its position is not legal or not solved, the answer is {"error": "why",
// "illegal": true or false} with status 400.
func Mate(b *endgame.Base) Feature {
	files := newStatic(folder(mateFiles, "mate"), "mate")
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", files)
	mux.Handle("GET /{file}", files)
	mux.HandleFunc("GET /probe", func(w http.ResponseWriter, r *http.Request) {
		answer, err := probe(b, r.FormValue("fen"))
		if err != nil {
			refuse(w, err)
			return
		}
		writeJSON(w, http.StatusOK, answer)
	})
	return Feature{Name: "mate", Handler: mux}
}

// probed is the answer about a position.
type probed struct {
	FEN   string `json:"fen"`   // in its canonical form
	Turn  string `json:"turn"`  // "white" or "black"
	Check bool   `json:"check"` // the side to move is in check
	end
	Moves []probedMove `json:"moves"` // all legal moves; the first is the table's choice
}

// probedMove is a legal move of a probed position. Its end is that of the position
// before the move, if this move is played.
type probedMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"` // of the position after the move
	end
}

// end is how a position ends, for the side to move.
type end struct {
	Result string `json:"result"` // "won", "drawn" or "lost"
	Plies  int    `json:"plies"`  // half-moves to mate
	Late   bool   `json:"late"`   // the fifty-move rule comes before the mate
}

func endOf(o endgame.Outcome) end { return end{o.Result.String(), o.Plies, o.Late} }

// refusal is the answer to a probe that failed.
type refusal struct {
	Error   string `json:"error"`   // in words, without a package name
	Illegal bool   `json:"illegal"` // the position is not legal
}

func refuse(w http.ResponseWriter, err error) {
	illegal := errors.Is(err, board.ErrFEN) || errors.Is(err, endgame.ErrIllegal)
	status := http.StatusBadRequest
	if !illegal && !errors.Is(err, endgame.ErrUnsolved) {
		status = http.StatusInternalServerError
	}
	why := err.Error()
	for _, room := range []string{"board: ", "endgame: "} {
		why = strings.TrimPrefix(why, room)
	}
	writeJSON(w, status, refusal{why, illegal})
}

// probe looks up a position and all positions after its moves.
func probe(b *endgame.Base, fen string) (*probed, error) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	o, err := b.Probe(&p)
	if err != nil {
		return nil, err
	}
	choices, err := b.Choices(&p)
	if err != nil {
		return nil, err
	}
	answer := &probed{
		FEN: p.String(), Turn: p.Turn.String(), Check: movegen.InCheck(&p), end: endOf(o),
		Moves: []probedMove{}, // [] instead of null if there are none
	}
	for _, c := range choices {
		q := p
		movegen.Make(&q, c.Move)
		answer.Moves = append(answer.Moves, probedMove{
			UCI: notation.UCI(&p, c.Move), SAN: notation.SAN(&p, c.Move), FEN: q.String(), end: endOf(c.Outcome),
		})
	}
	return answer, nil
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that has left needs no answer
}
