import { programNamed, type Wrapper } from '../../book/book.ts'
import { type Mount, mountsIn } from '../../flow/mounts.ts'
import {
  afterDashes,
  listedOptions,
  readAllOptions,
  readOptions,
  tableOf,
  valuesOf,
} from '../../options/read-options.ts'
import { executeStream, executeText } from '../execute.ts'
import { newProcess, remotely, withInput } from '../frames.ts'
import { type Arg, argText, type Executor, type Frame, NO_STREAM, rawOf, type Stream, textsOf } from '../machine.ts'
import { outputOf } from '../outputs.ts'
import { reportCommand } from '../report.ts'

const SSH = /^(?:ssh|autossh|mosh)$/

/** Programs that run a command on another host, in a container or in a pod. They are reported themselves too. */
export function remoteNamed(name: string): Executor | undefined {
  const program = programNamed(name)
  if (SSH.test(name)) return runSsh
  const remote = program?.remote
  if (remote !== undefined) return (args, frame) => runRemote(remote, args, frame)
  return program?.work === '@containers' ? runContainer : undefined
}

function runSsh(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const { options, rest } = readOptions(args.slice(1), tableOf('ssh'))
  for (const setting of valuesOf(options, ['-o'])) {
    const command = /^(?:proxycommand|localcommand|knownhostscommand)[= ]+(.+)$/is.exec(setting.text)?.[1]
    if (command !== undefined) executeText(command, newProcess(frame, 'ssh -o'), setting.raw)
  }
  const after = readOptions(rest.slice(1), tableOf('ssh')).rest
  const inner = remotely(frame, 'ssh')
  if (after.length > 0) return executeText(textsOf(after).join(' '), inner, rawOf(after))
  return rest.length > 0 ? executeStream(frame.input, inner, 'ssh') : NO_STREAM
}

function runRemote({ verbs, code: codes = [], ...remote }: Wrapper, args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const verbAt = verbs === undefined ? 0 : args.findIndex((word) => verbs.includes(word.text))
  if (verbAt < 0) return outputOf(args, frame)
  const words = args.slice(verbAt + 1)
  const inner = remotely(frame, [argText(args, 0), ...(verbs === undefined ? [] : [argText(args, verbAt)])].join(' '))
  const grammar = listedOptions([...codes, ...(remote.valued ?? [])])
  const [code] = valuesOf(readAllOptions(words, grammar).options, codes)
  if (code !== undefined) return executeText(code.text, inner, code.raw)
  // What follows the command belongs to it: `adb shell rm -rf x`.
  const { rest } = readOptions(words, grammar)
  const command = remote.afterDashes === true ? afterDashes(words) : rest.slice(remote.skips)
  if (command.length === 0) return outputOf(args, frame)
  return remote.joins === true
    ? executeText(textsOf(command).join(' '), inner, rawOf(command))
    : frame.machine.runProgram(command, inner)
}

/** Options of `docker run` and `docker exec` that take no value; every other takes the next word. */
const SWITCHES =
  /^(-[ditPqT]+|--(detach|interactive|tty|rm|privileged|init|read-only|publish-all|no-healthcheck|oom-kill-disable|sig-proxy|quiet|no-deps|service-ports|use-aliases|build|no-TTY|remove-orphans|replace|tls-verify|systemd|help)(=.*)?|--[\w-]+=.*)$/

function runContainer(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const at = args.findIndex((word) => /^(run|exec)$/.test(word.text))
  if (at < 0) return outputOf(args, frame)
  let next = at + 1
  let entry: Arg | undefined
  for (; next < args.length && argText(args, next).startsWith('-'); next += 1) {
    const text = argText(args, next)
    if (text.startsWith('--entrypoint'))
      entry = text.includes('=') ? { text: text.slice(13), raw: text } : args[next + 1]
    if (!SWITCHES.test(text) && !text.includes('=')) next += 1
  }
  const command = args.slice(next + 1)
  const inner = remotely(frame, `${argText(args, 0)} ${argText(args, at)}`)
  const whole = entry === undefined ? command : [entry, ...command]
  runOnMounts(whole, textsOf(args), frame)
  return whole.length === 0
    ? { kind: 'command', argv: args }
    : frame.machine.runProgram(whole, withInput(inner, frame.input))
}

/** What the command does to a folder of this machine, it does here. */
function runOnMounts(command: readonly Arg[], texts: readonly string[], frame: Frame): void {
  const mounts = mountsIn(texts).filter(({ from, to, isReadOnly }) => from !== '/' && to.length > 1 && !isReadOnly)
  const placed = command.map((word) => ({ ...word, text: mounts.reduce(onMount, word.text) }))
  if (placed.some(({ text }, at) => text !== argText(command, at)))
    frame.machine.runProgram(placed, newProcess(frame, 'mount'))
}

const onMount = (text: string, { from, to }: Mount): string =>
  text.replace(
    new RegExp(
      `(?<![\\w.~/-])${to.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/(?<!\/)\/+$/, '')}(?=$|[/\\s'";])`,
      'g',
    ),
    () => from,
  )
