import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Paths, pathsOf } from '../../src/config/paths.ts'
import { makeFakeBundle } from './fake-bundle.ts'
import type { Seat } from './fake-terminal.ts'

/** A home with these folders in it, a project with git beside it, and a program that could be installed; `root` holds all three. */
export interface FreshHome {
  readonly root: string
  readonly seat: Seat
  readonly paths: Paths
}

export function freshHome(folders: readonly string[] = ['.claude']): FreshHome {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-home-')))
  const project = join(root, 'project')
  for (const folder of [project, ...folders.map((name) => join(root, 'home', name))])
    mkdirSync(folder, { recursive: true })
  execFileSync('git', ['init', '-q', project])
  const bundle = makeFakeBundle(join(root, 'clone/dist'))
  const env = { HOME: join(root, 'home'), PATH: '/usr/bin:/bin' }
  return { root, seat: { env, cwd: project, bundle: bundle.folder, node: bundle.node }, paths: pathsOf(env) }
}
