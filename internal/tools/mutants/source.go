package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A source is a file of a room, with what is asked of the places in it.
type source struct {
	name   string
	room   *room
	text   []byte
	file   *token.File
	starts []int // of lines, in text
	funcs  []*ast.FuncDecl
	checks []*ast.IfStmt // checks of limits
	unary  map[int]bool  // where an operator has one side, and no other of its kind is a program
}

func parseSource(root, name string) (*source, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, text, 0)
	if err != nil {
		return nil, err
	}
	s := &source{name: name, room: roomOf(name), text: text, file: set.File(tree.Pos()), starts: []int{0}, unary: map[int]bool{}}
	for i, c := range text {
		if c == '\n' {
			s.starts = append(s.starts, i+1)
		}
	}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			s.funcs = append(s.funcs, f)
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if check, ok := n.(*ast.IfStmt); ok && refuses(check.Body) {
			s.checks = append(s.checks, check)
		}
		if u, ok := n.(*ast.UnaryExpr); ok && (u.Op == token.AND || u.Op == token.XOR) {
			s.unary[s.file.Offset(u.Pos())] = true
		}
		return true
	})
	return s, nil
}

// failing are the names of what stands for an error.
var failing = regexp.MustCompile(`(?i)err|corrupt|fail|refus|damage|broken|invalid`)

// refuses reports whether a body ends in an error: its last statement returns
// something named as an error, sets something named so, or calls a function
// named so.
func refuses(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	for _, last := range body.List[max(0, len(body.List)-2):] {
		var e ast.Expr
		switch last := last.(type) {
		case *ast.ReturnStmt:
			if len(last.Results) > 0 {
				e = last.Results[len(last.Results)-1]
			}
		case *ast.AssignStmt:
			e = last.Lhs[len(last.Lhs)-1]
		case *ast.ExprStmt:
			e = last.X
		}
		if call, ok := e.(*ast.CallExpr); ok {
			e = call.Fun
		}
		switch e := e.(type) {
		case *ast.Ident:
			if failing.MatchString(e.Name) {
				return true
			}
		case *ast.SelectorExpr:
			if x, ok := e.X.(*ast.Ident); failing.MatchString(e.Sel.Name) || ok && failing.MatchString(x.Name) {
				return true
			}
		}
	}
	return false
}

// offset returns where in the text a line and column of the tool are.
func (s *source) offset(line, column int) int { return s.starts[line-1] + column - 1 }

// function returns the name of the function around a place, and whether it
// only writes.
func (s *source) function(at int) (name string, writes bool) {
	base := strings.TrimSuffix(filepath.Base(s.name), ".go")
	writes = writing.MatchString(base)
	for _, f := range s.funcs {
		if at < s.file.Offset(f.Pos()) || at >= s.file.Offset(f.End()) {
			continue
		}
		name = f.Name.Name
		writes = writes || writing.MatchString(name)
		if f.Recv != nil {
			t := f.Recv.List[0].Type
			if star, ok := t.(*ast.StarExpr); ok {
				t = star.X
			}
			if generic, ok := t.(*ast.IndexExpr); ok {
				t = generic.X
			}
			if id, ok := t.(*ast.Ident); ok {
				name = id.Name + "." + name
				writes = writes || writing.MatchString(id.Name)
			}
		}
	}
	return name, writes
}

// limit reports whether a place is in a comparison of a check of limits. What
// is compared with nil is no limit.
func (s *source) limit(at int) bool {
	for _, check := range s.checks {
		if at < s.file.Offset(check.Cond.Pos()) || at >= s.file.Offset(check.Cond.End()) {
			continue
		}
		found := false
		ast.Inspect(check.Cond, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			if !ok || b.Op.Precedence() != token.LSS.Precedence() {
				return true
			}
			if id, ok := b.Y.(*ast.Ident); ok && (id.Name == "nil" || failing.MatchString(id.Name)) {
				return true
			}
			if x, ok := b.X.(*ast.Ident); ok && (x.Name == "err") {
				return true
			}
			found = found || at >= s.file.Offset(b.Pos()) && at < s.file.Offset(b.End())
			return true
		})
		return found
	}
	return false
}

// line returns the line of a place without the space before it, where it
// begins, and how many lines like it stand above it in the function.
func (s *source) line(at, from int) (text string, begin, nth int) {
	begin = bytes.LastIndexByte(s.text[:at], '\n') + 1
	cut := func(begin int) (string, int) {
		line := s.text[begin:]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		text := bytes.TrimLeft(line, " \t")
		return string(text), begin + len(line) - len(text)
	}
	text, start := cut(begin)
	for l := bytes.LastIndexByte(s.text[:from], '\n') + 1; l < begin; l += bytes.IndexByte(s.text[l:], '\n') + 1 {
		if other, _ := cut(l); other == text {
			nth++
		}
	}
	return text, start, nth
}

// start returns where the function around a place begins.
func (s *source) start(at int) int {
	for _, f := range s.funcs {
		if from := s.file.Offset(f.Pos()); at >= from && at < s.file.Offset(f.End()) {
			return from
		}
	}
	return 0
}
