package basen

import (
	"bytes"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/board"
)

// The slow twin of the exact numbering: docs/spec/positions.md in the order of
// its text, on letters and big integers, with nothing taken from the code
// under test.

// twinPosition is a position as the side to move sees it: the letters of its
// squares, its own upper case, a1 first.
type twinPosition struct {
	squares        [64]byte
	us, them       twinRights
	jumped         int // file or -1
	turn           int64
	ourAll         string // letters of the armies
	theirAll       string
	ourSq, theirSq []int // their squares, ascending
}

// twinRights are the files of the king and the castling rooks, -1 without.
type twinRights struct{ king, kingSide, queenSide int }

func (r twinRights) rooks() (n int) {
	for _, f := range []int{r.kingSide, r.queenSide} {
		if f >= 0 {
			n++
		}
	}
	return n
}

func twinRead(p *board.Position) (v twinPosition) {
	black := p.Turn == board.Black
	v.turn = int64(p.Turn)
	for s := range 64 {
		c := p.At(board.Square(s)).Letter()
		to := s
		if black {
			to = s ^ 56
			if c >= 'a' {
				c -= 32
			} else if c != '.' {
				c += 32
			}
		}
		v.squares[to] = c
	}
	v.us, v.them = twinRightsOf(p, p.Turn, v.squares[:8], 'K'), twinRightsOf(p, p.Turn.Other(), v.squares[56:], 'k')
	v.jumped = -1
	if p.EnPassant != 0 {
		v.jumped = p.EnPassant.File()
	}
	pinned := map[int]bool{}
	for _, side := range []struct {
		r    twinRights
		home int
	}{{v.us, 0}, {v.them, 56}} {
		if side.r.rooks() > 0 {
			for _, f := range []int{side.r.king, side.r.kingSide, side.r.queenSide} {
				if f >= 0 {
					pinned[side.home+f] = true
				}
			}
		}
	}
	for s, c := range v.squares {
		switch {
		case pinned[s] || c == '.' || c == 'P' || c == 'p':
		case c < 'a':
			v.ourAll += string(c)
			v.ourSq = append(v.ourSq, s)
		default:
			v.theirAll += strings.ToUpper(string(c))
			v.theirSq = append(v.theirSq, s)
		}
	}
	return v
}

func twinRightsOf(p *board.Position, c board.Color, rank []byte, king byte) twinRights {
	r := twinRights{-1, -1, -1}
	if f, ok := p.Castling.RookFile(c, board.KingSide); ok {
		r.kingSide = f
	}
	if f, ok := p.Castling.RookFile(c, board.QueenSide); ok {
		r.queenSide = f
	}
	if r.rooks() > 0 {
		r.king = bytes.IndexByte(rank, king)
	}
	return r
}

// allRights lists the rights of so many rooks.
func allRights(rooks int) (list []twinRights) {
	if rooks == 0 {
		return []twinRights{{-1, -1, -1}}
	}
	for _, kingSide := range []bool{true, false} {
		for king := range 8 {
			for a := range 8 {
				for b := range 8 {
					switch {
					case rooks == 1 && kingSide && a == 0 && b > king:
						list = append(list, twinRights{king, b, -1})
					case rooks == 1 && !kingSide && a == 0 && b < king:
						list = append(list, twinRights{king, -1, b})
					case rooks == 2 && kingSide && a < king && king < b:
						list = append(list, twinRights{king, b, a})
					}
				}
			}
		}
	}
	return list
}

func binomial(n, k int) *big.Int {
	if k < 0 || n < k {
		return new(big.Int)
	}
	return new(big.Int).Binomial(int64(n), int64(k))
}

// subset is the number of a subset of the places given.
func subset(places []int) *big.Int {
	n := new(big.Int)
	for i, p := range places {
		n.Add(n, binomial(p, i+1))
	}
	return n
}

// twinArmy is one army of the given pieces and promoted ones: the letters of each
// muster.
type twinArmy struct {
	pieces, promoted int
	musters          []string
	count            *big.Int
}

// musterCount counts the ways to arrange the letters.
func musterCount(m string) *big.Int {
	n, left := big.NewInt(1), len(m)
	for _, c := range []string{"K", "Q", "R", "B"} {
		k := strings.Count(m, c)
		n.Mul(n, binomial(left, k))
		left -= k
	}
	return n
}

func twinArmies(rooks int) (list []twinArmy) {
	king := "K"
	if rooks > 0 {
		king = ""
	}
	found := map[[2]int][]string{}
	for q := range 10 {
		for r := range 11 {
			for b := range 11 {
				for n := range 11 {
					promoted := max(q-1, 0) + max(r-2+rooks, 0) + max(b-2, 0) + max(n-2, 0)
					if promoted > 8 {
						continue
					}
					m := king + strings.Repeat("Q", q) + strings.Repeat("R", r) + strings.Repeat("B", b) + strings.Repeat("N", n)
					key := [2]int{promoted, len(m)}
					found[key] = append(found[key], m)
				}
			}
		}
	}
	for promoted := range 9 {
		for pieces := range 17 {
			if musters := found[[2]int{promoted, pieces}]; musters != nil {
				a := twinArmy{pieces, promoted, musters, new(big.Int)}
				for _, m := range musters {
					a.count.Add(a.count, musterCount(m))
				}
				list = append(list, a)
			}
		}
	}
	return list
}

// stands is the number of an arrangement, letters in the order of squares.
func (a *twinArmy) stands(letters string) *big.Int {
	n := new(big.Int)
	count := map[rune]int{}
	for _, c := range letters {
		count[c]++
	}
	for _, m := range a.musters {
		same := true
		for _, c := range "QRBN" {
			same = same && strings.Count(m, string(c)) == count[c]
		}
		if same {
			break
		}
		n.Add(n, musterCount(m))
	}
	inside := new(big.Int)
	for _, c := range "KQRB" {
		if c == 'K' && count['K'] == 0 {
			continue
		}
		var places []int
		for i, l := range letters {
			if l == c {
				places = append(places, i)
			}
		}
		inside.Mul(inside, binomial(len(letters), len(places)))
		inside.Add(inside, subset(places))
		letters = strings.ReplaceAll(letters, string(c), "")
	}
	return n.Add(n, inside)
}

// pawn states: 0 nothing owed, 1 looking for the jumped pawn, 2 the same with
// an own pawn on rank 5 to the left, 3 such a pawn owed on the right.
type twinColumn struct {
	text              string // ranks 2 to 7, of ".Pp"
	jumped            bool
	next              int
	us, them, opposed int
	value             int
	order             []int
}

func twinColumns(state int) (list []twinColumn) {
	for value := range 729 {
		text := ""
		for v, i := value, 0; i < 6; v, i = v/3, i+1 {
			text += string(".Pp"[v%3])
		}
		c := twinColumn{text: text, value: value, us: strings.Count(text, "P"), them: strings.Count(text, "p")}
		if i := strings.Index(text, "P"); i >= 0 && strings.LastIndex(text, "p") > i {
			c.opposed = 1
		}
		plain := c
		switch {
		case state == 0:
			plain.next = 0
		case state == 3 && text[3] == 'P':
			plain.next = 0
		case state == 3:
			plain.next = -1
		case text[3] == 'P':
			plain.next = 2
		default:
			plain.next = 1
		}
		if plain.next >= 0 {
			list = append(list, plain)
		}
		if (state == 1 || state == 2) && text[3:] == "p.." {
			c.jumped, c.next = true, map[int]int{1: 3, 2: 0}[state]
			list = append(list, c)
		}
	}
	for i := range list {
		c := &list[i]
		jumped := 0
		if c.jumped {
			jumped = 1
		}
		c.order = []int{jumped, c.next, c.us, c.them, c.opposed, c.value}
	}
	slices.SortFunc(list, func(a, b twinColumn) int { return slices.Compare(a.order, b.order) })
	return list
}

type pawnKey struct{ state, files, us, them, least int }

type twinCounts struct {
	columns [4][]twinColumn
	ways    map[pawnKey]*big.Int
	armies  [3][]twinArmy
	begin   map[[6]int]*big.Int // en passant, rooks, enemy pawns, army, own pawns
	bound   *big.Int
}

func (t *twinCounts) pawns(k pawnKey) *big.Int {
	k.least = max(k.least, 0)
	if k.us < 0 || k.them < 0 {
		return new(big.Int)
	}
	if n := t.ways[k]; n != nil {
		return n
	}
	n := new(big.Int)
	if k.files == 0 {
		if k == (pawnKey{}) {
			n.SetInt64(1)
		}
	} else {
		for _, c := range t.columns[k.state] {
			n.Add(n, t.pawns(pawnKey{c.next, k.files - 1, k.us - c.us, k.them - c.them, k.least - c.opposed}))
		}
	}
	t.ways[k] = n
	return n
}

// pawnNumber is the number of a placement of pawns.
func (t *twinCounts) pawnNumber(v *twinPosition, k pawnKey) *big.Int {
	n := new(big.Int)
	for file := range 8 {
		for _, c := range t.columns[k.state] {
			same := c.jumped == (file == v.jumped)
			for rank := 1; rank < 7; rank++ {
				on := v.squares[8*rank+file]
				if on != 'P' && on != 'p' {
					on = '.'
				}
				same = same && c.text[rank-1] == on
			}
			next := pawnKey{c.next, 7 - file, k.us - c.us, k.them - c.them, max(k.least-c.opposed, 0)}
			if same {
				k = next
				break
			}
			n.Add(n, t.pawns(next))
		}
	}
	return n
}

// theirWays are the ways for one army of the enemy: placements of pawns, squares,
// arrangements; least is how many files must be opposed.
func (t *twinCounts) theirWays(ep, ourRooks, theirRooks, theirPawns, ourPawns int, us, them *twinArmy) (pawns, squares *big.Int, least int) {
	pinned := ourRooks + theirRooks + min(ourRooks, 1) + min(theirRooks, 1)
	pieces := pinned + ourPawns + theirPawns + us.pieces + them.pieces
	least = max(ourPawns+us.promoted+theirPawns+them.promoted-8-(32-pieces), 0)
	free := 64 - ourPawns - theirPawns - pinned - 2*ep
	return t.pawns(pawnKey{ep, 8, ourPawns, theirPawns, least}), binomial(free-us.pieces, them.pieces), least
}

func (t *twinCounts) theirArmies(rooks, pawns int) (list []twinArmy) {
	for _, a := range t.armies[rooks] {
		if a.promoted+pawns <= 8 {
			list = append(list, a)
		}
	}
	return list
}

var twin = sync.OnceValue(func() *twinCounts {
	t := &twinCounts{ways: map[pawnKey]*big.Int{}, begin: map[[6]int]*big.Int{}}
	for s := range t.columns {
		t.columns[s] = twinColumns(s)
	}
	for r := range t.armies {
		t.armies[r] = twinArmies(r)
	}
	sum := new(big.Int)
	for ep := range 2 {
		for ourRooks := range 3 {
			for theirRooks := range 3 {
				for theirPawns := range 9 {
					armies := t.theirArmies(theirRooks, theirPawns)
					for i, us := range t.armies[ourRooks] {
						for ourPawns := range 9 - us.promoted {
							t.begin[[6]int{ep, ourRooks, theirRooks, theirPawns, i, ourPawns}] = new(big.Int).Set(sum)
							size := new(big.Int)
							for _, them := range armies {
								pawns, squares, _ := t.theirWays(ep, ourRooks, theirRooks, theirPawns, ourPawns, &us, &them)
								w := new(big.Int).Mul(pawns, squares)
								size.Add(size, w.Mul(w, them.count))
							}
							pinned := ourRooks + theirRooks + min(ourRooks, 1) + min(theirRooks, 1)
							size.Mul(size, binomial(64-ourPawns-theirPawns-pinned-2*ep, us.pieces))
							size.Mul(size, us.count)
							size.Mul(size, big.NewInt(int64(len(allRights(ourRooks))*len(allRights(theirRooks)))))
							sum.Add(sum, size)
						}
					}
				}
			}
		}
	}
	t.bound = sum.Lsh(sum, 1)
	return t
})

// twinNumber is the number of p, which must be counted.
func twinNumber(p *board.Position) *big.Int {
	t, v := twin(), twinRead(p)
	ep := 0
	if v.jumped >= 0 {
		ep = 1
	}
	all := string(v.squares[:])
	ourPawns, theirPawns := strings.Count(all, "P"), strings.Count(all, "p")
	ourRooks, theirRooks := v.us.rooks(), v.them.rooks()
	find := func(rooks int, letters string) int {
		promoted := max(strings.Count(letters, "Q")-1, 0) + max(strings.Count(letters, "R")-2+rooks, 0) +
			max(strings.Count(letters, "B")-2, 0) + max(strings.Count(letters, "N")-2, 0)
		return slices.IndexFunc(t.armies[rooks], func(a twinArmy) bool { return a.pieces == len(letters) && a.promoted == promoted })
	}
	ourArmy, theirArmy := find(ourRooks, v.ourAll), find(theirRooks, v.theirAll)
	us, them := &t.armies[ourRooks][ourArmy], &t.armies[theirRooks][theirArmy]

	// Free squares, and the places of the armies among them.
	blocked := [64]bool{}
	for s, c := range v.squares {
		blocked[s] = c != '.' && !slices.Contains(v.ourSq, s) && !slices.Contains(v.theirSq, s)
	}
	if ep == 1 {
		blocked[40+v.jumped], blocked[48+v.jumped] = true, true
	}
	var ourPlaces, theirPlaces []int
	ourFree, theirFree := 0, 0
	for s := range 64 {
		switch {
		case blocked[s]:
			continue
		case slices.Contains(v.ourSq, s):
			ourPlaces = append(ourPlaces, ourFree)
			theirFree--
		case slices.Contains(v.theirSq, s):
			theirPlaces = append(theirPlaces, theirFree)
		}
		ourFree, theirFree = ourFree+1, theirFree+1
	}

	_, squares, least := t.theirWays(ep, ourRooks, theirRooks, theirPawns, ourPawns, us, them)
	x := t.pawnNumber(&v, pawnKey{ep, 8, ourPawns, theirPawns, least})
	digit := func(radix, d *big.Int) { x.Mul(x, radix).Add(x, d) }
	digit(squares, subset(theirPlaces))
	digit(them.count, them.stands(v.theirAll))
	for _, before := range t.armies[theirRooks][:theirArmy] {
		pawns, squares, _ := t.theirWays(ep, ourRooks, theirRooks, theirPawns, ourPawns, us, &before)
		w := new(big.Int).Mul(pawns, squares)
		x.Add(x, w.Mul(w, before.count))
	}
	digit(binomial(ourFree, len(v.ourSq)), subset(ourPlaces))
	digit(us.count, us.stands(v.ourAll))
	for _, r := range []twinRights{v.them, v.us} {
		list := allRights(r.rooks())
		digit(big.NewInt(int64(len(list))), big.NewInt(int64(slices.Index(list, r))))
	}
	x.Add(x, t.begin[[6]int{ep, ourRooks, theirRooks, theirPawns, ourArmy, ourPawns}])
	digit(big.NewInt(2), big.NewInt(v.turn))
	return x
}
