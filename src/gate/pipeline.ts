import type { Decision } from '../core/model/decision.ts'
import type { EventId, ProjectRoot } from '../core/model/ids.ts'
import type { Store, Update } from '../stores/store.ts'
import { type Answer, decideAndCommit } from './commit.ts'
import { type FollowUp, holdsShown, perform } from './effects.ts'
import type { Gate, GateRooms, Pipeline, Submission } from './gate.ts'
import { gather } from './gather.ts'
import { handle, handleAlone } from './handle.ts'
import { wakeParked } from './wait.ts'

export function makeGate(rooms: GateRooms): Gate {
  const pipeline = makePipeline(rooms)
  return {
    handle: (call, arrival, caller) => handle(rooms, pipeline, call, { arrival, caller }),
    handleAlone: (call, problem) => handleAlone(rooms, pipeline, call, problem),
    submit: (parsed, project, signer) => pipeline.submit({ parsed, project, signer }),
    settled: pipeline.settled,
    close: async () => {
      await pipeline.settled()
      // A store that could not be opened needs no closing.
      const [store] = await Promise.allSettled([rooms.store()])
      if (store.status === 'fulfilled') await store.value.close()
    },
  }
}

function makePipeline(rooms: GateRooms): Pipeline {
  const durable = new Map<EventId, Decision>()
  const queue: FollowUp[] = []
  let draining: Promise<void> = Promise.resolve()
  let used: Store | undefined
  /** State files that do not show yet what was answered. */
  const showing = new Map<ProjectRoot, Promise<unknown>>()
  const showHolds = holdsShown(rooms)

  /** Gather, commit, effects. */
  async function pass(submission: Submission): Promise<Decision> {
    const { project } = submission
    const store = await rooms.store()
    used = store
    await showing.get(project)
    // Looked at once: an event is judged under one policy.
    const policy = rooms.governed.policy(project)
    const event = await gather({ rooms, submission, store, policy })
    const committed = Promise.withResolvers<Update<Answer>>()
    const shown = decideAndCommit(rooms, submission, { event, store, policy }, (result, isBehind) => {
      if (event.kind === 'tool.before' && !submission.caller) durable.set(event.id, result.decision)
      // EDGE-105: a person is told when the file cannot be written.
      if (rooms.answersFirst && event.kind !== 'edge' && !isBehind) committed.resolve({ result, replayed: false })
    })
    keepShowing(project, shown)
    const { result, replayed } = await Promise.race([committed.promise, shown])
    if (event.kind === 'edge') wakeParked()
    if (replayed) return result.decision
    const { instead, followUps } = perform(result.effects, { rooms, store, event })
    queue.push(...followUps, () => showHolds(event, store).then(() => []))
    return instead ?? result.decision
  }

  function keepShowing(project: ProjectRoot, shown: Promise<unknown>): void {
    const all = Promise.allSettled([showing.get(project), shown]).then(() => {
      if (showing.get(project) === all) showing.delete(project)
    })
    showing.set(project, all)
  }

  return {
    durable,
    settled: async () => {
      await draining
      await Promise.all(showing.values())
      await used?.settled()
    },
    submit: async (submission) => {
      const decision = await pass(submission)
      draining = draining.then(() => drain(queue, pass))
      // A process that would not live on to finish it waits.
      if (!rooms.answersFirst) await draining
      return decision
    },
  }
}

async function drain(queue: FollowUp[], pass: (submission: Submission) => Promise<unknown>): Promise<void> {
  for (let followUp = queue.shift(); followUp; followUp = queue.shift()) {
    // In a later turn: the answer is on its way before anything long begins.
    await new Promise((begin) => setImmediate(begin))
    try {
      for (const next of await followUp()) await pass(next)
    } catch {
      // A convenience is lost; the facts that it followed from are committed.
    }
  }
}
