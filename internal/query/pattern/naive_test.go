package pattern

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// naive is a complete game, examined square by square.
type naive struct {
	positions []board.Position
	moves     []board.Move // after each position except the last
}

// slow evaluates a pattern at all positions. It returns the ply of the first match, and
// a function that reports whether a list of plies is a match.
func (n *naive) slow(steps [][]language.Term) (met int, is func(plies []int) bool) {
	hold, within := make([]int, len(steps)), make([]int, len(steps))
	has := make([][]bool, len(steps))
	for i, terms := range steps {
		hold[i] = 1
		for _, t := range terms {
			switch t.Name {
			case "hold":
				hold[i], _ = strconv.Atoi(t.Values[0])
			case "within":
				within[i], _ = strconv.Atoi(t.Values[0])
			}
		}
		for ply := range n.positions {
			has[i] = append(has[i], n.all(terms, ply))
		}
	}
	// starts reports whether step i may take the positions from some start after before
	// up to ply.
	starts := func(i, before, ply int) bool {
		for start := ply; start > before && has[i][start]; start-- {
			if ply-start+1 >= hold[i] && (i == 0 || within[i] == 0 || start-before <= within[i]) {
				return true
			}
		}
		return false
	}
	ends := []int{-1}
	for i := range steps {
		var next []int
		for ply := range n.positions {
			for _, before := range ends {
				if starts(i, before, ply) {
					next = append(next, ply)
					break
				}
			}
		}
		ends = next
	}
	met = -1
	if len(ends) > 0 {
		met = ends[0]
	}
	return met, func(plies []int) bool {
		before := -1
		for i, ply := range plies {
			if !starts(i, before, ply) {
				return false
			}
			before = ply
		}
		return len(plies) == len(steps)
	}
}

// flipped returns the game with colours exchanged or files mirrored.
func (n *naive) flipped(f flip) *naive {
	m := &naive{}
	for i := range n.positions {
		m.positions = append(m.positions, f.position(&n.positions[i]))
	}
	for _, move := range n.moves {
		if move != board.NullMove {
			move = board.NewMove(f.square(move.From()), f.square(move.To()), move.Promotion())
		}
		m.moves = append(m.moves, move)
	}
	return m
}

func (n *naive) all(terms []language.Term, ply int) bool {
	for _, t := range terms {
		switch t.Name {
		case "hold", "within", "flip":
			continue
		case "":
			if n.onSquares(t.Values[0], ply) == t.Not {
				return false
			}
			continue
		}
		values := t.Values
		if values == nil {
			values = []string{""}
		}
		one := false
		for _, v := range values {
			one = one || n.holds(t.Name, v, ply)
		}
		if one == t.Not {
			return false
		}
	}
	return true
}

// standsFor reports whether a piece is one of those at the beginning of a text.
func standsFor(text string, p board.Piece) (is bool, rest string) {
	rest, isNot := strings.CutPrefix(text, "!")
	letters := rest[:1]
	if letters == "[" {
		letters, rest, _ = strings.Cut(rest[1:], "]")
	} else {
		rest = rest[1:]
	}
	for _, l := range letters {
		is = is || l == '?' || string(l) == p.String() || p != board.Empty && (l == 'A' && p.Color() == board.White || l == 'a' && p.Color() == board.Black)
	}
	return is != isNot, rest
}

func (n *naive) onSquares(text string, ply int) bool {
	for sq := board.A1; sq <= board.H8; sq++ {
		is, place := standsFor(text, n.positions[ply].At(sq))
		name := sq.String()
		in := false
		if len(place) == 5 {
			in = min(place[0], place[3]) <= name[0] && name[0] <= max(place[0], place[3]) && min(place[1], place[4]) <= name[1] && name[1] <= max(place[1], place[4])
		} else {
			in = (place[0] == '?' || place[0] == name[0]) && (place[1] == '?' || place[1] == name[1])
		}
		if is && in {
			return true
		}
	}
	return false
}

// onBoard compares a board of the text with a position; blank tests an empty square of
// the text.
func (n *naive) onBoard(text string, ply int, blank func(board.Piece) bool) bool {
	for i, rank := range strings.Split(text, "/") {
		for file := 0; rank != ""; file++ {
			p := n.positions[ply].At(board.SquareAt(file, 7-i))
			is := false
			switch c := rank[0]; {
			case c >= '1' && c <= '8':
				if is = blank(p); c > '1' {
					rank = string(c-1) + rank[1:]
				} else {
					rank = rank[1:]
				}
			case c == '.':
				is, rank = blank(p), rank[1:]
			default:
				is, rank = standsFor(rank, p)
			}
			if !is {
				return false
			}
		}
	}
	return true
}

func (n *naive) holds(name, value string, ply int) bool {
	sides := []board.Color{board.White, board.Black}
	if after, ok := strings.CutPrefix(name, "white-"); ok {
		name, sides = after, sides[:1]
	} else if after, ok := strings.CutPrefix(name, "black-"); ok {
		name, sides = after, sides[1:]
	}
	p := &n.positions[ply]
	last := ply == len(n.moves)
	stuck := last && len(movegen.AppendLegal(nil, p)) == 0
	switch name {
	case "any":
		return true
	case "end":
		return last
	case "check":
		return movegen.InCheck(p)
	case "mate":
		return stuck && movegen.InCheck(p)
	case "stalemate":
		return stuck && !movegen.InCheck(p)
	case "turn":
		return p.Turn.String()[0] == value[0]
	case "ply":
		return inRange(value, ply)
	case "moves":
		g := pgn.ParseGame(value)
		line, _ := g.MainLine()
		if n.positions[0] != board.Start() || len(line.Moves) > ply {
			return false
		}
		for i, m := range line.Moves {
			if n.moves[i] != m {
				return false
			}
		}
		return true
	case "board":
		return n.onBoard(value, ply, func(p board.Piece) bool { return p == board.Empty })
	case "subfen":
		return n.onBoard(value, ply, func(board.Piece) bool { return true })
	case "structure":
		return n.onBoard(value, ply, func(p board.Piece) bool { return p.Kind() != board.Pawn })
	case "fen":
		fields := strings.Fields(value)
		q, _ := board.ParseFEN(value + [...]string{"", " w - -", " - -", ""}[min(3, len(fields))])
		return q.Board == p.Board && (len(fields) < 2 || q.Turn == p.Turn) && (len(fields) < 3 || gamestate.Essence(&q) == gamestate.Essence(p))
	case "open":
		return n.files(value, func(file int) bool {
			return n.pawns(p, board.White, file)+n.pawns(p, board.Black, file) == 0
		})
	case "pawns", "pieces":
		count := 0
		for sq := board.A1; sq <= board.H8; sq++ {
			for _, c := range sides {
				if piece := p.At(sq); piece != board.Empty && piece.Color() == c && (name == "pieces" || piece.Kind() == board.Pawn) {
					count++
				}
			}
		}
		return inRange(value, count)
	case "white", "black":
		var c board.Color
		_ = c.UnmarshalText([]byte(name))
		return n.army(p, c, value)
	}
	for _, c := range sides {
		if n.of(name, value, ply, c) {
			return true
		}
	}
	return false
}

// of reports whether one player meets a condition.
func (n *naive) of(name, value string, ply int, c board.Color) bool {
	p := &n.positions[ply]
	switch name {
	case "material":
		first, second, _ := language.CutArmies(value)
		return n.army(p, c, first) && n.army(p, c.Other(), second)
	case "diff":
		return n.diff(p, c, value)
	case "points":
		by := 0
		for sq := board.A1; sq <= board.H8; sq++ {
			if v := strings.Index(".P.BR...Q", string(p.At(sq).Kind().Letter())); p.At(sq).Kind() == board.Knight {
				by += 3 * sign(p.At(sq).Color() == c)
			} else if v > 0 {
				by += [...]int{0, 1, 0, 3, 5, 0, 0, 0, 9}[v] * sign(p.At(sq).Color() == c)
			}
		}
		return inRange(value, by)
	case "bishops":
		var on [2][2]int
		for sq := board.A1; sq <= board.H8; sq++ {
			if p.At(sq).Kind() == board.Bishop {
				on[p.At(sq).Color()][(sq&1+sq>>3&1)&1]++
			}
		}
		if value == "pair" {
			return on[c][0] > 0 && on[c][1] > 0
		}
		return on[0][0]+on[0][1] == 1 && on[1][0]+on[1][1] == 1 && (on[0] == on[1]) == (value == "same")
	case "halfopen":
		return n.files(value, func(file int) bool { return n.pawns(p, c, file) == 0 && n.pawns(p, c.Other(), file) > 0 })
	case "files":
		for file := range 8 {
			if n.pawns(p, c, file) > 0 != strings.Contains(value, string(rune('a'+file))) {
				return false
			}
		}
		return true
	case "move", "moved", "captured", "capture", "quiet":
		return ply < len(n.moves) && p.Turn == c && n.moves[ply] != board.NullMove && n.move(name, value, ply)
	}
	var found []board.Square
	for sq := board.A1; sq <= board.H8; sq++ {
		if p.At(sq) == board.PieceOf(c, board.Pawn) && n.pawnIs(name, p, sq, c) {
			found = append(found, sq)
		}
	}
	if value != "" && value[0] >= 'a' && value[0] <= 'h' {
		return n.files(value, func(file int) bool {
			for _, sq := range found {
				if int(sq)&7 == file {
					return true
				}
			}
			return false
		})
	}
	if value == "" {
		return len(found) > 0
	}
	return inRange(value, len(found))
}

// pawnIs reports whether a pawn is in a structure.
func (n *naive) pawnIs(name string, p *board.Position, sq board.Square, c board.Color) bool {
	file, rank := int(sq)&7, int(sq)>>3
	fellow := func(file int, ok func(ahead int) bool, c board.Color) (any bool) {
		for r := range 8 {
			ahead := (r - rank) * sign(p.At(sq).Color() == board.White)
			any = any || file >= 0 && file < 8 && p.At(board.SquareAt(file, r)) == board.PieceOf(c, board.Pawn) && ok(ahead)
		}
		return any
	}
	anywhere := func(int) bool { return true }
	ahead := func(by int) bool { return by > 0 }
	notAhead := func(by int) bool { return by <= 0 }
	them := c.Other()
	switch name {
	case "pawn":
		return true
	case "isolated":
		return !fellow(file-1, anywhere, c) && !fellow(file+1, anywhere, c)
	case "doubled":
		return fellow(file, func(by int) bool { return by != 0 }, c)
	case "passed":
		return !fellow(file-1, ahead, them) && !fellow(file, ahead, them) && !fellow(file+1, ahead, them)
	case "connected":
		if !n.pawnIs("passed", p, sq, c) {
			return false
		}
		for _, f := range []int{file - 1, file + 1} {
			for r := range 8 {
				if f >= 0 && f < 8 && p.At(board.SquareAt(f, r)) == board.PieceOf(c, board.Pawn) && n.pawnIs("passed", p, board.SquareAt(f, r), c) {
					return true
				}
			}
		}
		return false
	case "backward":
		two := func(by int) bool { return by == 2 }
		return (fellow(file-1, anywhere, c) || fellow(file+1, anywhere, c)) && !fellow(file-1, notAhead, c) && !fellow(file+1, notAhead, c) &&
			(fellow(file-1, two, them) || fellow(file+1, two, them))
	case "hanging":
		for _, left := range []int{file - 1, file} {
			if left >= 0 && left < 7 && fellow(left, anywhere, c) && fellow(left+1, anywhere, c) && !fellow(left-1, anywhere, c) && !fellow(left+2, anywhere, c) &&
				!fellow(left, anywhere, them) && !fellow(left+1, anywhere, them) {
				return true
			}
		}
		return false
	}
	panic(name)
}

func (n *naive) pawns(p *board.Position, c board.Color, file int) (count int) {
	for rank := range 8 {
		if p.At(board.SquareAt(file, rank)) == board.PieceOf(c, board.Pawn) {
			count++
		}
	}
	return count
}

// files reports whether all named files have a property, or any file if none is named.
func (n *naive) files(names string, is func(file int) bool) bool {
	for file := range 8 {
		if names == "" && is(file) || names != "" && strings.Contains(names, string(rune('a'+file))) && !is(file) {
			return names == ""
		}
	}
	return names != ""
}

// pieces returns the letters of a player's pieces.
func (n *naive) pieces(p *board.Position, c board.Color) (letters string) {
	for sq := board.A1; sq <= board.H8; sq++ {
		if piece := p.At(sq); piece != board.Empty && piece.Color() == c {
			letters += string(piece.Kind().Letter())
		}
	}
	return letters
}

// move compares the move with its SAN form, piece by piece.
func (n *naive) move(name, value string, ply int) bool {
	p, m := n.positions[ply], n.moves[ply]
	kind := p.KindAt(m.From()).Letter()
	castles := p.At(m.To()) != board.Empty && p.At(m.To()).Color() == p.Turn
	captures := !castles && p.At(m.To()) != board.Empty
	taken := p.KindAt(m.To()).Letter()
	if kind == 'P' && m.From()&7 != m.To()&7 && !captures {
		captures, taken = true, 'P'
	}
	switch name {
	case "capture":
		return captures
	case "quiet":
		return !captures
	case "moved":
		return strings.ContainsRune(value, rune(kind))
	case "captured":
		return captures && strings.ContainsRune(value, rune(taken)) || value == "" && !captures
	}
	long := string(kind) + m.From().String() + map[bool]string{true: "x", false: "-"}[captures] + m.To().String()
	san := notation.SAN(&p, m)
	if castles {
		long = strings.TrimRight(san, "+#")
	} else if k := m.Promotion(); k != board.NoKind {
		long += "=" + string(k.Letter())
	}
	if strings.HasSuffix(san, "+") || strings.HasSuffix(san, "#") {
		long += san[len(san)-1:]
	}
	return regexp.MustCompile(moveExpression(value)).MatchString(long)
}
