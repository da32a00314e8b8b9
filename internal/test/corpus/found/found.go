// Package found has games as they occur in the wild: in other languages, with the signs
// of printed books, without separators, within prose.
//
// Only tests import it.
package found

// Case is the text of one game.
type Case struct {
	Name string
	Text string
	// Moves are those of its main line, in UCI.
	Moves string
	// Language is that of its piece letters, empty for English.
	Language string
	// Problem is part of its first reported problem, empty if there is none.
	Problem string
}

const tags = "[Event \"Found\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"

// ruy is the opening of most cases.
const ruy = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1"

// glued is the beginning of ruy.
const glued = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"

// promoted is a game with a promotion to a queen by the twelfth half-move.
const promoted = "e2e4 d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 d8d5 b7a8q b8c6 b1c3 d5e5"

// Cases returns all cases.
func Cases() []Case {
	return append(append(ofLanguages(), ofSigns()...), ofText()...)
}

func ofLanguages() []Case {
	language := func(name, text string) Case {
		return Case{Name: name, Text: tags + text + " 1-0\n", Moves: ruy, Language: name}
	}
	return []Case{
		language("German, Danish, Norwegian, Swedish", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O"),
		language("Dutch", "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 5. O-O"),
		language("Finnish", "1. e4 e5 2. Rf3 Rc6 3. Lb5 a6 4. La4 Rf6 5. O-O"),
		language("Icelandic", "1. e4 e5 2. Rf3 Rc6 3. Bb5 a6 4. Ba4 Rf6 5. O-O"),
		language("Estonian", "1. e4 e5 2. Rf3 Rc6 3. Ob5 a6 4. Oa4 Rf6 5. O-O"),
		language("French", "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O"),
		language("Spanish, Italian", "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Aa4 Cf6 5. O-O"),
		language("Portuguese", "1. e4 e5 2. Cf3 Cc6 3. Bb5 a6 4. Ba4 Cf6 5. O-O"),
		language("Romanian", "1. e4 e5 2. Cf3 Cc6 3. Nb5 a6 4. Na4 Cf6 5. O-O"),
		language("Polish", "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Ga4 Sf6 5. O-O"),
		language("Czech", "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sa4 Jf6 5. O-O"),
		language("Hungarian", "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 5. O-O"),
		language("Russian", "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O"),
		language("figurines", "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗a4 ♘\uFE0Ef6 5. O-O"),
		{Name: "German, a promotion", Text: tags + "1. e4 d5 2. exd5 c6 3. dxc6 Sf6 4. cxb7 Dd5 5. bxa8=D Sc6 6. Sc3 De5+ *\n", Moves: promoted, Language: "German, Danish, Norwegian, Swedish"},
		{Name: "German, a promotion in brackets", Text: tags + "1. e4 d5 2. exd5 c6 3. dxc6 Sf6 4. cxb7 Dd5 5. bxa8(D) Sc6 6. Sc3 De5+ *\n", Moves: promoted, Language: "German, Danish, Norwegian, Swedish"},
		{Name: "figurines, a promotion", Text: tags + "1. e4 d5 2. exd5 c6 3. dxc6 ♘f6 4. cxb7 ♕d5 5. bxa8=♕ ♘c6 6. ♘c3 ♕e5+ *\n", Moves: promoted, Language: "figurines"},
		{Name: "Russian, a promotion", Text: tags + "1. e4 d5 2. exd5 c6 3. dxc6 Кf6 4. cxb7 Фd5 5. bxa8=Ф Кc6 6. Кc3 Фe5+ *\n", Moves: promoted, Language: "Russian"},
		{Name: "French, the king like an English rook", Text: tags + "1. e4 e5 2. Re2 Re7 3. Rd3 Cf6 *\n", Moves: "e2e4 e7e5 e1e2 e8e7 e2d3 g8f6", Language: "French"},
		{Name: "Finnish, a knight where a rook can go", Text: tags + "1. h4 e5 2. Rh3 Lb4 3. c3 Le7 *\n", Moves: "h2h4 e7e5 g1h3 f8b4 c2c3 b4e7", Language: "Finnish"},
		{Name: "German in a variation only", Text: tags + "1. e4 e5 (1... c5 2. Sf3 d6) 2. f4 *\n", Moves: "e2e4 e7e5 f2f4", Language: "German, Danish, Norwegian, Swedish"},
		{Name: "German without tags", Text: "1. Sf3 Sf6 2. c4 Sc6 1-0\n", Moves: "g1f3 g8f6 c2c4 b8c6", Language: "German, Danish, Norwegian, Swedish"},
		{Name: "letters of English only, of Finnish", Text: tags + "1. Rf3 Rf6 2. Rc3 Rc6 *\n", Moves: "g1f3 g8f6 b1c3 b8c6", Language: "Finnish"},
		{Name: "one rook that cannot move", Text: tags + "1. a4 a5 2. Ba3 *\n", Moves: "a2a4 a7a5", Problem: `"Ba3": notation: illegal move`},
		{Name: "bishop or queen", Text: tags + "1. e4 e5 2. Le2 *\n", Moves: "e2e4 e7e5", Problem: `"Le2": pgn: languages differ`},
		{Name: "two languages in one game", Text: tags + "1. e4 e5 2. Sf3 Nc6 *\n", Moves: "e2e4 e7e5", Problem: `after 2 plies, "Sf3": notation: not a move`},
		{Name: "German with a wrong move", Text: tags + "1. e4 e5 2. Sf3 Sc6 3. Lb6 *\n", Moves: "e2e4 e7e5", Problem: `after 2 plies, "Sf3": notation: not a move`},
	}
}

func ofSigns() []Case {
	return []Case{
		{Name: "novelty", Text: tags + "1. e4 e5 2. Nf3 N Nc6N 3. Bb5 TN a6!N *\n", Moves: glued},
		{Name: "novelty of a check", Text: tags + "1. e4 f5 2. Qh5+N g6 *\n", Moves: "e2e4 f7f5 d1h5 g7g6"},
		{Name: "signs of Informator", Text: tags + "1. e4⩲ e5 ± 2. Nf3△ Nc6 ⌓ 3. Bb5 ∇ a6⟳ D *\n", Moves: glued},
		{Name: "signs with a long minus", Text: tags + "1. e4+− e5 −+ 2. Nf3+– Nc6 ⊞ 3. Bb5 RR a6⁉ *\n", Moves: glued},
		{Name: "signs without a number", Text: tags + "1. e4 ◫ e5 ⊶ 2. Nf3 ∥ Nc6 3. Bb5 a6 *\n", Moves: glued},
		{Name: "novelty in German", Text: tags + "1. e4 e5 2. Sf3N Sc6 N 3. Lb5 a6 *\n", Moves: glued, Language: "German, Danish, Norwegian, Swedish"},
		{Name: "a sign before any move", Text: tags + "1. N e4 e5 *\n", Problem: `"N": notation: not a move`},
	}
}

func ofText() []Case {
	return []Case{
		{Name: "moves run together", Text: tags + "1.e4e5 2.Nf3Nc6 3.Bb5a6 1-0\n", Moves: glued},
		{Name: "moves run together, no tags", Text: "1.e4e5 2.Nf3Nc6 3.Bb5a6 1-0\n", Moves: glued},
		{Name: "moves and numbers run together", Text: tags + "1.e4e52.Nf3Nc63.Bb5a6 1-0\n", Moves: glued},
		{Name: "numbers without dots", Text: tags + "1e4e52Nf3Nc63Bb5a6\n", Moves: glued},
		{Name: "a result run together", Text: tags + "1.e4e5 2.Nf3Nc6 3.Bb5a61-0\n", Moves: glued},
		{Name: "commas", Text: tags + "1.e4,e5 2.Nf3,Nc6 3.Bb5,a6 1-0\n", Moves: glued},
		{Name: "castling run together", Text: tags + "1.e4e5 2.Nf3Nc6 3.Bb5a6 4.Ba4Nf6 5.O-ONxe4 6.d4exd4 7.Re1d5 8.Nxd4Bd6 9.Nxc6O-O *\n",
			Moves: ruy + " f6e4 d2d4 e5d4 f1e1 d7d5 f3d4 f8d6 d4c6 e8g8"},
		{Name: "German run together", Text: tags + "1.e4e5 2.Sf3Sc6 3.Lb5a6 1-0\n", Moves: glued, Language: "German, Danish, Norwegian, Swedish"},
		{Name: "a wrong move that looks like two", Text: tags + "1. e4 e5 2. Nf3d6 Nc6 3. Bb5 a6 *\n", Moves: "e2e4 e7e5", Problem: `after 2 plies, "Nf3d6": notation: illegal move`},
		{Name: "run together with a wrong number", Text: tags + "1.e4e57.Nf3Nc6 *\n", Problem: `"e4e57": notation: not a move`},
		{Name: "reserved", Text: tags + "1. e4 <clk 0:10> e5 <> 2. Nf3 Nc6 <x y(z> 3. Bb5 a6 *\n", Moves: glued},
		{Name: "reserved without end", Text: tags + "1. e4 <clk e5 2. Nf3 *\n", Moves: "e2e4", Problem: `"<": pgn: not a part of a game`},
		{Name: "a line like a tag in a comment", Text: tags + "1. e4 {As in\n[Event \"Other\"]\nof old} e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n", Moves: glued},
		{Name: "prose first", Text: "From: me\nA game (mine), see [1]:\n\n" + tags + "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n", Moves: glued, Problem: "pgn: text before the game"},
		{Name: "prose first, German", Text: "Eine Partie von mir:\n\n" + tags + "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 1-0\n", Moves: glued, Language: "German, Danish, Norwegian, Swedish", Problem: "pgn: text before the game"},
		{Name: "a byte order mark", Text: "\ufeff" + tags + "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 1-0\n", Moves: glued, Language: "German, Danish, Norwegian, Swedish"},
		{Name: "another variant", Text: "[Variant \"Atomic\"]\n\n1. e4 e5 2. Sf3 Sc6 1-0\n", Problem: "pgn: a chess variant"},
	}
}
