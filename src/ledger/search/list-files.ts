import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { splitNul } from '../../git/run-git.ts'
import { askHistory } from '../cite/git-history.ts'
import { baseOf, LEDGER_ZONES, type LedgerPlace } from '../files/place.ts'
import { isSource, maxBytesOf } from './language.ts'

const MAX_FILES = 50_000
const MAX_DEPTH = 24

/** Generated, or secret: neither is looked for, and the second must not be copied anywhere. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|\.git|\.ck|\.proof|\.hestai|vendor|dist|target)\/|(?:^|\/)(?:package-lock\.json|[^/]*\.(?:lock|min\.js|min\.css|map|snap|svg|pem|key|p12|pfx)|\.env[^/]*|id_(?:rsa|dsa|ecdsa|ed25519)[^/]*|\.netrc|\.npmrc)$/i

/** One file that can be searched, as it is on disk. */
export interface SearchedFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

interface Listing {
  readonly files: readonly SearchedFile[]
  /** False: some were left out because there are too many or they are too large. */
  readonly complete: boolean
}

type Ground = Pick<LedgerPlace, 'root' | 'homes'>

/** What git would commit, and the ledgers, which git is told not to see. Without git: what lies there. */
export async function listSearched(ground: Ground, ledgersOnly = false): Promise<Listing> {
  const { root, homes } = ground
  const zones = new Set([homes.notes, homes.ledger])
  const ledgers = [...zones].flatMap((home) =>
    LEDGER_ZONES.flatMap((zone) => walk(home, zone)).filter((path) => baseOf(ground, path) === home),
  )
  if (ledgersOnly) return listed(ground, ledgers)
  const { code, stdout } = await askHistory(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  return listed(ground, [...(code === 0 ? splitNul(stdout) : walk(root, '')), ...ledgers])
}

function listed(ground: Ground, found: readonly string[]): Listing {
  const paths = [...new Set(found)].filter((path) => !SKIPPED.test(path)).toSorted()
  let complete = paths.length <= MAX_FILES
  const files = paths.slice(0, MAX_FILES).flatMap((path): readonly SearchedFile[] => {
    const seen = lstatSync(join(baseOf(ground, path), path), { throwIfNoEntry: false })
    if (seen?.isFile() !== true) return []
    if (seen.size > maxBytesOf(path)) {
      complete &&= !isSource(path)
      return []
    }
    return [{ path, size: seen.size, mtimeMs: seen.mtimeMs }]
  })
  return { files, complete }
}

/** Real folders only: a link may lead anywhere, also round and round. */
function walk(root: string, start: string): readonly string[] {
  const found: string[] = []
  const enter = (folder: string, depth: number): void => {
    for (const entry of entriesOf(join(root, folder))) {
      if (found.length > MAX_FILES) return
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) found.push(path)
      else if (entry.isDirectory() && depth < MAX_DEPTH && !SKIPPED.test(`${path}/`)) enter(path, depth + 1)
    }
  }
  if (start === '' || lstatSync(join(root, start), { throwIfNoEntry: false })?.isDirectory() === true) enter(start, 0)
  return found
}

function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder)
  } catch {
    return []
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
}
