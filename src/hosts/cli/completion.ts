import type { Command } from 'commander'
import { RUNTIME_NAMES } from '../../install/plan-install.ts'
import { DONE, type Exit, misused } from './exit.ts'
import type { Context } from './terminal.ts'

/** One place in the table of commands: what may be typed after `words`. */
interface Place {
  readonly words: readonly string[]
  readonly next: readonly { readonly word: string; readonly about: string }[]
}

/** Words that an argument may be, by the command that takes it. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  hook: RUNTIME_NAMES,
  mcp: RUNTIME_NAMES,
  completion: ['bash', 'zsh', 'fish'],
}

/** Made from the table of commands, so it cannot forget one. */
export async function completion({ terminal }: Context, shell: string, program: Command): Promise<Exit> {
  const places = placesIn(program, [])
  switch (shell) {
    case 'bash':
      terminal.out(bash(places))
      return DONE
    case 'zsh':
      terminal.out(`#compdef fairlead\nautoload -U +X bashcompinit && bashcompinit\n${bash(places)}`)
      return DONE
    case 'fish':
      terminal.out(fish(places))
      return DONE
    default:
      return misused(`unknown shell \`${shell}\`; one of bash, zsh, fish`)
  }
}

function placesIn(command: Command, words: readonly string[]): readonly Place[] {
  const subcommands = command.commands.map((one) => ({ word: one.name(), about: one.description() }))
  const options = command.options.map((one) => ({ word: one.long ?? one.short ?? '', about: one.description }))
  const given = (ARGUMENTS[words.join(' ')] ?? []).map((word) => ({ word, about: '' }))
  const own = { words, next: [...subcommands, ...given, ...options, { word: '--help', about: 'show help' }] }
  return [own, ...command.commands.flatMap((one) => placesIn(one, [...words, one.name()]))]
}

function bash(places: readonly Place[]): string {
  const cases = places.toReversed().map(({ words, next }) => {
    const pattern = words.length === 0 ? '*' : `"${words.join(' ')}"*`
    return `    ${pattern}) words=${quoted(next.map(({ word }) => word).join(' '))} ;;`
  })
  return `_fairlead() {
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words
  case "$typed" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _fairlead fairlead`
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ words, next }) =>
    next.map(({ word, about }) => {
      const when =
        words.length === 0
          ? '__fish_use_subcommand'
          : words.map((one) => `__fish_seen_subcommand_from ${one}`).join('; and ')
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
      return `complete -c fairlead -n ${quoted(when)} ${what}${about === '' ? '' : ` -d ${quoted(about)}`}`
    }),
  )
  return ['complete -c fairlead -f', ...lines].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
