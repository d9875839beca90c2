import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Another name in one step; a file of that name is replaced, a link neither followed. Flush the folder where it has to last. */
export function move(from: string | Buffer, to: string | Buffer): void {
  renameSync(from, to)
}

/** Out of the way, to a name beside it that is free. Returns that name. */
export function setAside(root: string, path: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}.broken-${number}`
    if (existsSync(join(root, name))) continue
    renameSync(join(root, path), join(root, name))
    return name
  }
}

/** Turns a link to another target; at no moment is there none. */
export function replaceLink(path: string, target: string): void {
  const fresh = `${path}.new`
  rmSync(fresh, { force: true })
  symlinkSync(target, fresh)
  renameSync(fresh, path)
}
