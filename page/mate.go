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
//	/mate/probe?fen=   all that the table knows about a position
//
// The answer to a probe is a JSON object, see probed in the source; where the
// FEN cannot be read, or its position is not legal or not solved, it is {"error": "why", "illegal": true or false} with status 400.
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

// probed is what the page gets to know about a position.
type probed struct {
	FEN   string `json:"fen"`   // in its canonical form
	Turn  string `json:"turn"`  // "white" or "black"
	Check bool   `json:"check"` // the side to move is in check
	end
	Moves []probedMove `json:"moves"` // all legal ones; the first is the table's choice
}

// probedMove is a legal move of a probed position. Its end is that of the
// position before, if this move is made.
type probedMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"` // of the position it leads to
	end
}

// end is how a position ends, for the side to move.
type end struct {
	Result string `json:"result"` // "won", "drawn" or "lost"
	Plies  int    `json:"plies"`  // half-moves to mate
	Late   bool   `json:"late"`   // the fifty-move rule comes before the mate
}

func endOf(o endgame.Outcome) end { return end{o.Result.String(), o.Plies, o.Late} }

// refusal is why there is no answer.
type refusal struct {
	Error   string `json:"error"`   // in words, without the name of a package
	Illegal bool   `json:"illegal"` // there is no such position
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

// probe asks for a position and for all that it leads to.
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
		Moves: []probedMove{}, // [] where there are none, not null
	}
	for _, c := range choices {
		q := p
		movegen.Make(&q, c.Move)
		answer.Moves = append(answer.Moves, probedMove{
			UCI: notation.UCI(&p, c.Move, false), SAN: notation.SAN(&p, c.Move), FEN: q.String(), end: endOf(c.Outcome),
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
	_, _ = w.Write(body) // a reader who has left needs no answer
}
