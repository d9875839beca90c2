import { pathsOf } from '../../../config/paths.ts'
import { parseCitations } from '../../../core/protocols/ledger/cite/citation.ts'
import { TASK_TEXTS } from '../../../core/words/ledger-cli.ts'
import { verifyCitations } from '../../../ledger/cite/verify-citations.ts'
import { openWitness } from '../../../ledger/cite/witness.ts'
import type { Bead, BeadChange, BeadDecision } from '../../../ledger/tasks/bead.ts'
import { forkOf } from '../../../ledger/tasks/bead.ts'
import { type Beads, type BeadsAnswer, openBeads } from '../../../ledger/tasks/open-beads.ts'
import { ledgerPlaces } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { projectHere } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

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
  return withBeads(context, async (beads) =>
    tell(context, await beads.create({ title, type, priority: Number(priority), atMs: Date.now() }), {
      json: json ?? false,
    }),
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
  return withBeads(context, async (beads, root) => {
    const atMs = Date.now()
    const bead = options.believe === undefined ? undefined : await beads.show(id)
    const fork = bead && forkOf(bead, options.believe ?? '')
    if (fork !== undefined) {
      const line = TASK_TEXTS.fork(oneLine(fork.context), oneLine(fork.bead))
      context.terminal.out(options.json ? JSON.stringify({ ok: false, forks: [fork] }) : line)
      return failed(TASK_TEXTS.forked(id))
    }
    const cited = parseCitations(options.evidence ?? '')
    const witness = await openWitness(pathsOf(context.env).evidence, root)
    const evidence = (await verifyCitations({ root, witness, atMs }, cited)).flatMap(({ verdict, citation }) =>
      verdict.kind === 'verified' && citation !== undefined
        ? [
            {
              path: citation.path,
              line: citation.line,
              quote: citation.quote,
              ...(citation.blob !== undefined && { blob: citation.blob }),
            },
          ]
        : [],
    )
    if (evidence.length < cited.length || (options.evidence !== undefined && cited.length === 0))
      return failed(TASK_TEXTS.unproven)
    return tell(context, await beads.update(id, changeOf(options, atMs, evidence), atMs), {
      json: options.json ?? false,
    })
  })
}

function changeOf(options: BeadUpdate, atMs: number, evidence: BeadDecision['evidence']): BeadChange {
  const { status, decision, rationale = '', next, blocker, question, note } = options
  return {
    ...(status !== undefined && { status }),
    ...(decision !== undefined && { decisions: [{ ts: new Date(atMs).toISOString(), decision, rationale, evidence }] }),
    ...(next !== undefined && { next_steps: next }),
    ...(blocker !== undefined && { blockers: blocker }),
    ...(question !== undefined && { questions: question }),
    ...(note !== undefined && { note }),
  }
}

async function withBeads(context: Context, act: (beads: Beads, root: string) => Promise<Exit>): Promise<Exit> {
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  const { env } = context
  return act(openBeads(ledgerPlaces(pathsOf(env), env)(root)), root)
}

function tell({ terminal }: Context, answer: BeadsAnswer, { json }: { readonly json: boolean }): Exit {
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
