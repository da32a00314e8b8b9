package openings

import (
	"strings"
	"sync"
)

// NamesOf returns the usual names of the opening of an ECO code, 0 for A00 to 499 for
// E99; nil for other numbers. For a code with several openings, it returns the common
// part of their names, or each usual name.
func NamesOf(code int) []string {
	if code < 0 || code >= numCodes {
		return nil
	}
	return codes()[code]
}

const numCodes = 500

// codes are the names by code.
var codes = sync.OnceValue(func() [][]string {
	all := make([][]string, numCodes)
	var names []string
	next := 0
	for line := range strings.Lines(codeTable) {
		line = strings.TrimSpace(line)
		from := int(line[0]-'A')*100 + int(line[1]-'0')*10 + int(line[2]-'0')
		for ; next < from; next++ {
			all[next] = names
		}
		names = strings.Split(line[4:], "; ")
	}
	for ; next < len(all); next++ {
		all[next] = names
	}
	return all
})

// codeTable lists codes, from A00 on, where the names change, with their names.
const codeTable = `A00 Uncommon Opening; Irregular Opening
A01 Nimzo-Larsen Attack; Larsen's Opening; Nimzowitsch-Larsen Attack
A02 Bird Opening; Bird's Opening
A04 Zukertort Opening; Reti Opening
A07 King's Indian Attack; Reti Opening
A09 Reti Opening
A10 English Opening
A11 English Opening: Caro-Kann Defensive System
A13 English Opening: Agincourt Defense
A15 English Opening: Anglo-Indian Defense
A18 English Opening: Mikenas-Carls Variation
A20 English Opening: King's English Variation
A30 English Opening: Symmetrical Variation
A40 Queen's Pawn Game
A43 Benoni Defense; Old Benoni Defense
A45 Indian Game; Indian Defense; Queen's Pawn Game
A47 Queen's Indian Defense; Indian Game
A48 Indian Game; East Indian Defense
A50 Indian Game; Indian Defense
A51 Budapest Defense; Budapest Gambit; Indian Game
A53 Old Indian Defense
A56 Benoni Defense
A57 Benko Gambit; Volga Gambit
A60 Modern Benoni; Benoni Defense: Modern Variation
A80 Dutch Defense
A82 Dutch Defense: Staunton Gambit
A84 Dutch Defense
A87 Dutch Defense: Leningrad Variation
A90 Dutch Defense
A92 Dutch Defense: Classical Variation
B00 King's Pawn Game
B01 Scandinavian Defense; Center Counter Defense
B02 Alekhine Defense; Alekhine's Defense
B04 Alekhine Defense: Modern Variation; Alekhine's Defense
B06 Modern Defense; Robatsch Defense
B07 Pirc Defense
B08 Pirc Defense: Classical Variation
B09 Pirc Defense: Austrian Attack
B10 Caro-Kann Defense
B12 Caro-Kann Defense: Advance Variation
B13 Caro-Kann Defense: Exchange Variation; Caro-Kann Defense: Panov Attack
B14 Caro-Kann Defense: Panov Attack; Caro-Kann Defense: Panov-Botvinnik Attack
B15 Caro-Kann Defense
B17 Caro-Kann Defense: Karpov Variation; Caro-Kann Defense: Steinitz Variation
B18 Caro-Kann Defense: Classical Variation
B20 Sicilian Defense
B21 Sicilian Defense: Smith-Morra Gambit; Sicilian Defense: Grand Prix Attack
B22 Sicilian Defense: Alapin Variation
B23 Sicilian Defense: Closed
B27 Sicilian Defense
B28 Sicilian Defense: O'Kelly Variation
B29 Sicilian Defense: Nimzowitsch Variation
B30 Sicilian Defense: Rossolimo Attack; Sicilian Defense: Nyezhmetdinov-Rossolimo Attack
B32 Sicilian Defense
B33 Sicilian Defense: Sveshnikov Variation; Sicilian Defense: Lasker-Pelikan Variation
B34 Sicilian Defense: Accelerated Dragon
B40 Sicilian Defense
B41 Sicilian Defense: Kan Variation
B44 Sicilian Defense: Taimanov Variation; Sicilian Defense: Paulsen Variation
B50 Sicilian Defense
B51 Sicilian Defense: Moscow Variation; Sicilian Defense: Canal Attack
B53 Sicilian Defense
B56 Sicilian Defense: Classical Variation
B60 Sicilian Defense: Richter-Rauzer Variation
B70 Sicilian Defense: Dragon Variation
B80 Sicilian Defense: Scheveningen Variation
B86 Sicilian Defense: Sozin Attack
B90 Sicilian Defense: Najdorf Variation
C00 French Defense
C02 French Defense: Advance Variation
C03 French Defense: Tarrasch Variation
C10 French Defense: Paulsen Variation
C11 French Defense: Classical Variation
C12 French Defense: MacCutcheon Variation
C13 French Defense: Classical Variation
C15 French Defense: Winawer Variation
C20 King's Pawn Game; Open Game
C21 Center Game; Danish Gambit
C22 Center Game
C23 Bishop's Opening
C25 Vienna Game
C30 King's Gambit; King's Gambit Declined
C31 King's Gambit Declined: Falkbeer Countergambit
C33 King's Gambit Accepted
C40 King's Knight Opening; King's Pawn Game
C41 Philidor Defense
C42 Russian Game; Petrov's Defense; Petroff Defense; Petrov Defense
C44 King's Pawn Game; Scotch Game; Ponziani Opening
C45 Scotch Game
C46 Three Knights Opening; Four Knights Game
C47 Four Knights Game
C48 Four Knights Game: Spanish Variation
C50 Italian Game; Giuoco Piano
C51 Italian Game: Evans Gambit
C53 Italian Game: Classical Variation; Giuoco Piano
C55 Italian Game: Two Knights Defense
C60 Ruy Lopez; Spanish Opening; Spanish Game
C61 Ruy Lopez: Bird Variation; Spanish Opening
C62 Ruy Lopez: Steinitz Defense; Spanish Opening
C63 Ruy Lopez: Schliemann Defense; Ruy Lopez: Jaenisch Gambit; Spanish Opening
C64 Ruy Lopez: Classical Variation; Spanish Opening
C65 Ruy Lopez: Berlin Defense; Spanish Opening
C68 Ruy Lopez: Exchange Variation; Spanish Opening
C70 Ruy Lopez: Morphy Defense; Spanish Opening
C80 Ruy Lopez: Open Variations; Ruy Lopez: Morphy Defense; Spanish Opening
C84 Ruy Lopez: Closed Variations; Ruy Lopez: Morphy Defense; Spanish Opening
C89 Ruy Lopez: Marshall Attack; Ruy Lopez: Closed Variations; Ruy Lopez: Morphy Defense; Spanish Opening
C90 Ruy Lopez: Closed Variations; Ruy Lopez: Morphy Defense; Spanish Opening
C92 Ruy Lopez: Closed Variations, Flohr System; Ruy Lopez: Closed Variations, Zaitsev System; Ruy Lopez: Morphy Defense; Spanish Opening
C93 Ruy Lopez: Closed Variations, Smyslov Defense; Ruy Lopez: Morphy Defense; Spanish Opening
C94 Ruy Lopez: Closed Variations, Breyer Defense; Ruy Lopez: Morphy Defense; Spanish Opening
C96 Ruy Lopez: Closed Variations; Ruy Lopez: Morphy Defense; Spanish Opening
C97 Ruy Lopez: Closed Variations, Chigorin Defense; Ruy Lopez: Morphy Defense; Spanish Opening
D00 Queen's Pawn Game
D01 Richter-Veresov Attack; Queen's Pawn Game
D02 Queen's Pawn Game
D03 Queen's Pawn Game: Torre Attack; Torre Attack
D04 Queen's Pawn Game: Colle System; Colle System
D06 Queen's Gambit
D07 Queen's Gambit Declined: Chigorin Defense; Queen's Gambit Refused: Chigorin Defense; Chigorin Defense
D08 Queen's Gambit Declined: Albin Countergambit; Queen's Gambit Refused: Albin Countergambit; Albin Countergambit
D10 Slav Defense; Queen's Gambit Declined: Slav Defense
D20 Queen's Gambit Accepted
D30 Queen's Gambit Declined
D32 Tarrasch Defense; Queen's Gambit Declined: Tarrasch Defense
D35 Queen's Gambit Declined: Exchange Variation
D37 Queen's Gambit Declined
D38 Queen's Gambit Declined: Ragozin Defense
D40 Queen's Gambit Declined: Semi-Tarrasch Defense; Semi-Tarrasch Defense
D43 Semi-Slav Defense; Queen's Gambit Declined: Semi-Slav Defense
D47 Semi-Slav Defense: Meran Variation; Queen's Gambit Declined: Semi-Slav Defense
D50 Queen's Gambit Declined
D56 Queen's Gambit Declined: Lasker Defense
D58 Queen's Gambit Declined: Tartakower Defense
D60 Queen's Gambit Declined: Orthodox Defense
D70 Neo-Grunfeld Defense; Neo-Gruenfeld Defense
D80 Grunfeld Defense; Gruenfeld Defense
D85 Grunfeld Defense: Exchange Variation; Gruenfeld Defense: Exchange Variation
D90 Grunfeld Defense; Gruenfeld Defense
D96 Grunfeld Defense: Russian Variation; Gruenfeld Defense: Russian Variation
E00 Catalan Opening; Indian Game
E01 Catalan Opening
E02 Catalan Opening: Open Defense
E06 Catalan Opening: Closed Variation
E10 Indian Game
E11 Bogo-Indian Defense
E12 Queen's Indian Defense
E20 Nimzo-Indian Defense
E24 Nimzo-Indian Defense: Samisch Variation; Nimzo-Indian Defense: Saemisch Variation
E30 Nimzo-Indian Defense: Leningrad Variation
E32 Nimzo-Indian Defense: Classical Variation
E40 Nimzo-Indian Defense: Rubinstein System; Nimzo-Indian Defense: Rubinstein Variation
E60 King's Indian Defense
E62 King's Indian Defense: Fianchetto Variation
E70 King's Indian Defense
E73 King's Indian Defense: Averbakh Variation
E76 King's Indian Defense: Four Pawns Attack
E80 King's Indian Defense: Samisch Variation; King's Indian Defense: Saemisch Variation
E90 King's Indian Defense
E92 King's Indian Defense: Classical Variation; King's Indian Defense: Orthodox Variation`
