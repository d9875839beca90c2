import { parse } from 'unbash'
import type { WrittenFile } from '../../model/tool.ts'
import { executeText } from './execute.ts'
import { MAX_DEPTH, MAX_EXPANDED_CHARS, MAX_SCANS, MAX_TEXT_CHARS, MAX_WALKED_COMMANDS } from './limits.ts'
import { cutCommands } from './literal-commands.ts'
import { type Frame, type KnownFile, type Machine, NO_STREAM, type Stream } from './machine.ts'
import { isConstant, withoutGlobs, withoutMarks } from './marks.ts'
import type { ReadingPlace, ShellReading } from './reading.ts'
import { reportUnread, reportUnresolved } from './report.ts'
import { runArgs, runProgram } from './run-args.ts'
import { newScope } from './scope.ts'
import { isTangled } from './tangled.ts'
import { walkScript } from './walk.ts'

/** What a shell text would run, in every branch, without running it. Any text in, a reading out. */
export function readShell(text: string, place: ReadingPlace): ShellReading {
  const before = new Map(place.written.map((file) => [file.path, known(file)]))
  const machine = newMachine(place, before)
  const scope = newScope(place.cwd)
  const frame: Frame = {
    machine,
    scope,
    via: [],
    privileged: false,
    place: 'local',
    input: NO_STREAM,
    redirects: [],
    env: [],
    kept: [],
    depth: -1,
  }
  try {
    // No shell sees a zero byte.
    runText(withoutMarks(text).replaceAll('\0', '').replaceAll('\r\n', '\n'), frame)
    for (const trap of machine.traps.splice(0)) executeText(trap.code.text, trap.frame, trap.code.raw)
    if (machine.isOverfull) reportUnread('too-long', '', frame)
  } catch {
    // The parser is not ours and its stack may end: thousands of comments inside `[[` do that.
    reportUnresolved(
      { why: 'too-long', raw: text, inside: cutCommands(text) },
      { ...frame, scope: newScope(undefined) },
    )
    return { steps: machine.steps, writes: [], cwd: undefined }
  }
  return { steps: machine.steps, writes: writtenFiles(machine, before), cwd: scope.cwd }
}

function newMachine(place: ReadingPlace, files: ReadonlyMap<string, KnownFile>): Machine {
  return {
    place,
    steps: [],
    beyond: [],
    files: new Map(files),
    traps: [],
    links: new Set([...files].flatMap(([path, file]) => (file.link === true ? [path] : []))),
    isOverfull: false,
    charsLeft: MAX_TEXT_CHARS,
    commandsLeft: MAX_WALKED_COMMANDS,
    expandedCharsLeft: MAX_EXPANDED_CHARS,
    scansLeft: MAX_SCANS,
    nesting: 0,
    runScript: walkScript,
    runText,
    runArgs,
    runProgram,
  }
}

function known(file: WrittenFile): KnownFile {
  return {
    content: file.text === undefined ? { kind: 'unknown' } : { kind: 'text', text: withoutMarks(file.text) },
    ...(file.from === undefined ? {} : { from: file.from }),
    ...(file.link === undefined ? {} : { link: file.link }),
    ...(file.moved === undefined ? {} : { moved: file.moved }),
  }
}

/** Text inside text: parsed again, within the depth and the size that one reading may take. */
function runText(text: string, frame: Frame): Stream {
  const { machine } = frame
  if (frame.depth >= MAX_DEPTH) return reportUnread('too-deep', text, frame)
  if (text.length > machine.charsLeft || isTangled(text)) return reportUnread('too-long', text, frame)
  machine.charsLeft -= text.length
  return walkScript(parse(text), { ...frame, depth: frame.depth + 1 }, text)
}

function writtenFiles(machine: Machine, before: ReadonlyMap<string, KnownFile>): readonly WrittenFile[] {
  return [...machine.files].flatMap(([path, file]): readonly WrittenFile[] => {
    if (path.startsWith('/dev/') || before.get(path) === file) return []
    const { content, from, link, moved } = file
    const text = content.kind === 'none' ? '' : content.kind === 'text' ? constantText(content.text) : undefined
    return [
      {
        path,
        text,
        ...(from === undefined ? {} : { from }),
        ...(link === undefined ? {} : { link }),
        ...(moved === undefined ? {} : { moved }),
      },
    ]
  })
}

function constantText(text: string): string | undefined {
  return isConstant(text) ? withoutGlobs(text) : undefined
}
