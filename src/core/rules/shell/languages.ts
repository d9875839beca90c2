import { basename } from './path.ts'
import type { InlineCode } from './reading.ts'

const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'mksh',
  'ash',
  'rbash',
  'fish',
  'source',
  '.',
])

/** What a program reads: shell code, or the language of inline code. Versions do not matter: `python3.12` is python. */
export function languageOf(program: string): 'shell' | InlineCode['language'] {
  const name = basename(program).replace(/\.exe$/, '')
  if (SHELLS.has(name)) return 'shell'
  const family = name.replace(/[\d.]+$/, '')
  switch (family) {
    case 'python':
    case 'pypy':
    case 'ipython':
      return 'python'
    case 'node':
    case 'nodejs':
    case 'bun':
    case 'deno':
    case 'tsx':
    case 'ts-node':
      return 'node'
    case 'perl':
      return 'perl'
    case 'ruby':
    case 'jruby':
      return 'ruby'
    case 'php':
      return 'php'
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return 'awk'
    case 'sed':
    case 'gsed':
      return 'sed'
    case 'lua':
    case 'luajit':
      return 'lua'
    default:
      return 'other'
  }
}
