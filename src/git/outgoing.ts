import type { ExhibitNeeds } from '../core/model/exhibit.ts'
import type { Outgoing } from '../core/model/surroundings.ts'
import { runGit } from './run-git.ts'

const DEADLINE_MS = 500
const PLAIN = /^\w[\w./-]{0,200}$/

/** What a single push would publish, as far as the last fetch tells: no server is asked. Null where that can't be told. */
export async function outgoingOf({ git }: Pick<ExhibitNeeds, 'git'>): Promise<Outgoing | null> {
  const [push, ...others] = git.filter(({ pushes }) => pushes !== undefined)
  if (!push?.pushes || push.pushes.all || others.length > 0 || git.some(({ commits }) => commits)) return null
  const [remote, ...refs] = push.pushes.words
  const tips = refs.map((ref) => ref.split(':')[0] ?? '')
  if (![remote ?? 'x', ...tips].every((word) => PLAIN.test(word))) return null
  const ask = async (...args: readonly string[]) => {
    const { code, stdout } = await runGit(args, { cwd: push.folder, signal: AbortSignal.timeout(DEADLINE_MS) })
    return code === 0 ? stdout.toString('utf8').trim() : ''
  }
  const [counted, usual] = await Promise.all([
    ask('rev-list', '--count', ...(tips.length > 0 ? tips : ['HEAD']), '--not', '--remotes'),
    remote === undefined ? ask('rev-parse', '--abbrev-ref', '@{push}') : '',
  ])
  const to = remote ?? usual.split('/')[0] ?? ''
  return Number(counted) > 0 && to !== '' ? { commits: Number(counted), to } : null
}
