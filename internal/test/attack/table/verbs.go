package table

// Verb is a command with an input.
type Verb struct {
	// Name is that of the command, or "test" and "train" for the flags of chesszip
	// itself; "compress" and "decompress" are both.
	Name string
	// Args returns the arguments for an input; out is a folder for outputs. It is nil
	// for a command that reads no file.
	Args func(in, out string) []string
	// On is the kind of its input: Archives, or Texts, which may be archives too.
	On Kind
}

// verb is a command with the given arguments followed by the input.
func verb(on Kind, name string, args ...string) Verb {
	return Verb{name, func(in, _ string) []string { return append(append([]string{name}, args...), in) }, on}
}

// Verbs are all verbs of the command.
func Verbs() []Verb {
	return []Verb{
		{"compress", func(in, out string) []string { return []string{"-f", "-o", out + "/out.czip", in} }, Texts},
		{"decompress", func(in, out string) []string { return []string{"-d", "-f", "-o", out + "/out", in} }, Archives},
		{"compress", func(in, out string) []string { return []string{"compress", "-f", "-o", out + "/both.czip", in, in} }, Texts},
		{"test", func(in, _ string) []string { return []string{"-t", in} }, Archives},
		{"train", func(in, out string) []string { return []string{"--train", "-f", "-o", out + "/out.czm", in} }, Texts},
		{"get", func(in, _ string) []string { return []string{"get", in, "1"} }, Texts},
		verb(Texts, "cat"),
		verb(Texts, "list"),
		verb(Texts, "count"),
		verb(Texts, "stats"),
		verb(Texts, "check"),
		{"novelty", func(in, _ string) []string { return []string{"novelty", in, in} }, Texts},
		verb(Texts, "tag", "--eco", "--set", "Round=1", "--rename", "Site=Place", "--remove", "ECO", "--white", "a"),
		verb(Texts, "players"),
		verb(Texts, "players", "--of", "carlsen"),
		verb(Texts, "search", "carlsen", "sicilian"),
		verb(Texts, "filter", "--player", "carlsen", "--elo", "2000-"),
		verb(Texts, "find", "--moves", "1. e4 e5"),
		verb(Texts, "explore", "--moves", "1. e4", "--depth", "2"),
		verb(Texts, "convert", "--to", "pgn"),
		verb(Texts, "convert", "--to", "jsonl", "--with", "clocks,evals,comments,nags,variations"),
		verb(Texts, "convert", "--to", "polyglot", "--min", "1"),
		verb(Texts, "strip", "--no-comments", "--no-variations", "--no-nags", "--no-clocks", "--no-evals", "--tags", "White"),
		verb(Texts, "sort", "--by", "date,-elo,player,ply,round"),
		{"dedupe", func(in, out string) []string { return []string{"dedupe", "-f", "--report", out + "/out.jsonl", in, in} }, Texts},
		{"append", func(in, out string) []string { return []string{"append", out + "/copy.czip", in} }, Texts},
		{"merge", func(in, out string) []string { return []string{"merge", "-f", "-o", out + "/out.czip", in, in} }, Texts},
		{"split", func(in, out string) []string { return []string{"split", "-f", "--parts", "2", "-o", out + "/part", in} }, Archives},
		{"split", func(in, out string) []string {
			return []string{"split", "-f", "--by", "player", "-o", out + "/{}.pgn", in}
		}, Texts},
		verb(Archives, "verify"),
		{"recover", func(in, out string) []string { return []string{"recover", "-f", "-o", out + "/out", in} }, Archives},
		verb(Positions, "explain"),
		verb(Positions, "mate"),
		verb(Positions, "perft", "1"),
		{Name: "sample"},
		{Name: "serve"}, // it does not end; its files are opened like those of other commands, its routes have tests in server
		{Name: "completion"},
		{Name: "man"},
		{Name: "version"},
		{Name: "help"},
	}
}
