import { pathsOf } from '../../../config/paths.ts'
import { parseCitations } from '../../../core/protocols/ledger/cite/citation.ts'
import { TASK_TEXTS } from '../../../core/words/ledger-cli.ts'
import { createTask, type TaskDoor, type TaskUpdated, updateTask } from '../../../ledger/doors.ts'
import type { Bead } from '../../../ledger/tasks/bead.ts'
import { type Beads, openBeads } from '../../../ledger/tasks/open-beads.ts'
import { ledgerPlaces } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { projectHere } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'
import { operable, withDoor } from './record.ts'

interface Shown {
  readonly json?: boolean
}

/** LEDGER-23: the tasks that can be worked on. */
export async function beadReady(context: Context, { json }: Shown): Promise<Exit> {
  return withBeads(context, async (beads) => {
    const ready = await beads.ready()
    if (json) context.terminal.out(JSON.stringify(ready))
    else for (const bead of ready) context.terminal.out(`${bead.id}  ${bead.status}  ${oneLine(bead.title, 80)}`)
    const broken = beads.malformed()
    if (!json) context.terminal.out(TASK_TEXTS.ready(ready.length, beads.source))
    if (!json && beads.refused !== undefined) context.terminal.out(TASK_TEXTS.refused(beads.refused))
    if (!json && broken.length > 0) context.terminal.out(TASK_TEXTS.skipped(broken.length))
    return DONE
  })
}

/** LEDGER-31: one task with everything that was ruled about it. */
export async function beadShow(context: Context, id: string, { json }: Shown): Promise<Exit> {
  return withBeads(context, async (beads) => {
    const bead = await beads.show(id)
    if (bead === undefined) return failed(TASK_TEXTS.missing(id))
    context.terminal.out(json ? JSON.stringify(bead) : describe(bead))
    return DONE
  })
}

interface NewBead extends Shown {
  readonly type: string
  readonly priority: string
}

export async function beadNew(context: Context, title: string, { type, priority, json }: NewBead): Promise<Exit> {
  if (!/^[0-4]$/.test(priority)) return misused(TASK_TEXTS.badPriority)
  if (!/^[a-z]{1,20}$/.test(type)) return misused(TASK_TEXTS.badType)
  return withTasks(context, async (tasks) =>
    tell(context, await createTask(tasks, { title, type, priority: Number(priority) }), { json: json ?? false }),
  )
}

interface BeadUpdate extends Shown {
  readonly status?: string
  readonly decision?: string
  readonly rationale?: string
  readonly evidence?: string
  readonly next?: readonly string[]
  readonly blocker?: readonly string[]
  readonly question?: readonly string[]
  readonly note?: string
  readonly believe?: string
}

/** LEDGER-33, LEDGER-45: a ruling goes to its task at once, with evidence that was opened. */
export async function beadUpdate(context: Context, id: string, options: BeadUpdate): Promise<Exit> {
  const citations = parseCitations(options.evidence ?? '')
  if (options.evidence !== undefined && citations.length === 0) return failed(TASK_TEXTS.unproven)
  const { status, decision, rationale = '', next, blocker, question, note, believe } = options
  return withTasks(context, async (tasks) => {
    const answer = await updateTask(tasks, id, {
      change: {
        ...(status !== undefined && { status }),
        ...(next !== undefined && { next_steps: next }),
        ...(blocker !== undefined && { blockers: blocker }),
        ...(question !== undefined && { questions: question }),
        ...(note !== undefined && { note }),
      },
      ...(decision !== undefined && { decision: { text: decision, rationale, citations } }),
      believe,
    })
    if ('fork' in answer) {
      const { fork } = answer
      const line = TASK_TEXTS.fork(oneLine(fork.context), oneLine(fork.bead))
      context.terminal.out(options.json ? JSON.stringify({ ok: false, forks: [fork] }) : line)
    }
    return tell(context, answer, { json: options.json ?? false })
  })
}

async function withBeads(context: Context, act: (beads: Beads) => Promise<Exit>): Promise<Exit> {
  return withTasks(context, ({ place }) => act(openBeads(place)), false)
}

/** The tasks here; with the door of their record where there is one and something is to be kept. */
async function withTasks(context: Context, act: (tasks: TaskDoor) => Promise<Exit>, keeps = true): Promise<Exit> {
  const here = keeps ? await operable(context) : projectHere(context)
  if (!here.ok) return here.exit
  const { env } = context
  const place = ledgerPlaces(pathsOf(env), env)(here.open)
  return withDoor(context, keeps, (door) => act({ place, door }))
}

function tell({ terminal }: Context, answer: TaskUpdated, { json }: { readonly json: boolean }): Exit {
  if (!answer.ok) return failed(answer.problem)
  const { bead, mirrored, setAside } = answer
  terminal.out(json ? JSON.stringify(answer) : `${bead.id}  ${bead.status}  ${oneLine(bead.title, 80)}`)
  if (!json && setAside !== null) terminal.out(TASK_TEXTS.keptAside(setAside))
  if (!json && mirrored === false) terminal.out(TASK_TEXTS.notMirrored)
  return DONE
}

function describe(bead: Bead): string {
  const list = (name: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${name}:`, ...items.map((item) => `  ${oneLine(item, 200)}`)]
  return [
    `${bead.id}  ${bead.status}  ${oneLine(bead.title, 120)}`,
    ...list(
      'decisions',
      bead.decisions.map(({ ts, decision }) => `${ts} ${decision}`),
    ),
    ...list('next steps', bead.next_steps),
    ...list('blockers', bead.blockers),
    ...list('questions', bead.questions),
  ].join('\n')
}
