import { createHash } from 'node:crypto'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Paths } from '../config/paths.ts'
import { sealPlanFile } from '../config/seal.ts'
import { INSTALL_PROBLEMS } from '../core/words/install.ts'
import { move, replaceLink } from '../disk/move.ts'
import { replaceFile } from '../disk/replace-file.ts'
import { statusCommandOf } from './claude-hooks.ts'
import {
  besideHook,
  bytesOf,
  type HookFile,
  type HookProgram,
  hookFiles,
  hookProgramIn,
  nativeNameOf,
} from './native/native-hook.ts'
import { readJsonSafely } from './record.ts'
import { cliScript, hookStub, pinnedEnvironment, statusLineScript } from './scripts.ts'
import { passThrough } from './seal/keep-seal.ts'

/** What there is to install: a built bundle and the Node that runs it. */
export interface Bundle {
  readonly folder: string
  readonly node: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export type BundleResult =
  | { readonly ok: true; readonly changed: boolean; readonly hook: HookProgram }
  | { readonly ok: false; readonly problem: string }

interface Manifest {
  readonly version: string
  readonly files: Readonly<Record<string, string>>
}

const MANIFEST = 'manifest.json'
const USER_HOOKS_MARK = 'hooks-in-user-settings'

/** Copies bundle and Node beside the versions that are there, then switches `current` over in one step. */
export function installBundle(paths: Paths, bundle: Bundle): BundleResult {
  const manifest = readJsonSafely(join(bundle.folder, MANIFEST))
  if (!isManifest(manifest)) return { ok: false, problem: INSTALL_PROBLEMS.noBuild(bundle.folder) }
  const damaged = Object.entries(manifest.files).find(([name, hash]) => hashOf(join(bundle.folder, name)) !== hash)
  if (damaged)
    return {
      ok: false,
      problem: INSTALL_PROBLEMS.damagedBuild(join(bundle.folder, damaged[0])),
    }
  const installed = installedVersion(paths)
  if (installed !== null && isOlder(manifest.version, installed))
    return { ok: false, problem: INSTALL_PROBLEMS.older(installed, manifest.version) }
  const folder = versionFolder(paths, bundle, manifest)
  const copied = !isComplete(folder, bundle)
  if (copied) copyBundle(folder, bundle, manifest)
  const switched = switchCurrent(paths, folder)
  const written = commandFiles(paths, bundle, manifest).map(writeCommand)
  dropOldVersions(paths, folder)
  return { ok: true, changed: copied || switched || written.some(Boolean), hook: hookProgramIn(folder) }
}

/** Whether `installBundle` would have nothing to do. */
export function isInstalled(paths: Paths, bundle: Bundle): boolean {
  const manifest = readJsonSafely(join(bundle.folder, MANIFEST))
  if (!isManifest(manifest)) return false
  return isComplete(paths.current, bundle) && commandFiles(paths, bundle, manifest).every(isThere)
}

/** What runtimes and people call, and what lies beside it. */
function commandFiles(paths: Paths, { env }: Bundle, { version }: Manifest): readonly HookFile[] {
  const pinned = pinnedEnvironment(paths, env)
  return [
    ...hookFiles(paths, { folder: paths.current, version, pinned }),
    { path: paths.cliCommand, content: cliScript(paths, pinned), mode: 0o755 },
    { path: statusCommandOf(paths.hookCommand), content: statusLineScript(paths), mode: 0o755 },
    ...sealFile(paths),
  ]
}

/** The helper itself does nothing without the plan beside it, which a person's choice makes. It never goes: clients may call it. */
function sealFile({ current, sealCommand }: Paths): readonly HookFile[] {
  const built = process.platform === 'linux' ? bytesOf(join(current, nativeNameOf('seal'))) : null
  return built === null ? [] : [{ path: sealCommand, content: built, mode: 0o755 }]
}

/** The program behind the command, as it is installed, and files of it that are not as they were built. */
export function installedHook(paths: Paths): { readonly hook: HookProgram; readonly damaged: readonly string[] } {
  const manifest = readJsonSafely(join(paths.current, MANIFEST))
  const files = isManifest(manifest) ? Object.entries(manifest.files) : []
  const damaged = files.map(([name, hash]) => [join(paths.current, name), hash] as const)
  const [native, seal] = (['hook', 'seal'] as const).map(
    (name) => isManifest(manifest) && manifest.files[nativeNameOf(name)],
  )
  const isNative = existsSync(besideHook(paths).pins) && Boolean(native)
  const all = [
    ...damaged,
    ...(isNative && native ? [[paths.hookCommand, native] as const] : []),
    ...(seal && existsSync(sealPlanFile(paths)) ? [[paths.sealCommand, seal] as const] : []),
  ]
  return {
    hook: isNative ? { kind: 'native' } : noNative(hookProgramIn(paths.current)),
    damaged: all.flatMap(([path, hash]) => (hashOf(path) === hash ? [] : [path])),
  }
}

/** A build that has one, in front of which the script stands, was installed where it did not run. */
function noNative(built: HookProgram): HookProgram {
  return built.kind === 'node' ? built : { kind: 'node', why: 'does-not-run' }
}

export function installedVersion(paths: Paths): string | null {
  const manifest = readJsonSafely(join(paths.current, MANIFEST))
  return isManifest(manifest) ? manifest.version : null
}

/** By their numbers; what follows a hyphen (`0.2.0-rc.1`) is not compared. */
function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((text) => text.split('-', 1)[0]?.split('.').map(Number) ?? [])
  const at = ours?.findIndex((number, index) => number !== theirs?.[index]) ?? -1
  return at >= 0 && (ours?.[at] ?? 0) < (theirs?.[at] ?? 0)
}

/** Running clients may go on calling the command; from now on nothing happens then. */
export function retireHook(paths: Paths): void {
  if (existsSync(paths.hookCommand)) writeCommand({ path: paths.hookCommand, content: hookStub(), mode: 0o755 })
  for (const path of [...Object.values(besideHook(paths)), statusCommandOf(paths.hookCommand)])
    rmSync(path, { force: true })
  passThrough(paths)
  markUserHooks(paths, false)
}

/** Tells the scripts of a project's own layout that the user's settings already call us. */
export function markUserHooks(paths: Paths, present: boolean): void {
  const mark = join(paths.program, USER_HOOKS_MARK)
  if (present) writeFileSync(mark, '', { mode: 0o644 })
  else rmSync(mark, { force: true })
}

/** The same version built twice from different sources gets two folders: a running daemon keeps its own. */
function versionFolder(paths: Paths, bundle: Bundle, { version }: Manifest): string {
  const plain = join(paths.program, version)
  if (!existsSync(plain) || isComplete(plain, bundle)) return plain
  return join(paths.program, `${version}-${hashOf(join(bundle.folder, MANIFEST)).slice(0, 8)}`)
}

function isComplete(folder: string, bundle: Bundle): boolean {
  const [ours, theirs] = [readText(join(bundle.folder, MANIFEST)), readText(join(folder, MANIFEST))]
  const node = statSync(join(folder, 'node'), { throwIfNoEntry: false })
  return ours !== null && ours === theirs && node?.size === statSync(bundle.node).size
}

function copyBundle(folder: string, bundle: Bundle, manifest: Manifest): void {
  const staging = join(dirname(folder), `.staging-${process.pid}`)
  rmSync(staging, { recursive: true, force: true })
  for (const name of [...Object.keys(manifest.files), MANIFEST]) {
    mkdirSync(dirname(join(staging, name)), { recursive: true, mode: 0o755 })
    copyFileSync(join(bundle.folder, name), join(staging, name), constants.COPYFILE_FICLONE)
    // Whoever may write to the clone, only its owner writes to the gate.
    chmodSync(join(staging, name), name.startsWith('native/') ? 0o755 : 0o644)
  }
  copyNode(bundle.node, dirname(folder), join(staging, 'node'))
  rmSync(folder, { recursive: true, force: true })
  move(staging, folder)
}

/** Node is 120 MB: a version beside ours that has the same one shares it. */
function copyNode(from: string, data: string, to: string): void {
  const twin = versionsIn(data)
    .map((name) => join(data, name, 'node'))
    .find(
      (path) =>
        statSync(path, { throwIfNoEntry: false })?.size === statSync(from).size && hashOf(path) === hashOf(from),
    )
  if (twin === undefined) copyFileSync(from, to, constants.COPYFILE_FICLONE)
  else linkSync(twin, to)
  chmodSync(to, 0o755)
}

function switchCurrent(paths: Paths, folder: string): boolean {
  const target = basename(folder)
  if (linkTarget(paths.current) === target) return false
  replaceLink(paths.current, target)
  return true
}

/** The version before this one stays: a daemon may still run from it. */
function dropOldVersions(paths: Paths, folder: string): void {
  const others = versionsIn(paths.program).filter((name) => name !== basename(folder))
  const byAge = others.toSorted((left, right) => ageOf(paths, left) - ageOf(paths, right))
  for (const name of byAge.slice(1)) rmSync(join(paths.program, name), { recursive: true, force: true })
  for (const name of readdirSync(paths.program)) {
    if (name.startsWith('.staging-')) rmSync(join(paths.program, name), { recursive: true, force: true })
  }
}

function ageOf(paths: Paths, name: string): number {
  return -statSync(join(paths.program, name)).ctimeMs
}

function versionsIn(data: string): readonly string[] {
  if (!existsSync(data)) return []
  return readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d/.test(entry.name))
    .map((entry) => entry.name)
}

function writeCommand(file: HookFile): boolean {
  if (isThere(file)) return false
  const { path, content, mode } = file
  if (content === null) {
    rmSync(path, { force: true })
    return true
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  replaceFile(path, content, { mode, survives: 'power-cut' })
  return true
}

function isThere({ path, content }: HookFile): boolean {
  const found = bytesOf(path)
  return content === null ? found === null : found?.equals(Buffer.from(content)) === true
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return ''
  }
}

function isManifest(value: unknown): value is Manifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'string' &&
    'files' in value &&
    typeof value.files === 'object' &&
    value.files !== null
  )
}
