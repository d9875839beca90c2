import { lstatSync, type Stats } from 'node:fs'
import type { RawPath } from './ask-git.ts'

/** The bytes of a place below a root, for the file system. */
export function rawPlace(root: string, path: RawPath): Buffer {
  return Buffer.concat([Buffer.from(root === '/' ? '/' : `${root}/`), Buffer.from(path, 'latin1')])
}

export function rawPathOf(text: string): RawPath {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** For people and for the audit; a byte that is not UTF-8 shows as the replacement character. */
export function shownOf(path: RawPath): string {
  return Buffer.from(path, 'latin1').toString('utf8')
}

/** Whether `path` is `folder` or lies below it; the empty folder is the root. */
export function isWithin(path: RawPath, folder: RawPath): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/** Undefined when nothing is there, or it may not be looked at. */
export function lstatOf(root: string, path: RawPath): Stats | undefined {
  try {
    return lstatSync(rawPlace(root, path), { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
