import type { Word } from '../shell/reading.ts'
import type { Call } from './code-calls.ts'
import type { CodeText } from './code-text.ts'
import { valueAt } from './code-value.ts'

/** They copy files or trees, or take them out of an archive. */
export const COPIES =
  /^(?:copytree|cpSync|cp|copySync|cp_r|copyfile|copyFileSync|copyFile|extractall|extractAllTo|unpack_archive|extract)$/

/** The same in the words of `cp` and `tar`. */
export function copied(call: Call, value: Word, code: CodeText): readonly (readonly (string | Word)[])[] {
  const { name, owner } = call
  // The folder is the first word of those that are called on the archive, else the second.
  if (name.startsWith('extracta') || name.startsWith('extractA'))
    return [['tar', '-xf', 'archive', '-C', argumentAt(call, 0, code)]]
  if (/^(?:unpack_archive|extract)$/.test(name)) return [['tar', '-xf', value, '-C', secondValue(call, code)]]
  if (name === 'cp' && !/^(?:fs\w*|promises|require\(.*)$/.test(owner)) return []
  // What is in the one folder comes to lie in the other.
  const isInner = /^(?:copytree|cpSync|cp|copySync)$/.test(name)
  return [['cp', '-r', ...(isInner ? ['--no-target-directory'] : []), value, secondValue(call, code)]]
}

/** The value of the second argument. */
export function secondValue(call: Call, code: CodeText): Word {
  const comma = call.args.indexOf(',')
  return comma < 0 ? { kind: 'unknown', raw: '?', prefix: '', suffix: '' } : argumentAt(call, comma + 1, code)
}

/** With or without its name: `path='..'`. */
function argumentAt(call: Call, from: number, code: CodeText): Word {
  const [name] = /^\s{0,40}[a-z_]{1,40}\s{0,8}=(?!=)/.exec(call.args.slice(from)) ?? ['']
  return valueAt(code, call.at + from + name.length)
}
