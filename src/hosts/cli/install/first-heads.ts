import { existsSync } from 'node:fs'
import type { Paths } from '../../../config/paths.ts'
import { storeProblemOf } from '../../../stores/store.ts'
import { wired } from '../open-project.ts'
import { actStamp } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

/**
 * An audit that an older version began gets its first head here, on record, and nowhere else: a hook that finds none knows
 * that it was taken away. Before the new hooks are in place; what the old ones add meanwhile only makes the head lag behind.
 */
export async function keepFirstHeads(context: Context, paths: Paths): Promise<void> {
  if (!existsSync(paths.database) || existsSync(paths.auditHead)) return
  const { gate, store } = await wired(paths, context.env)
  try {
    const open = await store()
    if (!(await open.keepFirstHeads())) return
    for (const project of await open.projects()) {
      const [last] = await open.facts(project, { newest: 1 })
      if (last === undefined) continue
      const report = { of: 'first-head', found: { seq: last.seq, hash: last.hash } } as const
      await gate.submit({ ...actStamp(context), kind: 'report', report }, project)
    }
  } catch (error) {
    // `doctor`, which follows, finds the database itself at fault.
    if (storeProblemOf(error) === undefined) throw error
  } finally {
    await gate.close()
  }
}
