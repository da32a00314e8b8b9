//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// apart starts a program in a process group of its own, so that killAll ends what the
// program has started as well: many engines are started by a script.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killAll(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended by itself
}
