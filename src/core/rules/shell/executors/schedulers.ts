import { grammarOf } from '../../options/grammar.ts'
import { isGiven, readAllOptions, readOptions, tableOf, valuesOf } from '../../options/read-options.ts'
import { executeStream, executeText, runFile } from '../execute.ts'
import { newProcess, withInput } from '../frames.ts'
import { type Arg, argText, type Executor, type Frame, NO_STREAM, rawOf, type Stream, textsOf } from '../machine.ts'
import { reportCommand } from '../report.ts'
import { streamText } from '../streams.ts'

/** Programs that run a command later, or in a terminal of its own. */
export const SCHEDULERS: readonly (readonly [name: string, executor: Executor])[] = [
  ['crontab', runCrontab],
  ['at', runAt],
  ['batch', runAt],
  ['tmux', runTmux],
  ['screen', runScreen],
  ['start-stop-daemon', runDaemon],
]

/** The new table comes from a file or from the input; every line ends in shell code. */
function runCrontab(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const { options, rest } = readOptions(args.slice(1), tableOf('crontab'))
  if (isGiven(options, ['-l', '-r', '-e'])) return NO_STREAM
  const [file] = rest
  if (file !== undefined && file.text !== '-')
    return runFile({ path: file, interpreter: 'crontab', positional: [] }, frame)
  const inner = withInput(newProcess(frame, 'crontab'), NO_STREAM)
  if (frame.input.kind === 'network') return executeStream(frame.input, inner, 'crontab')
  for (const line of streamText(frame.input, frame).split('\n')) {
    const code = /^\s*(?:@\w+|(?:[\d*][^\s=]*\s+){4}[^\s=]+)\s+(.+)$/.exec(line)?.[1]
    if (code !== undefined) executeText(code, inner, line)
  }
  return NO_STREAM
}

function runAt(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const { options } = readAllOptions(args.slice(1), grammarOf('-f= -q= -t='))
  const [path] = valuesOf(options, ['-f'])
  if (path !== undefined) return runFile({ path, interpreter: 'sh', positional: [] }, newProcess(frame, 'at'))
  if (isGiven(options, ['-l', '-r', '-d', '-c'])) return NO_STREAM
  return executeStream(frame.input, newProcess(frame, 'at'), 'at')
}

/** `start-stop-daemon --start --exec program -- its words`. */
function runDaemon(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const dashes = args.findIndex((word) => word.text === '--')
  const { options } = readAllOptions(args.slice(1, dashes < 0 ? undefined : dashes), tableOf('start-stop-daemon'))
  const [program] = valuesOf(options, ['-x', '-a', '--exec', '--startas'])
  if (program === undefined || !isGiven(options, ['-S', '--start'])) return NO_STREAM
  return frame.machine.runProgram(
    [program, ...(dashes < 0 ? [] : args.slice(dashes + 1))],
    newProcess(frame, 'start-stop-daemon'),
  )
}

const TMUX = grammarOf('-t= -s= -n= -c= -x= -y= -F= -e= -l= -p= -L= -S= -f= -d= -I=')
const TMUX_RUNS =
  /^(new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawn-window|run|run-shell|display-popup|popup|pipe-pane)$/

function runTmux(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const { rest } = readOptions(args.slice(1), grammarOf('-L= -S= -f='))
  const verb = argText(rest, 0)
  const inner = withInput(newProcess(frame, `tmux ${verb}`), NO_STREAM)
  // `-d` is a switch of new-session, unlike for other sub-commands.
  const words = rest.slice(1).filter((word) => !/^-[dAPbKkvhZ]+$/.test(word.text))
  const command = readOptions(words, TMUX).rest
  if (command.length === 0) return NO_STREAM
  if (TMUX_RUNS.test(verb)) return executeText(textsOf(command).join(' '), inner, rawOf(command))
  if (verb === 'send-keys' || verb === 'send') {
    const typed = textsOf(command).filter(
      (text) => !/^(Enter|C-\w|Escape|Space|Tab|Up|Down|Left|Right|BSpace)$/.test(text),
    )
    return typed.length === 0 ? NO_STREAM : executeText(typed.join(' '), inner, rawOf(command))
  }
  return NO_STREAM
}

const SCREEN = grammarOf('-S= -c= -e= -h= -p= -r= -s= -t= -T= -X= -x=')

function runScreen(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const { options, rest } = readOptions(args.slice(1), SCREEN)
  const inner = withInput(newProcess(frame, 'screen'), NO_STREAM)
  if (valuesOf(options, ['-X']).some((word) => word.text === 'stuff')) {
    return executeText(
      textsOf(rest)
        .join(' ')
        .replace(/\\n|\^M/g, '\n'),
      inner,
      rawOf(rest),
    )
  }
  return rest.length === 0 ? NO_STREAM : frame.machine.runProgram(rest, inner)
}
