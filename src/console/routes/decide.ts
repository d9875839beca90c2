import { Hono } from 'hono'
import type { Decision } from '../../core/model/decision.ts'
import type { Proof } from '../../core/model/event.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { CONSOLE_PROBLEMS, LEVEL_PROBLEMS } from '../../core/words/person.ts'
import { exhibitNow } from '../../exhibit/exhibit-now.ts'
import { BODIES, type Body } from '../contract/routes.ts'
import type { Decided } from '../contract/shapes.ts'
import { whyNotPresent } from '../door/prove.ts'
import type { ConsoleDeps, Env } from './deps.ts'
import { meansOf, stampFor } from './guard.ts'
import { actsOn, meant, waitingHold } from './holds.ts'
import { checked, Told } from './problems.ts'

/** The one route that changes something, by the same event as every other door. */
export function decideRoutes(deps: ConsoleDeps): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/holds/:project/:number/decide', async (c) => {
    const { root, number } = await meant(deps, c.req.param())
    const body = checked(BODIES.decide, await c.req.json().catch(() => undefined))
    const [session, sight] = [c.get('session'), c.get('sight')]
    const command = `${deps.cli} edge ${body.verb} ${number}`
    // Looked at again for every single decision: what proved it when the page was opened may have changed.
    const why = session.level === 'look' ? LEVEL_PROBLEMS.look : whyNotPresent(sight)
    if (why !== undefined) {
      const proof: Proof = { kind: 'unproven', why, instead: `run \`${command}\``, means: meansOf(sight) }
      await submit(deps, root, { number, body, proof })
      throw new Told('level', CONSOLE_PROBLEMS.refused(why, command))
    }
    if (body.verb !== 'revoke') await mustBeShown(deps, root, number, body)
    const decision = await submit(deps, root, { number, body, proof: { kind: 'human', door: 'console' } })
    return c.json({ text: told(decision, command) } satisfies Decided)
  })
  return app
}

/** What was shown is what is decided about, and the page may decide it. */
async function mustBeShown(deps: ConsoleDeps, root: ProjectRoot, number: number, body: Body<'decide'>): Promise<void> {
  const hold = await waitingHold(deps, root, number)
  if (!hold) throw new Told('gone', CONSOLE_PROBLEMS.gone(number))
  if (hold.fingerprint !== body.print) throw new Told('changed', CONSOLE_PROBLEMS.changed(number))
  const act = actsOn(deps, root, hold, 'present').find(({ verb }) => verb === body.verb)
  if (!act?.allowed) throw new Told('level', CONSOLE_PROBLEMS.refused(act?.why ?? '', act?.command ?? deps.cli))
  if (body.verb === 'approve' && (await exhibitNow(hold, deps.home)).digest !== body.exhibit)
    throw new Told('changed', CONSOLE_PROBLEMS.changed(number))
}

interface Deciding {
  readonly number: number
  readonly body: Body<'decide'>
  readonly proof: Proof
}

function submit({ gate }: ConsoleDeps, root: ProjectRoot, { number, body, proof }: Deciding): Promise<Decision> {
  const { verb, minutes, note } = body
  const event = {
    ...stampFor(root),
    kind: 'edge',
    verb,
    hold: number,
    ...(verb === 'dismiss' && minutes !== undefined && { minutes }),
    ...(verb === 'skip' && note !== undefined && note.trim() !== '' && { text: note.trim() }),
    proof,
  } as const
  return gate.submit(event, root)
}

function told(decision: Decision, command: string): string {
  if (decision.kind === 'allow') return decision.notice ?? ''
  if (decision.kind === 'answer' && !decision.refused) return decision.text
  const text = decision.kind === 'answer' ? decision.text : decision.reasons.map((reason) => reason.text).join('; ')
  throw new Told('refused', CONSOLE_PROBLEMS.refused(text, command))
}
