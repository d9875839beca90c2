import { wildcard } from '../../text/wildcard.ts'
import { executeCode, executeText, runFile } from '../execute.ts'
import { newProcess } from '../frames.ts'
import { type Arg, arg, type Frame } from '../machine.ts'

type Kind = 'code' | 'file' | 'script' | 'prompt' | 'options' | 'perl'

/** Environment variables whose value some program runs, by name: as shell code, as a file that is loaded, as options that load one. */
const VARIABLES: readonly (readonly [kind: Kind, names: (name: string) => boolean])[] = [
  ['script', wildcard('BASH_ENV|ENV|ZDOTDIR')],
  ['prompt', wildcard('PS0|PS1|PS2|PS4|PROMPT')],
  ['perl', wildcard('PERL5DB')],
  [
    'file',
    wildcard(
      'LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|INPUTRC|VIMINIT|EXINIT|MYVIMRC|GIT_CONFIG*|*_CONFIG_FILE|SQLITERC|PSQLRC|SCREENRC|WGETRC|CURL_HOME|*RC_FILE|MAKEFILES|GNUMAKEFLAGS',
    ),
  ],
  ['options', wildcard('*_OPTIONS|*OPT|*OPTS|*FLAGS|*_ARGS')],
  [
    'code',
    wildcard(
      '*_COMMAND|GIT_SSH|*_RSH|*EDITOR|*PAGER|*_ASKPASS|GIT_EXTERNAL_DIFF|*_BROWSER|BROWSER|VISUAL|LESSOPEN|LESSCLOSE|*_SHELL|*_WRAPPER|*_LAUNCHER|*_RUNNER|*_EXEC|*_HOOK|*_CMD|CC|CXX|CPP|LD|AR|AS|FC|RUSTC|RUSTDOC|CARGO|GOCACHEPROG|TAR|MANOPT|PYTHONBREAKPOINT|FCEDIT|SUDO_ASKPASS|SHELL|TERMINAL',
    ),
  ],
]

const kindOf = (name: string): Kind | 'function' | undefined =>
  /^BASH_FUNC_.*%%$/.test(name) ? 'function' : VARIABLES.find(([, isNamed]) => isNamed(name))?.[0]

/** Reads what this variable makes programs run. */
export function runVariable(name: string, value: Arg, frame: Frame): void {
  const kind = kindOf(name)
  if (kind === undefined || value.text === '') return
  // The value itself must not be read again for every program it starts.
  const inner = newProcess({ ...frame, env: [], redirects: [] }, name)
  if (kind === 'function') executeText(value.text.replace(/^\s*\(\)\s*/, ''), inner, value.raw)
  else if (kind === 'code') executeText(value.text.replace(/^\|/, ''), inner, value.raw)
  else if (kind === 'perl') executeCode('perl', value.text, inner)
  else if (kind === 'options') runLoaded(name, value, inner)
  else if (kind === 'prompt') executeText(`: "${value.text}"`, inner, value.raw)
  else runFile({ path: value, interpreter: kind === 'script' ? 'sh' : name, positional: [] }, inner)
}

/** `--require ./x.js`, `-r./x.rb`, `-javaagent:x.jar`, `-M…`: loaded before everything else. */
function runLoaded(name: string, value: Arg, frame: Frame): void {
  for (const match of value.text.matchAll(
    /(?:--require|--import|--loader|--eval|-javaagent:|-agentpath:|-r|-f)[ =]?(\S+)/g,
  )) {
    runFile({ path: arg(match.slice(1).join('')), interpreter: INTERPRETER[name] ?? 'node', positional: [] }, frame)
  }
}

const INTERPRETER: { readonly [name: string]: string } = { RUBYOPT: 'ruby', PERL5OPT: 'perl' }
