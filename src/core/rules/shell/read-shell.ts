import { parse } from 'unbash'
import type { WrittenFile } from '../../model/session-memory.ts'
import { MAX_DEPTH, MAX_TEXT_CHARS, MAX_WALKED_COMMANDS } from './limits.ts'
import { literalCommandsIn } from './literal-commands.ts'
import { type Frame, type KnownFile, type Machine, NOTHING, type Stream } from './machine.ts'
import { isConstant, withoutGlobs, withoutMarks } from './marks.ts'
import type { Reading, ReadingPlace } from './reading.ts'
import { reportUnresolved } from './report.ts'
import { runArgs } from './run-args.ts'
import { newScope } from './scope.ts'
import { walkScript } from './walk.ts'

/** What a shell text would run, in every branch, without running it. Any text in, a reading out. */
export function readShell(text: string, place: ReadingPlace): Reading {
  const machine = newMachine(place)
  const scope = newScope(place.cwd)
  const frame: Frame = {
    machine,
    scope,
    via: [],
    privileged: false,
    place: 'local',
    input: NOTHING,
    redirects: [],
    env: [],
    depth: -1,
  }
  runText(withoutMarks(text), frame)
  return { steps: machine.steps, writes: writtenFiles(machine), cwd: scope.cwd }
}

function newMachine(place: ReadingPlace): Machine {
  const files = new Map<string, KnownFile>()
  for (const { path, text, from, link } of place.written) {
    files.set(path, {
      content: text === undefined ? { kind: 'unknown' } : { kind: 'text', text: withoutMarks(text) },
      ...(from === undefined ? {} : { from }),
      ...(link === undefined ? {} : { link }),
    })
  }
  return {
    place,
    steps: [],
    files,
    charsLeft: MAX_TEXT_CHARS,
    commandsLeft: MAX_WALKED_COMMANDS,
    runScript: walkScript,
    runText,
    runArgs,
  }
}

function runText(text: string, frame: Frame): Stream {
  const { machine } = frame
  if (frame.depth >= MAX_DEPTH)
    return reportUnresolved({ why: 'too-deep', raw: text, inside: literalCommandsIn(text) }, frame)
  if (text.length > machine.charsLeft) {
    return reportUnresolved({ why: 'too-long', raw: text.slice(0, 200), inside: literalCommandsIn(text) }, frame)
  }
  machine.charsLeft -= text.length
  return walkScript(parse(text), { ...frame, depth: frame.depth + 1 }, text)
}

function writtenFiles(machine: Machine): readonly WrittenFile[] {
  const before = new Set(machine.place.written.map((file) => file.path))
  return [...machine.files].flatMap(([path, file]): readonly WrittenFile[] => {
    if (path.startsWith('/dev/') || (before.has(path) && false)) return []
    const text =
      file.content.kind === 'text' && isConstant(file.content.text) ? withoutGlobs(file.content.text) : undefined
    return [
      {
        path,
        text,
        ...(file.from === undefined ? {} : { from: file.from }),
        ...(file.link === undefined ? {} : { link: file.link }),
      },
    ]
  })
}
