import { existsSync } from 'node:fs'
import { pathsOf } from '../../config/paths.ts'
import type { Proof } from '../../core/model/event.ts'
import { provePerson } from '../../gate/person.ts'
import { wired } from './open-project.ts'
import type { Environment } from './terminal.ts'

/** Is a person typing this? `command` is what to run elsewhere if that cannot be shown. */
export type Prove = (env: Environment, command: string) => Promise<Proof>

/** An agent that runs now may have attached a terminal of its own since it started: one from before that counts. */
export const proveHere: Prove = async (env, command) => {
  const proof = provePerson(await oldestLiveSession(env))
  if (proof.kind === 'human') return proof
  return { ...proof, instead: `run \`${command}\` in a plain terminal of your own` }
}

async function oldestLiveSession(env: Environment): Promise<number> {
  const paths = pathsOf(env)
  if (!existsSync(paths.database)) return Date.now()
  const store = await (await wired(paths, env)).store()
  try {
    const states = await Promise.all((await store.projects()).map((project) => store.read(project)))
    const live = states.flatMap((state) => Object.values(state.sessions)).filter((session) => !session.ended)
    return Math.min(Date.now(), ...live.map((session) => session.startedAtMs))
  } finally {
    await store.close()
  }
}
