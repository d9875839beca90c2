import type { Command } from 'commander'
import { CLI_TEXTS } from '../../core/words/cli.ts'
import { RUNTIME_NAMES } from '../../install/plan-install.ts'
import { DONE, type Exit, misused } from './exit.ts'
import type { Context } from './terminal.ts'

/** One place in the table of commands: what may be typed after `words`. */
interface Place {
  readonly words: readonly string[]
  readonly next: readonly { readonly word: string; readonly about: string }[]
  /** No other command comes after it. */
  readonly isLeaf: boolean
  readonly takesFiles: boolean
}

const SHELLS = ['bash', 'zsh', 'fish']

/** Values of an argument, by the command that takes it. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  hook: RUNTIME_NAMES,
  mcp: RUNTIME_NAMES,
  completion: SHELLS,
}

/** Arguments that name files. */
const FILES: ReadonlySet<string> = new Set(['file', 'files', 'path', 'place'])

/** Made from the table of commands, so it cannot forget one. */
export async function completion({ terminal }: Context, shell: string, program: Command): Promise<Exit> {
  const places = placesIn(program, [])
  switch (shell) {
    case 'bash':
      terminal.out(bash(places))
      return DONE
    case 'zsh':
      terminal.out(zsh(places))
      return DONE
    case 'fish':
      terminal.out(fish(places))
      return DONE
    default:
      return misused(CLI_TEXTS.unknownChoice('shell', shell, SHELLS))
  }
}

function placesIn(command: Command, words: readonly string[]): readonly Place[] {
  const subcommands = command.commands.map((one) => ({ word: one.name(), about: one.description() }))
  const options = command.options.map((one) => ({ word: one.long ?? one.short ?? '', about: one.description }))
  const given = (ARGUMENTS[words.join(' ')] ?? []).map((word) => ({ word, about: '' }))
  const isLeaf = subcommands.length === 0
  const takesFiles = command.registeredArguments.some((one) => FILES.has(one.name()))
  const own = {
    words,
    isLeaf,
    takesFiles,
    next: [...subcommands, ...given, ...options, { word: '--help', about: 'show help' }],
  }
  return [own, ...command.commands.flatMap((one) => placesIn(one, [...words, one.name()]))]
}

/** A place by what was typed: after the last command come its arguments, after any other exactly one word. */
function patternOf({ words, isLeaf }: Place): string {
  const typed = words.join(' ')
  return isLeaf ? `"${typed}"|"${typed} "*` : `"${typed}"`
}

function bash(places: readonly Place[]): string {
  const cases = places.map(
    (place) => `    ${patternOf(place)}) words=${quoted(place.next.map(({ word }) => word).join(' '))} ;;`,
  )
  return `_fairlead() {
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=''
  case "$typed" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _fairlead fairlead`
}

/** Also as a file `_fairlead` on the path of functions, where it is called instead of read. */
function zsh(places: readonly Place[]): string {
  const cases = places.map(
    (place) =>
      `    ${patternOf(place)}) next=(${place.next.map(({ word, about }) => quoted(`${word}:${about}`)).join(' ')}) ;;`,
  )
  return `#compdef fairlead
_fairlead() {
  local typed="\${(j: :)words[2,CURRENT-1]}"
  local -a next
  case "$typed" in
${cases.join('\n')}
  esac
  _describe fairlead next || _files
}
if [ "$funcstack[1]" = _fairlead ]; then _fairlead "$@"; else compdef _fairlead fairlead; fi`
}

/** What was typed before, without options; words that are values of options do no harm, since they come last. */
const FISH_PLACES = `function __fairlead_words
    commandline -opc | tail -n +2 | string match -v -- '-*'
end
function __fairlead_at
    set -l words (__fairlead_words)
    test "$words" = "$argv"
end
function __fairlead_after
    set -l words (__fairlead_words)
    set -l length (count $argv)
    test (count $words) -ge $length; and test "$words[1..$length]" = "$argv"
end`

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ words, next, isLeaf }) => {
    const when = quoted([isLeaf ? '__fairlead_after' : '__fairlead_at', ...words].join(' '))
    return next.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
      return `complete -c fairlead -n ${when} ${what}${about === '' ? '' : ` -d ${quoted(about)}`}`
    })
  })
  const files = places
    .filter(({ takesFiles }) => takesFiles)
    .map(({ words }) => `complete -c fairlead -n ${quoted(`__fairlead_after ${words.join(' ')}`)} -F`)
  return [FISH_PLACES, 'complete -c fairlead -f', ...lines, ...files].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
