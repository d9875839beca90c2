import { executeText, runFile } from '../execute.ts'
import { newProcess } from '../frames.ts'
import { type Arg, arg, type Frame } from '../machine.ts'

type Kind = 'code' | 'file' | 'script' | 'prompt' | 'options'

/** Environment variables whose value some program runs: as shell code, or as a file that is loaded. */
const VARIABLES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['BASH_ENV', 'script'],
  ['ENV', 'script'],
  ['PS1', 'prompt'],
  ['PS4', 'prompt'],
  ['LD_PRELOAD', 'file'],
  ['DYLD_INSERT_LIBRARIES', 'file'],
  ['PYTHONSTARTUP', 'file'],
  ['NODE_OPTIONS', 'options'],
  ['RUBYOPT', 'options'],
  ['PERL5OPT', 'options'],
  ['PROMPT_COMMAND', 'code'],
  ['GIT_SSH_COMMAND', 'code'],
  ['GIT_SSH', 'code'],
  ['GIT_EDITOR', 'code'],
  ['GIT_SEQUENCE_EDITOR', 'code'],
  ['GIT_PAGER', 'code'],
  ['GIT_EXTERNAL_DIFF', 'code'],
  ['GIT_ASKPASS', 'code'],
  ['GIT_PROXY_COMMAND', 'code'],
  ['SSH_ASKPASS', 'code'],
  ['SUDO_ASKPASS', 'code'],
  ['EDITOR', 'code'],
  ['VISUAL', 'code'],
  ['PAGER', 'code'],
  ['MANPAGER', 'code'],
  ['LESSOPEN', 'code'],
  ['BROWSER', 'code'],
  ['RSYNC_RSH', 'code'],
  ['FZF_DEFAULT_COMMAND', 'code'],
])

/** Reads what this variable makes programs run. */
export function runVariable(name: string, value: Arg, frame: Frame): void {
  const kind = /^BASH_FUNC_.*%%$/.test(name) ? 'function' : VARIABLES.get(name)
  if (kind === undefined || value.text === '') return
  // The value itself must not be read again for every program it starts.
  const inner = newProcess({ ...frame, env: [], redirects: [] }, name)
  if (kind === 'function') executeText(value.text.replace(/^\s*\(\)\s*/, ''), inner, value.raw)
  else if (kind === 'code') executeText(value.text.replace(/^\|/, ''), inner, value.raw)
  else if (kind === 'options') runLoaded(name, value, inner)
  else if (kind === 'prompt') executeText(`: "${value.text}"`, inner, value.raw)
  else runFile({ path: value, interpreter: kind === 'script' ? 'sh' : name, positional: [] }, inner)
}

/** `--require ./x.js`, `-r./x.rb`: loaded before everything else. */
function runLoaded(name: string, value: Arg, frame: Frame): void {
  for (const match of value.text.matchAll(/(?:--require|--import|--loader|-r)[ =]?(\S+)/g)) {
    runFile({ path: arg(match.slice(1).join('')), interpreter: INTERPRETER[name] ?? 'node', positional: [] }, frame)
  }
}

const INTERPRETER: { readonly [name: string]: string } = { RUBYOPT: 'ruby', PERL5OPT: 'perl' }
