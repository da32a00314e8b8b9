class Chesszip < Formula
  desc "Compress PGN files, and search them"
  homepage "https://github.com/chesszip/chesszip"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "https://github.com/chesszip/chesszip/releases/download/v@VERSION@/chesszip-@VERSION@-macos-arm64.tar.gz"
      sha256 "@MACOS_ARM64@"
    end
    on_intel do
      url "https://github.com/chesszip/chesszip/releases/download/v@VERSION@/chesszip-@VERSION@-macos-amd64.tar.gz"
      sha256 "@MACOS_AMD64@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/chesszip/chesszip/releases/download/v@VERSION@/chesszip-@VERSION@-linux-arm64.tar.gz"
      sha256 "@LINUX_ARM64@"
    end
    on_intel do
      url "https://github.com/chesszip/chesszip/releases/download/v@VERSION@/chesszip-@VERSION@-linux-amd64.tar.gz"
      sha256 "@LINUX_AMD64@"
    end
  end

  def install
    bin.install "chesszip"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/chesszip.bash" => "chesszip"
    zsh_completion.install "completions/chesszip.zsh" => "_chesszip"
    fish_completion.install "completions/chesszip.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/chesszip --version")
  end
end
