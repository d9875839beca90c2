import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const MAX_SKILLS = 200

/** Skills of the project that keep their description in an `index.yaml`; links are somebody else's. */
export function skillsWithIndex(project: string): readonly string[] {
  const folder = join(project, '.claude', 'skills')
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'edge')
      .map((entry) => entry.name)
      .filter((name) => lstatSync(join(folder, name, 'index.yaml'), { throwIfNoEntry: false })?.isFile() === true)
      .toSorted()
      .slice(0, MAX_SKILLS)
  } catch {
    return []
  }
}
