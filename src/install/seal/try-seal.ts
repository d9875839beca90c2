import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, isJsonObject, type Json } from '../../core/model/json.ts'
import { SEAL_TEXTS } from '../../core/words/install.ts'
import { findProgram } from '../detect.ts'
import { nativeNameOf } from '../native/native-hook.ts'
import { readJsonSafely } from '../record.ts'
import type { SealWish } from './seal-plan.ts'

export type Trial =
  | { readonly ok: true; readonly differs: readonly string[] }
  | { readonly ok: false; readonly why: string; readonly next: string }

const STEP_MS = 8_000

/** Enters with the plan as it would be, and runs what this machine has, sealed and not: what fails only sealed is named. */
export async function trySeal(
  plan: string,
  wish: SealWish & { readonly bundle: string; readonly cwd: string },
): Promise<Trial> {
  const { other } = SEAL_TEXTS.next
  if (process.platform !== 'linux') return { ok: false, why: SEAL_TEXTS.notLinux, next: '' }
  const built = join(wish.bundle, nativeNameOf('seal'))
  if (!existsSync(built)) return { ok: false, why: SEAL_TEXTS.notBuilt, next: '' }
  const scratch = mkdtempSync(join(tmpdir(), 'fairlead-seal-'))
  try {
    const program = join(scratch, 'seal')
    copyFileSync(built, program)
    chmodSync(program, 0o755)
    // Nobody is told of a trial.
    writeFileSync(`${program}.plan`, plan.replaceAll(/^(?:socket|key|exempt) .*\n/gm, ''))
    const probe = probeSeal(program)
    if (!probe.ok) return { ...probe, next: probe.why.includes('namespace') ? SEAL_TEXTS.next.namespaces : other }
    mkdirSync(join(scratch, 'repository'))
    symlinkSync('seal', `${program}-sh`)
    const found = await Promise.all(
      stepsOf(wish, join(scratch, 'repository')).map((step) => differing(program, step, wish.env)),
    )
    const sudo = findProgram('sudo', wish.env) === null ? [] : [SEAL_TEXTS.tried.sudo]
    return { ok: true, differs: [...found.flat(), ...sudo] }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

export type Probed = { readonly ok: true; readonly found: string } | { readonly ok: false; readonly why: string }

/** What the helper itself says: whether it can enter with the plan beside it. */
export function probeSeal(program: string): Probed {
  const { stdout, error } = spawnSync(program, ['--probe'], { encoding: 'utf8', timeout: STEP_MS, env: {} })
  const said = error ? '' : stdout.trim()
  if (said === 'inside') return { ok: false, why: SEAL_TEXTS.inside }
  if (said.startsWith('no: root')) return { ok: false, why: SEAL_TEXTS.asRoot }
  const [, covers = '', landlock = ''] = /^yes: namespaces, (\d+) covers, seccomp, landlock (\d+)$/.exec(said) ?? []
  if (covers !== '') return { ok: true, found: SEAL_TEXTS.parts(covers, landlock) }
  return { ok: false, why: said === '' ? SEAL_TEXTS.notRunning : said.replace(/^no: /, '') }
}

interface Step {
  readonly name: string
  readonly line: string
  readonly cwd: string
  readonly input?: string
  readonly env?: Environment
  /** It answers and goes on: the first line counts, not its end. */
  readonly answers?: true
}

/** Only what is configured or installed here; nothing that leaves a trace outside the scratch folder. */
function stepsOf({ env, cwd, paths }: SealWish & { readonly cwd: string }, scratch: string): readonly Step[] {
  const { tried } = SEAL_TEXTS
  const has = (name: string) => findProgram(name, env) !== null
  const commit = 'git init -q . && git commit -q --no-verify --allow-empty -m trial'
  const programs = [
    { name: tried.command, line: 'true', cwd, is: true },
    { name: tried.commit, line: commit, cwd: scratch, is: has('git') },
    { name: tried.push, line: 'git push --dry-run --no-verify', cwd, is: has('git') },
    { name: tried.gh, line: 'gh auth status', cwd, is: has('gh') },
    { name: tried.docker, line: 'docker version', cwd, is: has('docker') },
    ...['chromium', 'google-chrome'].map((name) => ({
      name: tried.browser,
      // Its crash reports and its desktop's settings go by the home, whatever profile it is given.
      line: `HOME="$PWD" XDG_CONFIG_HOME="$PWD/config" XDG_CACHE_HOME="$PWD/cache" ${name} --headless --user-data-dir="$PWD/browser" --dump-dom about:blank`,
      ...{ cwd: scratch, is: has(name) },
    })),
  ]
  const settings = readJsonSafely(paths.claude.settings) as Json
  const statusLine =
    isJsonObject(settings) && isJsonObject(settings['statusLine'] ?? null) ? settings['statusLine'] : {}
  const line = isJsonObject(statusLine ?? null) ? (statusLine as { command?: Json }).command : undefined
  return [
    ...programs.flatMap(({ is, ...step }) => (is ? [step] : [])),
    ...(typeof line === 'string' ? [{ name: tried.statusLine, line, cwd, input: '{}' }] : []),
    ...serversOf(readJsonSafely(paths.claude.servers) as Json, cwd),
  ]
}

const HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fairlead', version: '0' } },
})}\n`

/** The person's own stdio servers, joined as the client joins them for its prefix. */
function serversOf(config: Json, cwd: string): readonly Step[] {
  const servers = isJsonObject(config) ? config['mcpServers'] : undefined
  if (servers === undefined || !isJsonObject(servers)) return []
  return Object.entries(servers).flatMap(([name, server]) => {
    if (name === 'fairlead' || !isJsonObject(server) || typeof server['command'] !== 'string') return []
    const { command, args, env } = server
    const words = [command, ...(Array.isArray(args) ? args : [])].map(String)
    const given = env !== undefined && isJsonObject(env) ? (env as Environment) : {}
    return [
      {
        name: SEAL_TEXTS.tried.server(name),
        line: words.join(' '),
        cwd,
        input: HELLO,
        env: given,
        answers: true as const,
      },
    ]
  })
}

async function differing(program: string, step: Step, env: Environment): Promise<readonly string[]> {
  if (await works(program, ['--strict', '--', '/bin/sh', '-c', step.line], step, env)) return []
  return (await works('/bin/sh', ['-c', step.line], step, env)) ? [step.name] : []
}

function works(
  command: string,
  args: readonly string[],
  { cwd, input = '', env: more, answers }: Step,
  env: Environment,
): Promise<boolean> {
  const quiet = { GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS: '/bin/false', GIT_ASKPASS: '/bin/false' }
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...quiet, ...more },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    })
    const end = (isFine: boolean) => {
      clearTimeout(limit)
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
      done(isFine)
    }
    const limit = setTimeout(end, STEP_MS, false)
    child.on('error', () => end(false))
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', () => (answers ? end(true) : undefined))
    child.on('exit', (code) => end(code === 0))
    if (answers) child.stdin.write(input)
    else child.stdin.end(input)
  })
}
