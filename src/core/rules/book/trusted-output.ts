import { type Arg, textAt } from '../shell/machine.ts'
import { basename } from '../shell/path.ts'

/** Programs that print shell code which their own manuals tell people to evaluate. `first` is the word that makes it so. */
const TRUSTED: readonly { readonly program: RegExp; readonly first: RegExp }[] = [
  { program: /^ssh-agent$/, first: /^-[sck]$|^$/ },
  { program: /^gpg-agent$/, first: /^--/ },
  { program: /^keychain$/, first: /./ },
  {
    program:
      /^(direnv|mise|rtx|atuin|zoxide|starship|mcfly|navi|fnm|rbenv|pyenv|nodenv|goenv|jenv|tfenv|thefuck|fzf|oh-my-posh|asdf|vfox|pixi|wt|jj|scmpuff|hub|gh|proto|devbox|flox)$/,
    first:
      /^(hook|init|activate|env|export|alias|--alias|shellenv|completion|completions|--bash|--zsh|--fish|shell|shell-init|-s|print)$/,
  },
  { program: /^(brew|linuxbrew)$/, first: /^shellenv$/ },
  { program: /^(conda|mamba|micromamba|conda\.exe)$/, first: /^(shell\.\w+|shell)$/ },
  {
    program:
      /^(opam|luarocks|cs|coursier|perl|dircolors|resize|register-python-argcomplete|lesspipe|lesspipe\.sh|locale-gen)$/,
    first: /^(env|path|setup|-I|-b|-c|)$|^-Mlocal::lib|^[\w.-]+$/,
  },
  { program: /^(minikube|docker-machine|podman-machine)$/, first: /^(docker-env|podman-env|env|-p)$/ },
]

/** Any program asked for its completion script: `kubectl completion bash`. */
const COMPLETION =
  /^(--?)?(completions?|completion-script|generate-completions?|gen-completions?|shell-completion|bash-completion|shellcomplete)(-\w+|=\w+)?$/

/** Whether the output of this command may be evaluated as shell code without further question. */
export function isTrustedOutput(argv: readonly Arg[]): boolean {
  const program = basename(textAt(argv, 0))
  const words = argv.slice(1).map((word) => word.text)
  const first = words[0] ?? ''
  if (TRUSTED.some((entry) => entry.program.test(program) && entry.first.test(first))) return true
  return words.slice(0, 3).some((word) => COMPLETION.test(word))
}
