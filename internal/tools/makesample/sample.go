package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
)

const (
	seed  = 1913 // of everything drawn
	drawn = 230  // games from the model
)

// sample returns the whole file.
func sample() ([]byte, error) {
	var dst []byte
	for _, g := range famous {
		var err error
		if dst, err = g.append(dst); err != nil {
			return nil, err
		}
	}
	rng := rand.New(rand.NewPCG(seed, seed))
	players := names(rng, 60)
	when := time.Date(2013, time.February, 1, 8, 0, 0, 0, time.UTC)
	for range drawn {
		when = when.Add(time.Duration(5+rng.IntN(300)) * time.Second)
		dst = appendDrawn(dst, rng, players, when)
	}
	return dst, nil
}

// player has a name and a strength.
type player struct {
	name string
	elo  int
}

// names makes up n players.
func names(rng *rand.Rand, n int) []player {
	heads := []string{"amber", "brisk", "cobalt", "drowsy", "eager", "fern", "gentle", "hazel", "ivory", "jolly", "keen", "lunar", "mellow", "north", "olive", "plain", "quiet", "rusty", "silver", "tiny"}
	tails := []string{"anchor", "badger", "comet", "dune", "ember", "falcon", "grove", "harbor", "island", "kettle", "lantern", "meadow", "needle", "otter", "pebble", "raven", "sparrow", "thistle", "walnut", "yarrow"}
	var out []player
	for range n {
		name := heads[rng.IntN(len(heads))]
		if rng.IntN(3) == 0 {
			name = strings.ToUpper(name[:1]) + name[1:]
		}
		if rng.IntN(3) == 0 {
			name += "_"
		}
		name += tails[rng.IntN(len(tails))]
		if rng.IntN(3) == 0 {
			name += fmt.Sprint(rng.IntN(100))
		}
		out = append(out, player{name, 1100 + rng.IntN(500) + rng.IntN(500)})
	}
	return out
}

// controls are the time controls with the name of their kind.
var controls = [][2]string{{"Bullet", "60+0"}, {"Bullet", "60+1"}, {"Blitz", "180+0"}, {"Blitz", "180+2"}, {"Blitz", "300+0"}, {"Blitz", "300+3"}, {"Classical", "600+0"}, {"Classical", "900+10"}}

// appendDrawn appends a game between two of the players.
func appendDrawn(dst []byte, rng *rand.Rand, players []player, when time.Time) []byte {
	w := rng.IntN(len(players))
	b := (w + 1 + rng.IntN(len(players)-1)) % len(players)
	white, black := &players[w], &players[b]
	control := controls[rng.IntN(len(controls))]
	text, result, termination := movetext(rng, white.elo, black.elo)
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var id [8]byte
	for i := range id {
		id[i] = digits[rng.IntN(len(digits))]
	}
	gain := 6 + rng.IntN(10)
	switch result {
	case "0-1":
		gain = -gain
	case "1/2-1/2":
		gain = rng.IntN(5) - 2
	}
	eco := opening(text)
	tag := func(name, value string) { dst = fmt.Appendf(dst, "[%s %q]\n", name, value) }
	tag("Event", "Rated "+control[0]+" game")
	tag("Site", "http://lichess.org/"+string(id[:]))
	tag("White", white.name)
	tag("Black", black.name)
	tag("Result", result)
	tag("UTCDate", when.Format("2006.01.02"))
	tag("UTCTime", when.Format("15:04:05"))
	tag("WhiteElo", fmt.Sprint(white.elo))
	tag("BlackElo", fmt.Sprint(black.elo))
	tag("WhiteRatingDiff", fmt.Sprintf("%+d", gain))
	tag("BlackRatingDiff", fmt.Sprintf("%+d", -gain))
	tag("ECO", eco[1])
	tag("Opening", eco[2])
	tag("TimeControl", control[1])
	tag("Termination", termination)
	white.elo += gain
	black.elo -= gain
	return append(append(append(dst, '\n'), text...), '\n', '\n')
}

// movetext draws the moves of a game between players of the given ratings, its
// result and how it ended.
func movetext(rng *rand.Rand, white, black int) (text, result, termination string) {
	known := learned.Known{WhiteElo: white, BlackElo: black, Ending: learned.Normal}
	switch n := rng.IntN(100); {
	case n < 49:
		known.Result = learned.WhiteWins
	case n < 94:
		known.Result = learned.BlackWins
	default:
		known.Result = learned.Draw
	}
	termination = "Normal"
	if known.Result != learned.Draw && rng.IntN(3) == 0 {
		known.Ending, termination = learned.Forfeit, "Time forfeit"
	}
	result = map[learned.Result]string{learned.WhiteWins: "1-0", learned.BlackWins: "0-1", learned.Draw: "1/2-1/2"}[known.Result]
	var dst []byte
	g := learned.Default.Sample(rng, &known)
	p := g.Start
	for _, m := range g.Moves {
		if p.Turn == board.White {
			dst = fmt.Appendf(dst, "%d. ", p.FullmoveNumber)
		}
		dst = append(notation.Standard.AppendSAN(dst, &p, m, movegen.AppendLegal(nil, &p)), ' ')
		movegen.Make(&p, m)
	}
	if movegen.CountLegal(&p) == 0 {
		// The last move says how it ended.
		termination = "Normal"
		switch {
		case !movegen.InCheck(&p):
			result = "1/2-1/2"
		case p.Turn == board.White:
			result = "0-1"
		default:
			result = "1-0"
		}
	}
	return string(append(dst, result...)), result, termination
}

// openings are first moves with code and name, the longest match counts.
var openings = [][3]string{
	{"", "A00", "Uncommon Opening"},
	{"1. e4 ", "B00", "King's Pawn"},
	{"1. e4 e5 ", "C20", "King's Pawn Game"},
	{"1. e4 e5 2. Nf3 ", "C40", "King's Knight Opening"},
	{"1. e4 e5 2. Nf3 Nc6 ", "C44", "King's Knight Opening: Normal Variation"},
	{"1. e4 e5 2. Nf3 Nc6 3. Bb5 ", "C60", "Ruy Lopez"},
	{"1. e4 e5 2. Nf3 Nc6 3. Bc4 ", "C50", "Italian Game"},
	{"1. e4 e5 2. Nf3 Nc6 3. d4 ", "C44", "Scotch Game"},
	{"1. e4 e5 2. Nf3 d6 ", "C41", "Philidor Defense"},
	{"1. e4 e5 2. Nf3 Nf6 ", "C42", "Russian Game"},
	{"1. e4 e5 2. f4 ", "C30", "King's Gambit"},
	{"1. e4 c5 ", "B20", "Sicilian Defense"},
	{"1. e4 e6 ", "C00", "French Defense"},
	{"1. e4 c6 ", "B10", "Caro-Kann Defense"},
	{"1. e4 d5 ", "B01", "Scandinavian Defense"},
	{"1. e4 d6 ", "B07", "Pirc Defense"},
	{"1. e4 g6 ", "B06", "Modern Defense"},
	{"1. e4 Nf6 ", "B02", "Alekhine Defense"},
	{"1. d4 ", "A40", "Queen's Pawn"},
	{"1. d4 d5 ", "D00", "Queen's Pawn Game"},
	{"1. d4 d5 2. c4 ", "D06", "Queen's Gambit"},
	{"1. d4 Nf6 ", "A45", "Indian Game"},
	{"1. d4 f5 ", "A80", "Dutch Defense"},
	{"1. c4 ", "A10", "English Opening"},
	{"1. Nf3 ", "A04", "Zukertort Opening"},
	{"1. f4 ", "A02", "Bird Opening"},
	{"1. b3 ", "A01", "Nimzo-Larsen Attack"},
}

func opening(text string) [3]string {
	best := openings[0]
	for _, o := range openings {
		if strings.HasPrefix(text, o[0]) && len(o[0]) > len(best[0]) {
			best = o
		}
	}
	return best
}
