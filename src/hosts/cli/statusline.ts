import { existsSync } from 'node:fs'
import { governedRootOf } from '../../config/governed.ts'
import { pathsOf } from '../../config/paths.ts'
import { DONE, type Exit } from './exit.ts'
import { wired } from './open-project.ts'
import { count } from './show.ts'
import { holdsOf } from './status.ts'
import type { Context, Environment } from './terminal.ts'

const DEADLINE_MS = 1_000

/** One line for Claude Code's status line. Empty outside governed projects, and whenever anything goes wrong. */
export async function statusline(input: string, env: Environment): Promise<string> {
  const late = new Promise<string>((done) => setTimeout(() => done(''), DEADLINE_MS).unref())
  return Promise.race([describe(input, env).catch(() => ''), late])
}

async function describe(input: string, env: Environment): Promise<string> {
  const paths = pathsOf(env)
  const project = governedRootOf(folderIn(input), paths.governed)
  if (project === undefined) return ''
  if (!existsSync(paths.database)) return 'fairlead'
  const store = await (await wired(paths, env)).store()
  try {
    const state = await store.read(project)
    const holds = holdsOf(state)
    const [oldest] = holds
    const waiting = oldest === undefined ? [] : [`${count(holds.length, 'hold')} #${oldest.number}`]
    return ['fairlead', state.edge.mode, ...waiting].join(' · ')
  } finally {
    await store.close()
  }
}

function folderIn(input: string): string {
  const given: unknown = JSON.parse(input)
  const workspace = field(given, 'workspace')
  return [field(workspace, 'project_dir'), field(workspace, 'current_dir'), field(given, 'cwd')].find(isText) ?? ''
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

const MAX_INPUT_BYTES = 1_000_000

/** Never fails: a broken status line would be there all the time. */
export async function printStatusline({ terminal, env }: Context): Promise<Exit> {
  const line = await statusline(await readInput(), env)
  if (line !== '') terminal.out(line)
  return DONE
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of process.stdin) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_INPUT_BYTES) return ''
    }
  } catch {
    return ''
  }
  return Buffer.concat(chunks).toString('utf8')
}
