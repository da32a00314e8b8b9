package answers

import (
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// maxGame is the longest text of a game that is answered as JSON, in bytes. The PGN of
// longer ones can be had.
const maxGame = 2 << 20

// gameJSON is a game.
type gameJSON struct {
	outlineJSON
	Tags     []tagJSON  `json:"tags"`
	Start    string     `json:"start"`    // FEN
	Whole    bool       `json:"whole"`    // the main line could be played to its end
	Comments []string   `json:"comments"` // before the first move
	Moves    []moveJSON `json:"moves"`    // of the main line
	PGN      string     `json:"pgn"`
}

type tagJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// moveJSON is a half-move, and what stands behind it.
type moveJSON struct {
	Ply        int       `json:"ply"` // from 1
	UCI        string    `json:"uci"`
	SAN        string    `json:"san"`
	Clock      *float64  `json:"clock"` // seconds left
	Eval       *evalJSON `json:"eval"`
	NAGs       []int     `json:"nags"`
	Comments   []string  `json:"comments"`
	Variations []string  `json:"variations"` // as movetext of PGN
}

// evalJSON is a score of White: of the two, one is null.
type evalJSON struct {
	Centipawns *int `json:"cp"`
	Mate       *int `json:"mate"`
}

// text returns the text of the game that a request names.
func (s *Site) text(a *Answer) (p Place, text []byte, err error) {
	if p, err = s.placeOf(a.Request.ID); err != nil {
		return p, nil, err
	}
	err = s.read(a.Context, func() error {
		text, err = s.files[p.File].Archive.Game(a.Context, p.Number)
		return s.in(p.File, err)
	})
	if err == nil && len(text) > maxGame {
		err = Bad("the game has %d bytes; its PGN can be had", len(text))
	}
	return p, text, err
}

// game answers a game.
func (s *Site) game(a *Answer) error {
	p, text, err := s.text(a)
	if err != nil {
		return err
	}
	h, err := s.Header(a.Context, p)
	if err != nil {
		return err
	}
	out := gameJSON{
		outlineJSON: outlineOf(p, &h), Tags: []tagJSON{}, Comments: []string{}, Moves: []moveJSON{}, PGN: pgn.UTF8(string(text)),
	}
	if g := pgn.ParseGame(string(text)); g != nil {
		out.read(g)
	}
	return a.JSON(out)
}

// GamePGN answers the text of a game, whatever its length.
func (s *Site) GamePGN(a *Answer) error {
	p, err := s.placeOf(a.Request.ID)
	if err != nil {
		return err
	}
	if err = s.reads.Enter(a.Context); err != nil {
		return err
	}
	defer s.reads.Leave()
	a.Begin(TypePGN)
	_, err = s.files[p.File].Archive.Copy(a.Context, a, p.Number, p.Number+1)
	return s.in(p.File, err)
}

// read takes over what stands in a game.
func (j *gameJSON) read(g *pgn.ParsedGame) {
	for _, t := range g.Tags {
		j.Tags = append(j.Tags, tagJSON{pgn.UTF8(t.Name), pgn.UTF8(t.Value)})
	}
	j.Start = g.Start.String()
	plies, whole := g.Plies()
	j.Whole = whole
	at := g.Start
	for i, ply := range plies {
		m := moveJSON{Ply: i + 1, UCI: "0000", SAN: "--", NAGs: []int{}, Comments: []string{}, Variations: []string{}}
		if ply.Move != board.NullMove {
			m.UCI, m.SAN = notation.UCI(&at, ply.Move, at.Chess960()), notation.SAN(&at, ply.Move)
		}
		for _, n := range ply.NAGs {
			m.NAGs = append(m.NAGs, int(n))
		}
		if ply.HasClock {
			seconds := float64(ply.Clock.Round(time.Millisecond)) / float64(time.Second)
			m.Clock = &seconds
		}
		if ply.HasEval {
			m.Eval = evalOf(ply.Eval)
		}
		j.Moves = append(j.Moves, m)
		movegen.Make(&at, ply.Move)
	}
	j.annotate(g)
}

func evalOf(s pgn.Score) *evalJSON {
	if moves, ok := s.Mate(); ok {
		return &evalJSON{Mate: &moves}
	}
	cp := int(s)
	return &evalJSON{Centipawns: &cp}
}

// annotate adds comments and variations to the moves that they stand behind.
func (j *gameJSON) annotate(g *pgn.ParsedGame) {
	first := 2 * (int(g.Start.FullmoveNumber) - 1)
	if g.Start.Turn == board.Black {
		first++
	}
	last := -1 // the last move of the main line
	var v variation
	for i := range g.Movetext {
		e := &g.Movetext[i]
		if v.depth() > 0 || e.Kind == pgn.Open {
			if e.Kind == pgn.Open && v.depth() == 0 {
				v.number = []int{first + max(0, last+1)}
			}
			if v.add(e); v.depth() == 0 && last >= 0 && last < len(j.Moves) {
				j.Moves[last].Variations = append(j.Moves[last].Variations, v.take())
			}
			continue
		}
		switch e.Kind {
		case pgn.Move:
			last++
		case pgn.Comment, pgn.OpenComment, pgn.LineComment:
			text := pgn.UTF8(e.Comment())
			if last < 0 {
				j.Comments = append(j.Comments, text)
			} else if last < len(j.Moves) {
				j.Moves[last].Comments = append(j.Moves[last].Comments, text)
			}
		}
	}
}

// variation makes the text of a variation from its elements, with the numbers of moves
// that these lack.
type variation struct {
	text   strings.Builder
	number []int // half-moves before the next move, of each line that is open and the one around
	plain  bool  // a move of White stands before
	opened bool  // a bracket stands before
}

// depth returns how many variations are open.
func (v *variation) depth() int { return max(0, len(v.number)-1) }

// take returns the text, and begins another.
func (v *variation) take() string {
	text := v.text.String()
	*v = variation{}
	return text
}

// word adds a word.
func (v *variation) word(text string) {
	if v.text.Len() > 0 && !v.opened && text != ")" {
		v.text.WriteByte(' ')
	}
	v.opened = text == "("
	v.text.WriteString(text)
}

// add adds an element.
func (v *variation) add(e *pgn.Element) {
	top := len(v.number) - 1
	switch e.Kind {
	case pgn.Open:
		if v.depth() > 0 {
			v.word("(")
		}
		v.number = append(v.number, v.number[top]-1) // it replaces the move before
		v.plain = false
	case pgn.Close:
		v.number = v.number[:top]
		if v.depth() > 0 {
			v.word(")")
		}
		v.plain = false
	case pgn.Move:
		n := max(0, v.number[top])
		switch {
		case n%2 == 0:
			v.word(strconv.Itoa(n/2+1) + ".")
		case !v.plain:
			v.word(strconv.Itoa(n/2+1) + "...")
		}
		v.word(pgn.UTF8(e.Text))
		v.number[top]++
		v.plain = true
	case pgn.Comment, pgn.OpenComment, pgn.LineComment:
		v.word("{" + strings.ReplaceAll(pgn.UTF8(e.Comment()), "}", ")") + "}")
		v.plain = false
	default:
		v.word(pgn.UTF8(e.Text))
	}
}
