package remote

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

var (
	// ErrChanged reports that the file has changed since the first request.
	ErrChanged = errors.New("the file has changed on the server meanwhile")
	// ErrNoRanges reports that the server sends whole files only.
	ErrNoRanges = errors.New("the server sends whole files only, no ranges of bytes")
)

// Error is the address at which reading failed, and the cause.
type Error struct {
	Address string // as Redact returns it
	Err     error
}

// Error implements error.
func (e *Error) Error() string { return "remote: " + e.Address + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// passingError is a failure that may be temporary, so the request is repeated, after the
// time that the server names, or 0.
type passingError struct {
	error
	wait time.Duration
}

func passing(text string) error { return &passingError{errors.New(text), 0} }

// Redact returns an address without the parts that may be secret: user and password, the
// query after the question mark, and the fragment.
func Redact(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		if scheme, _, ok := strings.Cut(address, ":"); ok && len(scheme) <= len("https") {
			return scheme + ":..."
		}
		return "..."
	}
	text := u.Scheme + "://" + u.Host + u.EscapedPath()
	if u.RawQuery != "" || u.ForceQuery {
		text += "?..."
	}
	return text
}

// secrets matches what errors of other packages may repeat: addresses, users and
// passwords.
var secrets = regexp.MustCompile(`"?[a-zA-Z]+://\S+|\S*@\S*|"[^"]*[@?][^"]*"`)

// cleaned returns why a request could not be made, without secrets. Most of these
// failures may be temporary.
func cleaned(err error) error {
	for _, ours := range []error{errRedirects, errDowngrade, errScheme} {
		if errors.Is(err, ours) {
			return ours
		}
	}
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	var (
		name    *net.DNSError
		unknown x509.UnknownAuthorityError
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
		check   *tls.CertificateVerificationError
		record  tls.RecordHeaderError
	)
	text := secrets.ReplaceAllString(err.Error(), "...")
	switch {
	case strings.Contains(text, "Location header"):
		return errors.New("a redirect to what is no address")
	case text == "EOF" || strings.HasSuffix(text, ": EOF"):
		return passing("the connection broke")
	case errors.Is(err, http.ErrSchemeMismatch):
		return errors.New("the server speaks http, not https")
	case errors.As(err, &name) && name.IsNotFound,
		errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid), errors.As(err, &check), errors.As(err, &record):
		return errors.New(text)
	}
	return passing(text)
}
