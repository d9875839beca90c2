import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { installBundle, installedVersion } from '../../../install/bundle.ts'
import { backupsOf } from '../../../install/commit.ts'
import { withInstallLock } from '../../../install/lock.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import type { Context } from '../terminal.ts'
import { refuseAgent } from './refuse-agent.ts'

interface UpdateOptions {
  readonly from?: string
}

/**
 * Replaces the program behind the hooks. The installed command line fetches a package and lets that one install itself, because only
 * it knows what it consists of; a package or a clone installs itself at once.
 */
export async function update(context: Context, options: UpdateOptions): Promise<Exit> {
  const paths = pathsOf(context.env)
  const refused = await refuseAgent(context, paths, 'fairlead update')
  if (refused) return refused
  const isInstalledOne = existsSync(paths.current) && realpathSync(paths.current) === realpathSync(context.bundle)
  return isInstalledOne || options.from !== undefined ? fetchAndRun(context, options) : installThis(context, paths)
}

async function installThis(context: Context, paths: Paths): Promise<Exit> {
  const before = installedVersion(paths)
  const bundle = { folder: context.bundle, node: context.node, env: context.env }
  const locked = await withInstallLock(backupsOf(paths), () => Promise.resolve(installBundle(paths, bundle)))
  if (!locked.ok) return failed(INSTALL_TEXTS.busy(locked.holder))
  if (!locked.result.ok) return failed(locked.result.problem)
  const version = installedVersion(paths) ?? ''
  context.terminal.out(locked.result.changed ? INSTALL_TEXTS.updated(before, version) : INSTALL_TEXTS.upToDate(version))
  return DONE
}

/** Nothing that a package would run while it is installed is run. */
async function fetchAndRun(context: Context, { from = 'latest' }: UpdateOptions): Promise<Exit> {
  const file = resolve(context.cwd, from)
  const isFile = from.endsWith('.tgz') && existsSync(file)
  const what = isFile ? file : `fairlead@${from}`
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-update-'))
  try {
    context.terminal.out(INSTALL_TEXTS.fetching(what))
    const args = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      what,
    ]
    const { code, output } = await captured('npm', args, context)
    if (code !== 0) return failed(INSTALL_TEXTS.notFetched(what, errorLine(output)))
    const given = await captured(join(folder, 'node_modules', '.bin', 'fairlead'), ['update'], context)
    if (given.code !== 0) return failed(errorLine(given.output))
    context.terminal.out(given.output.trim())
    return DONE
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function captured(command: string, args: readonly string[], { cwd, env }: Context) {
  return new Promise<{ readonly code: number; readonly output: string }>((done) => {
    const child = spawn(command, args, { cwd, env: { ...env }, stdio: ['inherit', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

/** The last line that says something. */
function errorLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim().replace(/^(npm (error|ERR!)|fairlead:) /, ''))
  return lines.findLast((line) => line !== '' && !line.startsWith('A complete log')) ?? ''
}
