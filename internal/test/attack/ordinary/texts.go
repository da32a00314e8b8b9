package ordinary

import "bytes"

// Annotated is a game with all kinds of annotations.
const Annotated = `[Event "Casual"]
[White "Ann, A."]
[Black "Bob"]
[Result "1-0"]
[ECO "C60"]
[TimeControl "180+2"]

1. e4 { [%clk 0:03:00] the best, by test } e5 { [%clk 0:03:00] } 2. Nf3 $1 (2. f4 {the gambit} exf4 (2... d5 3. exd5)
3. Nf3) 2... Nc6 { [%eval 0.3] } 3. Bb5 ; the Spanish
a6 4. Ba4 Nf6 {and castling comes: 5. O-O Be7 is usual} 5. O-O?! Nxe4 $14 1-0

`

// Broken are games whose comments are broken into lines, as lines are and as ChessBase
// does it.
const Broken = `[Event "Notes"]
[Result "*"]

1. e4 {the best, by
test, as they say} 1...
e5 {and

a paragraph that is of
some length} 2. Nf3 *

[Event "Base"]
[Result "1-0"]

1. e4 e5 2. Nf3 {
begins on the next line} 2... Nc6
3. Bb5 {this one, longer than a line,
begins at once} a6 (3... Nf6 {
the Berlin Defence, they say}) 1-0

`

// ManyTags is a game with the tags of large sites.
const ManyTags = `[Event "Live Chess"]
[Site "example.org"]
[Date "2021.03.04"]
[Round "-"]
[White "ann"]
[Black "bob"]
[Result "0-1"]
[CurrentPosition "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"]
[Timezone "UTC"]
[ECO "A00"]
[ECOUrl "https://example.org/openings/Barnes"]
[UTCDate "2021.03.04"]
[UTCTime "12:01:05"]
[WhiteElo "812"]
[BlackElo "1034"]
[WhiteTitle "none"]
[BlackTitle "none"]
[TimeControl "600"]
[Termination "bob won by checkmate"]
[StartTime "12:01:05"]
[EndDate "2021.03.04"]
[EndTime "12:01:44"]
[Link "https://example.org/game/1"]
[WhiteUrl "https://example.org/ann.png"]
[WhiteCountry "2"]
[BlackUrl "https://example.org/bob.png"]
[BlackCountry "69"]

1. f3 {[%clk 0:09:58.1]} 1... e5 {[%clk 0:09:59.9]} 2. g4 {[%clk 0:09:51]} 2... Qh4# {[%clk 0:09:57.2]} 0-1

`

// FirstGames returns the first n games of PGN.
func FirstGames(pgn []byte, n int) []byte {
	at := 0
	for range n {
		i := bytes.Index(pgn[at+1:], []byte("[Event "))
		if i < 0 {
			return pgn
		}
		at += 1 + i
	}
	return pgn[:at]
}
