import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './world.ts'

/** What a person sees first; written where `FAIRLEAD_RECORD` names a folder. `test/e2e/recorded` holds such a run. */
export function record(name: string, screen: string, { root }: World): void {
  const folder = process.env['FAIRLEAD_RECORD'] ?? ''
  if (folder === '') return
  mkdirSync(folder, { recursive: true })
  const text = screen
    .replaceAll(root, '~')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
  writeFileSync(join(folder, `${name}.txt`), `${text.trim()}\n`)
}
