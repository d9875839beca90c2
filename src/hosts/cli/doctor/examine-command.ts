import { realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import type { Paths } from '../../../config/paths.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { DOCTOR_TEXTS } from '../../../core/words/doctor.ts'
import { readJsonFile, readText } from '../../../disk/read-file.ts'
import { installedVersion } from '../../../install/bundle.ts'
import type { Check } from '../../../install/runtime-health.ts'
import { type Context, shortPath } from '../terminal.ts'

const MAX_BYTES = 1_000_000

/** What a person reaches who types `fairlead`: ours, npm's copy, which hands over to ours, or something else. */
export function examineCommand({ env }: Context, paths: Paths): readonly Check[] {
  const installed = installedVersion(paths)
  const found = firstOnPath(env['PATH'] ?? '')
  if (installed === null || found === undefined || found === realOf(paths.cliCommand)) return []
  const where = shortPath(found, env)
  const root = dirname(dirname(found))
  const version = packageVersion(root)
  if (version === undefined) return [check('odd', DOCTOR_TEXTS.foreignCommand(where))]
  if (version !== installed) return [check('odd', DOCTOR_TEXTS.npmDiffers(version, where, installed))]
  const [theirs, ours] = [join(root, 'dist'), paths.current].map((folder) =>
    readText(join(folder, 'manifest.json'), MAX_BYTES),
  )
  return theirs === ours
    ? [check('good', DOCTOR_TEXTS.npmCopy(version, where))]
    : [check('odd', DOCTOR_TEXTS.npmChanged(version, where))]
}

function check(verdict: Check['verdict'], found: string): Check {
  return { what: 'command', verdict, found }
}

function firstOnPath(path: string): string | undefined {
  const folders = path.split(delimiter).filter(isAbsolute)
  return folders.map((folder) => realOf(join(folder, 'fairlead'))).find((file) => file !== undefined)
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Of a package of ours, or of a clone. */
function packageVersion(root: string): string | undefined {
  const manifest = readJsonFile(join(root, 'package.json'), MAX_BYTES) as Json | undefined
  if (manifest === undefined || !isJsonObject(manifest) || manifest['name'] !== 'fairlead') return undefined
  return typeof manifest['version'] === 'string' ? manifest['version'] : undefined
}
