import { existsSync } from 'node:fs'
import { governedRootOf } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import { type Environment, foreignField } from '../../../core/model/json.ts'
import { lookUp } from '../../../core/model/language.ts'
import type { LedgerState } from '../../../core/model/ledger.ts'
import { liveHolds } from '../../../core/protocols/edge/holds.ts'
import { STATUSLINE_TEXTS } from '../../../core/words/cli-status.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit } from '../exit.ts'
import { wired } from '../open-project.ts'
import type { Context } from '../terminal.ts'
import { minutesLeft, pausedUntil } from './shown-state.ts'

const DEADLINE_MS = 1_000

/** Prints one line for Claude Code's status line; nothing outside projects that are set up, or on any error. */
export async function statusline({ terminal, env }: Context): Promise<Exit> {
  const late = new Promise<string>((done) => setTimeout(() => done(''), DEADLINE_MS).unref())
  const line = terminal.input().then((input) => describe(input, env))
  const text = await Promise.race([line.catch(() => ''), late])
  if (text !== '') terminal.out(text)
  return DONE
}

async function describe(input: string, env: Environment): Promise<string> {
  const paths = pathsOf(env)
  const given: unknown = JSON.parse(input)
  const project = governedRootOf(folderIn(given), governedIn(paths))
  if (project === undefined) return ''
  if (!existsSync(paths.database)) return 'fairlead'
  const store = await (await wired(paths, env)).store()
  try {
    const state = await store.read(project)
    const nowMs = Date.now()
    const holds = liveHolds(state.edge, nowMs)
    const [oldest] = holds
    const waiting = oldest === undefined ? [] : [STATUSLINE_TEXTS.holds(holds.length, oldest.number)]
    const untilMs = pausedUntil(state, nowMs)
    const paused = untilMs === undefined ? [] : [STATUSLINE_TEXTS.paused(minutesLeft(untilMs, nowMs))]
    const context = contextOf(state.ledger, foreignField(given, 'session_id'))
    return ['fairlead', state.edge.mode, ...paused, ...waiting, ...context].join(' · ')
  } finally {
    await store.close()
  }
}

/** LEDGER-78: how full the context was when the gate last saw it, and its level unless it is green. */
function contextOf({ attention }: LedgerState, session: unknown): readonly string[] {
  const known = isText(session) ? lookUp(attention, session) : undefined
  if (known === undefined || known.window === null) return []
  return [STATUSLINE_TEXTS.context(Math.round((known.tokens / known.window) * 100), known.level)]
}

function folderIn(given: unknown): string {
  const workspace = foreignField(given, 'workspace')
  return (
    [foreignField(workspace, 'project_dir'), foreignField(workspace, 'current_dir'), foreignField(given, 'cwd')].find(
      isText,
    ) ?? ''
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
