import {
  listedOptions,
  readAllOptions,
  readOptions,
  tableOf,
  valuesOf,
  withoutFolder,
} from '../../options/read-options.ts'
import { wordsIn } from '../../text/word-table.ts'
import { executeText, runFile } from '../execute.ts'
import { quoteWord } from '../expand/quote.ts'
import { newProcess, subshell, through } from '../frames.ts'
import { type Arg, arg, argText, type Executor, type Frame, NO_STREAM, type Stream, textsOf } from '../machine.ts'
import { isOneName } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import { resolvePath } from '../path.ts'
import { reportCommand } from '../report.ts'
import { copyScope, removeAlias, setAlias } from '../scope.ts'

export const GIT: readonly (readonly [name: string, executor: Executor])[] = [['git', runGit]]

/** Settings whose value git runs. */
const RUN_SETTING =
  /^(core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|pager\.\w+|diff\.external|diff\..*\.(textconv|command)|(diff|merge)tool\..*\.cmd|merge\..*\.driver|filter\..*\.(clean|smudge|newProcess)|credential(\..*)?\.helper|gpg(\..*)?\.program|interactive\.difffilter|uploadpack\.packobjectshook|browser\..*\.cmd|man\..*\.cmd|sendemail\..*cmd)$/i

/** `-C` moves, `-c` may run something, an alias stands for other words, and some sub-commands run a command of their own. */
function runGit(args: readonly Arg[], frame: Frame): Stream {
  const { options, rest } = readOptions(args.slice(1), tableOf('git'))
  const inner = subshell(frame)
  for (const folder of valuesOf(options, ['-C'])) {
    inner.scope.cwd = isOneName(folder.text) ? resolvePath(folder.text, inner.scope.cwd) : undefined
  }
  for (const setting of valuesOf(options, ['-c'])) runSetting(setting, inner)
  const kept = [...withoutFolder(args.slice(0, args.length - rest.length)), ...rest]
  const alias = aliasOf(argText(rest, 0), valuesOf(options, ['-c']), frame)
  if (alias !== undefined) return runAlias(alias, rest, inner)
  reportCommand(kept, inner)
  configure(rest, frame)
  runSubcommand(rest, inner)
  return outputOf(kept, inner)
}

function runSetting(setting: Arg, frame: Frame): void {
  const equals = setting.text.indexOf('=')
  const value = setting.text.slice(equals + 1)
  const name = setting.text.slice(0, equals)
  if (equals < 0 || value === '' || /^(true|false)$/.test(value)) return
  const isHelper = /^credential/i.test(name)
  if (RUN_SETTING.test(name) && (!isHelper || value.startsWith('!'))) {
    executeText(value.replace(/^!/, ''), newProcess(frame, `git -c ${name}`), value)
  }
}

function aliasOf(verb: string, settings: readonly Arg[], frame: Frame): string | undefined {
  const given = settings.findLast((word) => word.text.toLowerCase().startsWith(`alias.${verb.toLowerCase()}=`))
  if (given !== undefined) return given.text.slice(given.text.indexOf('=') + 1)
  return frame.scope.aliases.get(`git ${verb}`)
}

function runAlias(alias: string, rest: readonly Arg[], frame: Frame): Stream {
  const words = rest.slice(1).map((word) => quoteWord(word.text))
  const inner = through(frame, 'git alias')
  if (alias.startsWith('!')) return executeText([alias.slice(1), ...words].join(' '), newProcess(inner, 'sh'), alias)
  // An alias of git cannot name itself again.
  const scope = copyScope(inner.scope)
  removeAlias(scope, `git ${argText(rest, 0)}`)
  return executeText(['git', alias, ...words].join(' '), { ...inner, scope }, alias)
}

/** `git config alias.x value` counts for the commands after it; a setting that git runs is read at once. */
function configure(rest: readonly Arg[], frame: Frame): void {
  if (argText(rest, 0) !== 'config') return
  const [name, value] = rest.slice(1).filter((word) => !word.text.startsWith('-') && word.text !== 'set')
  if (name === undefined || value === undefined) return
  if (/^alias\./i.test(name.text)) setAlias(frame.scope, `git ${name.text.slice('alias.'.length)}`, value.text)
  else runSetting({ text: `${name.text}=${value.text}`, raw: value.raw }, frame)
}

/** Options of sub-commands whose value is shell code. */
const CODE_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['rebase', ['-x', '--exec']],
  ['difftool', ['-x', '--extcmd']],
  ['clone', ['-u', '--upload-pack']],
  ['fetch', ['--upload-pack']],
  ['pull', ['--upload-pack']],
  ['ls-remote', ['--upload-pack']],
  ['push', ['--receive-pack', '--exec']],
  ['send-email', ['--sendmail-cmd', '--to-cmd', '--cc-cmd']],
  ['archive', ['--exec']],
  ['grep', ['--open-files-in-pager', '-O']],
  [
    'filter-branch',
    wordsIn(`--tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter --tag-name-filter
      --setup`),
  ],
])

function runSubcommand(rest: readonly Arg[], frame: Frame): void {
  const verb = argText(rest, 0)
  const words = rest.slice(1)
  const names = CODE_OPTIONS.get(verb) ?? []
  const inner = newProcess(frame, `git ${verb}`)
  const grammar = listedOptions(
    names.filter((name) => name !== '-O'),
    ['-O?'],
    true,
  )
  for (const code of valuesOf(readAllOptions(words, grammar).options, names)) executeText(code.text, inner, code.raw)
  for (const word of words) {
    if (word.text.startsWith('ext::')) executeText(word.text.slice('ext::'.length), inner, word.raw)
  }
  if (verb === 'bisect' && argText(words, 0) === 'run') frame.machine.runProgram(words.slice(1), inner)
  if (verb === 'submodule') runForeach(words, inner)
  if (verb === 'hook' && argText(words, 0) === 'run')
    runFile({ path: arg(`.git/hooks/${argText(words, 1)}`), interpreter: '', positional: [] }, inner)
}

function runForeach(words: readonly Arg[], frame: Frame): Stream {
  const at = words.findIndex((word) => word.text === 'foreach')
  const code = words.slice(at + 1).filter((word) => !/^--?(recursive|quiet|q)$/.test(word.text))
  if (at < 0 || code.length === 0) return NO_STREAM
  frame.scope.cwd = undefined
  return code.length === 1
    ? executeText(argText(code, 0), frame, argText(code, 0))
    : executeText(textsOf(code.map((word) => arg(quoteWord(word.text)))).join(' '), frame, 'foreach')
}
