package answers

import "math"

// Route is a kind of request.
type Route struct {
	// Pattern is its path in the form of package net/http; {id} is the name of a game or
	// archive.
	Pattern string
	About   string // what it answers, in a few words
	// Parameters are all that the route reads; others are ignored.
	Parameters []Parameter
	// Long answers have no time limit as long as the client reads them.
	Long bool
	// Live answers are never the same twice.
	Live bool
	// Body is the greatest length of what the client sends, in bytes. A request for the
	// route has a body exactly if Body is not 0.
	Body int64
	// Type is the content type of the answer, TypeJSON if it is "".
	Type string
	// Fields are values whose fields together are those of an answer in JSON.
	Fields []any
	Answer func(a *Answer) error
}

// Serve answers a request for the route.
func (r *Route) Serve(a *Answer) error {
	a.route = r
	return r.Answer(a)
}

// parameter returns a parameter of the route by its name. It panics if there is none,
// which is a bug of the route.
func (r *Route) parameter(name string) *Parameter {
	for i := range r.Parameters {
		if r.Parameters[i].Name == name {
			return &r.Parameters[i]
		}
	}
	panic("answers: " + r.Pattern + " does not declare the parameter " + name)
}

// Parameter is a parameter of a route. It is a text unless Range or Flag is set.
type Parameter struct {
	Name, About string
	Values      []string // that it may have; nil for any
	Range       *Range   // of a number
	Flag        bool     // true or false
	Needed      bool
}

// Range is the numbers that a parameter may have, and its default. Numbers above High
// are errors unless Clamped is set; then they count as High.
type Range struct {
	Usual, Low, High int64
	Clamped          bool
}

// Numbers of games on a page of a list.
const (
	usualPage = 50
	mostPage  = 500
)

// Parameters of several routes.
var (
	ParameterFEN     = Parameter{Name: "fen", About: "the position, by default the start position"}
	ParameterPlay    = Parameter{Name: "play", About: "moves from there in UCI, separated by commas"}
	ParameterArchive = Parameter{Name: "archive", About: "number of a file, from 1; by default all files"}
)

// Routes returns all routes.
func (s *Site) Routes() []Route {
	query := Parameter{Name: "query", About: "which games, as docs/query.md says; by default all"}
	limit := Parameter{Name: "limit", About: "number of games", Range: &Range{usualPage, 0, mostPage, false}}
	format := Parameter{Name: "format", About: "pgn or czip", Values: []string{"pgn", "czip"}}
	number := func(name, about string, usual, high int64) Parameter {
		return Parameter{Name: name, About: about, Range: &Range{usual, 0, high, false}}
	}
	return []Route{
		{Pattern: "/api/archives", About: "the files, and how many games they hold", Fields: []any{archivesJSON{}}, Answer: s.archives},
		{Pattern: "/api/archives/{id}/columns", About: "bytes by column", Fields: []any{columnsJSON{}}, Answer: s.columns},
		{
			Pattern: "/api/games", About: "a page of games",
			Parameters: []Parameter{
				query, ParameterArchive, {Name: "sort", About: "the order, such as date, or -date for the reverse; by default that of the files"},
				number("from", "rank of the first game, from 0", 0, 1<<40), limit,
			},
			Fields: []any{gamesJSON{}}, Answer: s.games,
		},
		{Pattern: "/api/games/{id}", About: "a game: tags, moves, comments, variations, PGN", Fields: []any{gameJSON{}}, Answer: s.game},
		{Pattern: "/api/games/{id}/pgn", About: "its text", Type: TypePGN, Answer: s.GamePGN},
		{Pattern: "/api/games/{id}/bytes", About: "bits of each move", Fields: []any{bytesJSON{}}, Answer: s.gameBytes},
		{
			Pattern: "/api/download", About: "a selection, as pgn or czip",
			Parameters: []Parameter{
				query, ParameterArchive, {Name: "games", About: "ids and ranges of games in place of a query, such as 1-17,1-20..1-30"},
				format,
			},
			Long: true, Type: TypePGN, Answer: s.download,
		},
		{Pattern: "/api/facets", About: "games by year, result, opening and rating", Parameters: []Parameter{query, ParameterArchive}, Fields: []any{facetsJSON{}}, Answer: s.facets},
		{
			Pattern: "/api/suggest", About: "players and openings that begin so",
			Parameters: []Parameter{{Name: "text", About: "what was typed"}, query, ParameterArchive},
			Fields:     []any{suggestJSON{}}, Answer: s.suggest,
		},
		{
			Pattern: "/api/names", About: "the most frequent players and events",
			Parameters: []Parameter{query, ParameterArchive, number("limit", "number of players, and of events", 20, 100)},
			Fields:     []any{namesJSON{}}, Answer: s.names,
		},
		{
			Pattern: "/api/player", About: "the games of a player: score by colour, year, opening and opponent, ratings",
			Parameters: []Parameter{
				{Name: "name", About: "the player, as player: of a query", Needed: true}, query, ParameterArchive,
				number("limit", "number of spellings, openings of each colour, and opponents", 20, mostPage),
			},
			Fields: []any{playerReportJSON{}}, Answer: s.player,
		},
		{
			Pattern: "/api/explore", About: "what was played from a position",
			Parameters: []Parameter{
				ParameterFEN, ParameterPlay, query, ParameterArchive,
				number("moves", "number of moves", 1000, 1000), number("games", "number of sample games", 8, 50),
			},
			Fields: []any{exploredJSON{}, samplesJSON{}}, Answer: s.explore,
		},
		{
			Pattern: "/api/find", About: "games with a pattern on the board",
			Parameters: []Parameter{
				{Name: "pattern", About: "the pattern, as docs/patterns.md says", Needed: true}, query, ParameterArchive,
				{Name: "after", About: "id of the game after which the search goes on"}, limit,
				number("look", "number of games to search before the answer; 0 is all", 0, math.MaxInt64),
				{Name: "count", About: "count all games that match", Flag: true},
			},
			Fields: []any{foundJSON{}}, Answer: s.find,
		},
		{
			Pattern: "/api/position", About: "legal moves and the name of the opening",
			Parameters: []Parameter{ParameterFEN, ParameterPlay}, Fields: []any{positionJSON{}}, Answer: s.position,
		},
		{
			Pattern: "/api/read", About: "a game of the PGN that is sent by POST, or all of it as pgn or czip",
			Parameters: []Parameter{{Name: "game", About: "number of a game of the text", Range: &Range{1, 1, 1 << 31, false}}, format},
			Body:       maxText, Fields: []any{readJSON{}}, Answer: s.readText,
		},
	}
}
