import {
  listedOptions,
  type Option,
  readAllOptions,
  readOptions,
  tableOf,
  valuesOf,
  withoutFolder,
} from '../../options/read-options.ts'
import { wildcard } from '../../text/wildcard.ts'
import { wordsIn } from '../../text/word-table.ts'
import { executeText, runFile } from '../execute.ts'
import { quoteWord } from '../expand/quote.ts'
import { fileAt, writeFile } from '../files.ts'
import { newProcess, subshell, through } from '../frames.ts'
import { type Arg, arg, argText, type Executor, type Frame, NO_STREAM, type Stream, textsOf } from '../machine.ts'
import { isOneName } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import { resolvePath } from '../path.ts'
import { reportCommand } from '../report.ts'
import { copyScope, setAlias } from '../scope.ts'

export const GIT: readonly (readonly [name: string, executor: Executor])[] = [['git', runGit]]

/** Settings whose value git runs, by the last part of their name; in the second list, those that name a file or folder of such. */
const RUN_SETTING = wildcard(
  '*.command|*.cmd|*.driver|*.textconv|*.clean|*.smudge|*.process|*.helper|*.program|*editor|*pager|pager.*|*.sshcommand|*.fsmonitor' +
    '|*.askpass|*.gitproxy|*.alternaterefscommand|*.packobjectshook|*.uploadpack|*.receivepack|*.tunnel|*.httpd|*.smtpserver|*cmd' +
    '|*.difffilter|*.external|submodule.*.update|*.defaultkeycommand',
)
const PATH_SETTING = wildcard('core.hookspath|init.templatedir|include.path|includeif.*.path|core.attributesfile')

/** `-C` moves, `-c` may run something, an alias stands for other words, and some sub-commands run a command of their own. */
function runGit(args: readonly Arg[], frame: Frame): Stream {
  const { options, rest } = readOptions(args.slice(1), tableOf('git'))
  const inner = subshell(frame)
  for (const folder of valuesOf(options, ['-C'])) {
    inner.scope.cwd = isOneName(folder.text) ? resolvePath(folder.text, inner.scope.cwd) : undefined
  }
  const settings = settingsOf(options, frame)
  for (const folder of valuesOf(options, ['--exec-path']))
    runFile({ path: arg(`${folder.text}/git-${argText(rest, 0)}`), interpreter: 'sh', positional: [] }, inner)
  for (const setting of settings) runSetting(setting, inner)
  const kept = [...withoutFolder(args.slice(0, args.length - rest.length)), ...rest]
  const alias = aliasOf(argText(rest, 0), settings, frame)
  if (alias !== undefined) return runAlias(alias, rest, inner)
  reportCommand(kept, inner)
  configure(rest, frame)
  runSubcommand(rest, inner)
  return outputOf(kept, inner)
}

/** Settings for this one command, however they are handed over: `-c`, `--config-env`, `GIT_CONFIG_*`. */
function settingsOf(options: readonly Option[], frame: Frame): readonly Arg[] {
  const settingNamed = (name: string): string => {
    const given = frame.env.findLast(([key]) => key === name)?.[1].text ?? frame.scope.variables.get(name)
    return typeof given === 'string' ? given : ''
  }
  const named = valuesOf(options, ['--config-env']).map(({ text }) => {
    const equals = text.lastIndexOf('=')
    return arg(`${text.slice(0, equals)}=${settingNamed(text.slice(equals + 1))}`)
  })
  const count = Math.min(Number(settingNamed('GIT_CONFIG_COUNT')) || 0, MAX_SETTINGS)
  const counted = [...Array(count).keys()].map((at) =>
    arg(`${settingNamed(`GIT_CONFIG_KEY_${at}`)}=${settingNamed(`GIT_CONFIG_VALUE_${at}`)}`),
  )
  const quoted = [...settingNamed('GIT_CONFIG_PARAMETERS').matchAll(/'([^']*)'(?:='([^']*)')?/g)].map(
    ([, name, value]) => arg(value === undefined ? `${name}` : `${name}=${value}`),
  )
  return [...valuesOf(options, ['-c']), ...named, ...counted, ...quoted]
}

const MAX_SETTINGS = 64

function runSetting(setting: Arg, frame: Frame): void {
  const equals = setting.text.indexOf('=')
  const value = setting.text.slice(equals + 1)
  const name = setting.text.slice(0, equals)
  if (equals < 0 || value === '' || /^(true|false)$/.test(value)) return
  const key = name.toLowerCase()
  const inner = newProcess(frame, `git -c ${name}`)
  // What stands there is any file of the folder; which one git runs is not asked.
  if (PATH_SETTING(key)) runFile({ path: arg(`${value}/hook`), interpreter: 'sh', positional: [] }, inner)
  const isCode = !/^(?:credential|submodule)\b/.test(key) || /^[!/.~]/.test(value)
  if (RUN_SETTING(key) && isCode) executeText(value.replace(/^!/, ''), inner, value)
}

function aliasOf(verb: string, settings: readonly Arg[], frame: Frame): string | undefined {
  const given = settings.findLast((word) => word.text.toLowerCase().startsWith(`alias.${verb.toLowerCase()}=`))
  if (given !== undefined) return given.text.slice(given.text.indexOf('=') + 1)
  const alias = frame.scope.aliases.get(`git ${verb}`) ?? writtenAlias(verb, frame)
  return alias === '' ? undefined : alias
}

/** An alias in a configuration that this session wrote, or that the disk holds. */
function writtenAlias(verb: string, frame: Frame): string | undefined {
  if (!/^[\w-]+$/.test(verb)) return undefined
  for (const [path, { content }] of frame.machine.files) {
    if (content.kind !== 'text' || !/\/\.git\/config$|\/\.gitconfig[^/]*$|\/git\/config$/.test(path)) continue
    const section = content.text
      .split(/^[ \t]*\[/m)
      .find((part) => /^alias\]/i.test(part) && aliasLine(verb).test(part))
    const found = section === undefined ? undefined : aliasLine(verb).exec(section)?.[1]
    if (found !== undefined)
      return found
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .replace(/\\(["\\])/g, '$1')
  }
  return undefined
}

const aliasLine = (verb: string): RegExp => new RegExp(`^[ \\t]*${verb}[ \\t]*=(.*)$`, 'im')

function runAlias(alias: string, rest: readonly Arg[], frame: Frame): Stream {
  const words = rest.slice(1).map((word) => quoteWord(word.text))
  const inner = through(frame, 'git alias')
  if (alias.startsWith('!')) return executeText([alias.slice(1), ...words].join(' '), newProcess(inner, 'sh'), alias)
  // An alias of git cannot name itself again.
  const scope = copyScope(inner.scope)
  setAlias(scope, `git ${argText(rest, 0)}`, '')
  return executeText(['git', alias, ...words].join(' '), { ...inner, scope }, alias)
}

/** `git config alias.x value` counts for the commands after it; a setting that git runs is read at once. */
function configure(rest: readonly Arg[], frame: Frame): void {
  if (argText(rest, 0) !== 'config') return
  const [name, value] = rest.slice(1).filter((word) => !word.text.startsWith('-') && !/^(?:set|add)$/.test(word.text))
  if (name === undefined || value === undefined) return
  const alias = /^alias\.(.+)$/i.exec(name.text)?.[1]
  if (alias !== undefined) {
    setAlias(frame.scope, `git ${alias}`, value.text)
    const file = rest.some((word) => word.text === '--global')
      ? `${frame.machine.place.home}/.gitconfig`
      : '.git/config'
    const before = fileAt(file, frame)?.content
    const kept = before?.kind === 'text' ? `${before.text}\n` : ''
    writeFile(arg(file), { content: { kind: 'text', text: `${kept}[alias]\n${alias} = ${value.text}` } }, frame)
  } else runSetting({ text: `${name.text}=${value.text}`, raw: value.raw }, frame)
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
