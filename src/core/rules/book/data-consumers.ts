import { wordSet } from '../text/word-table.ts'

/** Programs that print, search, store or compare their arguments and never run them: a command inside is a mention. */
const CONSUMERS = wordSet(`
  : true false echo printf print cat bat tac head tail less more grep egrep fgrep rg ag ack sed gsed awk gawk mawk cut sort uniq tr wc
  diff cmp comm paste column fold fmt nl tee jq yq gron xmllint pup htmlq cmark pandoc markdownlint prettier
  git gh glab hub jj hg svn tig curl wget http https xh ls dir find fd locate tree stat file du df which whereis type man info tldr cheat help apropos
  test [ [[ expr let declare export local readonly typeset set unset alias unalias read mapfile readarray return exit shift cd pushd popd pwd
  logger notify-send say osascript_ terminal-notifier wall write mail cowsay figlet toilet lolcat banner boxes
  basename dirname realpath readlink date seq yes rev base64 base32 md5sum sha1sum sha256sum shasum openssl xxd od hexdump strings
  touch mkdir cp mv ln rm rmdir chmod chown install tar zip unzip gzip gunzip
  npm pnpm yarn bun cargo go pip pip3 uv poetry gem bundle mvn gradle make cmake ninja
  psql mysql sqlite3 redis-cli mongosh mongo
  docker podman kubectl helm terraform tofu pulumi aws gcloud az
  claude codex gemini aider llm ollama sgpt mods chatgpt fabric goose opencode cursor-agent copilot amp bd beads
  vim vi nvim nano emacs code subl open xdg-open pbcopy xclip xsel wl-copy
  fairlead history fc bind complete compgen trap wait jobs kill pkill pgrep killall ps top htop lsof
  semgrep shellcheck shfmt eslint tsc vitest jest pytest mocha rspec phpunit ctest bats playwright cypress
  sleep time env sudo nohup watch timeout xargs parallel ssh scp rsync
`)

export const isDataConsumer = (program: string): boolean => CONSUMERS.has(program)
