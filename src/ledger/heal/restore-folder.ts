import { dirname, join } from 'node:path'
import { makeFolder } from '../../disk/contain.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { splitNul } from '../../git/run-git.ts'
import { askRepository } from '../cite/ask-repository.ts'
import { readBlobs } from '../cite/git-history.ts'

const MAX_FILES = 1_000

/**
 * Writes what HEAD has below a folder. Neither `git checkout` nor its filters: a repository's configuration may name
 * programs, and the index is not ours. Links are left out. Gives how many files came back.
 */
export async function restoreFolder(root: string, folder: string): Promise<number> {
  const { code, stdout } = await askRepository(root, ['ls-tree', '-r', '-z', 'HEAD', '--', `./${folder}/`])
  if (code !== 0) return 0
  const entries = splitNul(stdout).flatMap((entry) => {
    const [, name, path] = /^100(?:644|755) blob ([0-9a-f]{40,64})\t(.+)$/s.exec(entry) ?? []
    return name !== undefined && path?.startsWith(`${folder}/`) ? [{ name, path }] : []
  })
  const wanted = entries.slice(0, MAX_FILES)
  const blobs = await readBlobs(
    root,
    wanted.map(({ name }) => name),
  )
  let restored = 0
  for (const { name, path } of wanted) {
    const bytes = blobs.get(name)
    if (bytes === undefined || !makeFolder(root, dirname(path), { mode: 0o775, links: 'none' })) continue
    replaceFile(join(root, path), bytes, { mode: { ifNew: 0o644 }, survives: 'power-cut' })
    restored += 1
  }
  return restored
}
