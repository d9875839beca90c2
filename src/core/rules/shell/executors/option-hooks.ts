import { type Grammar, grammarOf, optionsOf } from '../../options/grammar.ts'
import { listedOptions, readAllOptions, valuesOf } from '../../options/read-options.ts'
import { wordsIn } from '../../text/word-table.ts'
import { executeText } from '../execute.ts'
import { newProcess } from '../frames.ts'
import { type Arg, argText, type Executor, type Frame, type Stream } from '../machine.ts'
import { outputOf } from '../outputs.ts'
import { reportCommand } from '../report.ts'

/** A program with options whose value it runs. */
interface OptionHook {
  readonly names: readonly string[]
  readonly code: readonly string[]
  /** The options of a program without a row of its own. */
  readonly options?: string
  /** What stands before the command inside the value: `exec=` of tar. */
  readonly after?: RegExp
}

const HOOKS: readonly OptionHook[] = [
  {
    names: ['tar', 'gtar', 'bsdtar'],
    code: wordsIn(
      '--to-command --use-compress-program -I --info-script --new-volume-script -F --rsh-command --rmt-command',
    ),
  },
  { names: ['tar', 'gtar', 'bsdtar'], code: ['--checkpoint-action'], after: /^exec=/ },
  { names: ['rsync'], code: wordsIn('-e --rsh --rsync-path') },
  { names: ['scp', 'sftp'], code: ['-S'] },
  { names: ['nc', 'ncat', 'netcat'], code: wordsIn('-e -c --exec --sh-exec') },
  { names: ['sort', 'gsort'], code: ['--compress-program'] },
  { names: ['split', 'gsplit'], code: ['--filter'] },
  { names: ['zip'], code: wordsIn('-TT --unzip-command') },
  { names: ['man'], code: wordsIn('-P --pager -H --html') },
  { names: ['rg', 'ripgrep'], code: ['--pre'] },
  { names: ['fzf'], code: ['--preview'] },
  { names: ['tcpdump'], code: ['-z'], options: '-z= -i= -w= -r= -c= -G= -W= -C= -s=' },
  { names: ['nodemon'], code: ['-x'], options: '-x|--exec= -w|--watch= -e|--ext= -i|--ignore=' },
  { names: ['cargo'], code: ['-s', '--shell'] },
  { names: ['watchexec', 'watchman-make'], code: ['--run'] },
  {
    names: ['apt', 'apt-get'],
    code: ['-o', '--option'],
    after: /^[\w:-]+(Pre|Post)-(Invoke|Install-Pkgs)[\w:-]{0,80}=/i,
  },
  { names: ['logrotate', 'dpkg'], code: ['--pre-invoke', '--post-invoke'] },
  { names: ['sops'], code: ['--command'] },
  { names: ['just'], code: ['--command'] },
]

export const OPTION_HOOKS: readonly (readonly [name: string, executor: Executor])[] = [
  ...new Set(HOOKS.flatMap((hook) => hook.names)),
].map((name) => [
  name,
  (args, frame) =>
    runHooks(
      HOOKS.filter((hook) => hook.names.includes(name)),
      args,
      frame,
    ),
])

function runHooks(hooks: readonly OptionHook[], args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  for (const hook of hooks) {
    const grammar = grammarFor(argText(args, 0), hook)
    const { options } = readAllOptions(args.slice(1), grammar)
    for (const value of valuesOf(options, hook.code)) {
      const isCode = hook.after === undefined || hook.after.test(value.text)
      const code = hook.after === undefined ? value.text : value.text.replace(hook.after, '')
      if (isCode && code !== '') executeText(code, newProcess(frame, hookName(args, hook)), value.raw)
    }
  }
  return outputOf(args, frame)
}

const grammarFor = (program: string, { options, code }: OptionHook): Grammar =>
  // A program for feature flags is called `split` too, so the table knows this one by its other name.
  optionsOf(program === 'split' ? 'gsplit' : program) ??
  (options === undefined ? listedOptions(code) : grammarOf(options))

function hookName(args: readonly Arg[], hook: OptionHook): string {
  return [...args.slice(0, 1).map((word) => word.text), ...hook.code.slice(0, 1)].join(' ')
}
