import { programNamed } from '../book/book.ts'
import { fileAt } from './files.ts'
import { foundPath } from './found-path.ts'
import { type Arg, argText, type Frame, NO_STREAM, type Stream } from './machine.ts'
import { EITHER, HOLE, isConstant, NETWORK_HOLE, TRUSTED_HOLE, toWord, withoutGlobs } from './marks.ts'
import { basename } from './path.ts'
import type { Input } from './reading.ts'

/** Copies of copies that are followed. */
const MAX_HOPS = 8

/** The stream as marked text: what is not constant becomes a hole that remembers where it comes from. */
export function streamText(stream: Stream, frame: Frame): string {
  switch (stream.kind) {
    case 'none':
      return ''
    case 'text':
      return stream.text
    case 'network':
      return NETWORK_HOLE
    case 'file': {
      const content = contentOf(stream.path, frame)
      return content === undefined ? HOLE : streamText(content, frame)
    }
    case 'command':
      return isTrustedOutput(stream.argv) ? TRUSTED_HOLE : foundPath(stream.argv).text
    case 'unknown':
      return HOLE
  }
}

/** What a file holds, through copies and other names of it. */
function contentOf(path: Arg, frame: Frame): Stream | undefined {
  let content = fileAt(path.text, frame)?.content
  for (let hops = 0; content?.kind === 'file'; hops += 1) {
    content = hops < MAX_HOPS ? fileAt(content.path.text, frame)?.content : undefined
  }
  return content
}

/** One stream after the other, as the commands of a list write them. */
export function joinStreams(streams: readonly Stream[], frame: Frame): Stream {
  const speaking = streams.filter((stream) => stream.kind !== 'none')
  const [first = NO_STREAM] = speaking
  if (speaking.length <= 1) return first
  return { kind: 'text', text: speaking.map((stream) => lines(stream, frame)).join('') }
}

/** A command that we do not know ends its last line, as nearly all do. */
function lines(stream: Stream, frame: Frame): string {
  const text = streamText(stream, frame)
  const isExact = stream.kind === 'text' || (stream.kind === 'file' && isConstant(text))
  return isExact || text === '' ? text : `${text}\n`
}

/** Either stream: as a value it is unknown, as code all of them count. */
export function eitherStream(streams: readonly Stream[], frame: Frame): Stream {
  const texts = streams.map((stream) => streamText(stream, frame))
  if (texts.every((text) => text === texts[0])) return joinStreams(streams.slice(0, 1), frame)
  const network = streams.find((stream) => stream.kind === 'network')
  return network ?? { kind: 'text', text: texts.join(`\n${EITHER}\n`) }
}

/** The stream as the reading reports it. */
export function toInput(stream: Stream): Input {
  switch (stream.kind) {
    case 'text':
      return isConstant(stream.text) ? { kind: 'text', text: withoutGlobs(stream.text) } : { kind: 'unknown' }
    case 'file':
      return { kind: 'file', path: toWord(stream.path.text, stream.path.raw) }
    case 'command':
      return { kind: 'command', argv: stream.argv.map((word) => toWord(word.text, word.raw)) }
    default:
      return stream
  }
}

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

/** It prints what stands in a file, or what it is fed. */
const readsFiles = (program: string): boolean =>
  programNamed(program)?.does.some((deed) => /^(?:prints|filters|shows|encodes)(?: rest)?$/.test(deed)) === true

/** Whether the output of this command may be evaluated as shell code without further question. */
function isTrustedOutput(argv: readonly Arg[]): boolean {
  const program = basename(argText(argv, 0))
  const words = argv.slice(1).map((word) => word.text)
  const first = words[0] ?? ''
  if (TRUSTED.some((entry) => entry.program.test(program) && entry.first.test(first))) return true
  // `head completion` prints a file of that name.
  return !readsFiles(program) && words.slice(0, 3).some((word) => COMPLETION.test(word))
}
