import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { LEDGER_SCRIPTS } from '../../src/install/ledger/ledger-scripts.ts'

export interface Ran {
  readonly status: number | null
  /** Days and times of now, and the project's folder, under names that stay the same. */
  readonly out: readonly string[]
  readonly err: readonly string[]
}

interface How {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** The shell that is told to run the file; without it the file runs by itself. */
  readonly shell?: string
}

/** A folder that has the published scripts and nothing else of ours. */
export interface LoaProject {
  readonly root: string
  readonly write: (path: string, text: string | Uint8Array, mode?: number) => void
  readonly read: (path: string) => string
  readonly git: (...args: readonly string[]) => string
  /** Everything but the scripts and git's own, with its content. */
  readonly files: () => Readonly<Record<string, string>>
  readonly run: (script: Script, args?: readonly string[], how?: How) => Ran
}

export type Script = 'grounding-check' | 'synthesis-checkpoint' | 'self-heal-state'

export function today(): string {
  return execFileSync('date', ['+%Y-%m-%d'], { encoding: 'utf8' }).trim()
}

export function loaProject({ inGit = false, name = 'project' } = {}): LoaProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-loa-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const root = join(folder, name)
  const write: LoaProject['write'] = (path, text, mode) => {
    const at = join(root, path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text)
    if (mode !== undefined) chmodSync(at, mode)
  }
  for (const { path, text } of LEDGER_SCRIPTS) write(path, text, 0o755)
  const env = { PATH: '/usr/bin:/bin', HOME: join(folder, 'home'), GIT_CEILING_DIRECTORIES: folder }
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', '-c', 'commit.gpgsign=false']
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...author, ...args], { cwd: root, env, encoding: 'utf8' })
  if (inGit) git('init', '-q')
  const day = today()
  const steady = (text: string) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) =>
        line
          .replaceAll(root, 'ROOT')
          .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'NOW')
          .replaceAll(day, 'TODAY'),
      )
  return {
    root,
    write,
    git,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    files: () =>
      Object.fromEntries(
        filesBelow(root, '').map((path) => [path, steady(readFileSync(join(root, path), 'utf8')).join('\n')]),
      ),
    run: (script, args = [], { cwd = root, env: more = {}, shell } = {}) => {
      const file = join(root, `.claude/scripts/${script}.sh`)
      const [command, ...first] = shell === undefined ? [file] : [shell, file]
      const { status, stdout, stderr } = spawnSync(command ?? '', [...first, ...args], {
        cwd,
        env: { ...env, ...more },
        encoding: 'utf8',
      })
      return { status, out: steady(stdout), err: stderr === '' ? [] : steady(stderr) }
    },
  }
}

function filesBelow(root: string, path: string): readonly string[] {
  return readdirSync(join(root, path)).flatMap((name) => {
    const below = path === '' ? name : `${path}/${name}`
    if (below === '.claude' || below === '.git') return []
    return lstatSync(join(root, below)).isDirectory() ? filesBelow(root, below) : [below]
  })
}
