import type { HookPayload } from './recording-hook.ts'
import type { World } from './world.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Keys whose value is an id the client made up; it is replaced wherever it occurs in the payload. */
const ID_KEYS = ['agent_id', 'agentId', 'task_id', 'taskId', 'backgroundTaskId', 'shellId', 'id']
const CLIENT_ID = /^(?=.*\d)[a-z0-9]{8,}$/

/**
 * A captured payload that any machine may keep: this machine's folders become a developer's, and ids become made-up
 * ones of the same shape, numbered as they appear. Nothing else is touched.
 */
export function scrub(payload: HookPayload, world: World): HookPayload {
  const slug = (path: string) => path.replace(/[^A-Za-z0-9]/g, '-')
  const places: readonly (readonly [string, string])[] = [
    [world.project, '/home/dev/project'],
    [world.home, '/home/dev'],
    [world.root, '/home/dev'],
    [slug(world.project), '-home-dev-project'],
  ]
  let text = JSON.stringify(payload)
  for (const [from, to] of places) text = text.replaceAll(from, to)
  const uuids = numbered((n, version) =>
    version === '7' ? `01900000-0000-7000-8000-${pad(n, 12)}` : `00000000-0000-4000-8000-${pad(n, 12)}`,
  )
  text = text.replace(UUID, (uuid, version: string) => uuids(uuid, version))
  const others = numbered((n, like) =>
    /^[a-z]/.test(like) ? like.charAt(0) + pad(n, like.length - 1) : pad(n, like.length),
  )
  for (const id of clientIds(JSON.parse(text))) text = text.replaceAll(id, others(id, id))
  return JSON.parse(text) as HookPayload
}

function numbered(make: (n: number, shape: string) => string): (id: string, shape: string) => string {
  const known = new Map<string, string>()
  return (id, shape) => {
    const made = known.get(id) ?? make(known.size + 1, shape)
    known.set(id, made)
    return made
  }
}

function clientIds(value: unknown): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(/<task-id>([a-z0-9]+)</g)].map((match) => String(match[1]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    ID_KEYS.includes(key) && typeof inner === 'string' && CLIENT_ID.test(inner) ? [inner] : clientIds(inner),
  )
}

const pad = (n: number, length: number) => String(n).padStart(length, '0')
