import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Paths } from '../../../config/paths.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { isJsonObject } from '../../../core/model/json.ts'
import { DOCTOR_TEXTS } from '../../../core/words/doctor.ts'
import { readJsonFile, readText } from '../../../disk/read-file.ts'
import { runGitSync, splitNul } from '../../../git/run-git.ts'
import { treeRecords } from '../../../install/git-exclude.ts'
import type { Check } from '../../../install/runtime-health.ts'
import { homesHere } from '../../../wiring/wire-gate.ts'
import { type Context, shortPath } from '../terminal.ts'

const MAX_MANIFEST_BYTES = 1_000_000
const GIT_TIMEOUT_MS = 5_000
const MOST_NAMES = 12
/** Files that build an image from the folder they are in. */
const IMAGE_FILES = ['Dockerfile', 'Containerfile', 'compose.yaml', 'docker-compose.yml']
/** Of a repository, and nothing that users of a package need. */
const NOT_PACKED = /^(?:\.|test|tests|spec|docs?$|examples?$|scripts$|coverage$|node_modules$|.*lock)/i

/** Records in a work tree that a package or an image of it would carry. Git's own list of ignored files hides from neither. */
export function examinePackages({ env }: Context, paths: Paths, roots: readonly ProjectRoot[]): readonly Check[] {
  const homes = homesHere(paths)
  return roots.flatMap((root) => {
    const names = existsSync(root) ? treeRecords(root, homes(root)) : []
    const where = shortPath(root, env)
    const packed = names.filter((name) => isPacked(root, name))
    const copied = names.filter((name) => isCopied(root, name))
    return [
      ...(packed.length > 0 ? [odd('package', DOCTOR_TEXTS.packed(where, packed, filesLine(root)))] : []),
      ...(copied.length > 0 ? [odd('image', DOCTOR_TEXTS.copied(where, copied))] : []),
    ]
  })
}

function odd(what: string, found: string): Check {
  return { what, verdict: 'odd', found }
}

/** As npm chooses: `files`, else all but what `.npmignore` names, or `.gitignore` where there is none. */
function isPacked(root: string, name: string): boolean {
  const manifest = readJsonFile(join(root, 'package.json'), MAX_MANIFEST_BYTES)
  if (manifest === undefined || !isJsonObject(manifest as never)) return false
  const { files, private: isPrivate } = manifest as Readonly<Record<string, unknown>>
  if (isPrivate === true) return false
  if (Array.isArray(files)) return files.some((pattern) => /^(?:\.?\/?\*{1,2}|\.\/?)$/.test(String(pattern)))
  const ignore = existsSync(join(root, '.npmignore')) ? '.npmignore' : '.gitignore'
  return !isListed(join(root, ignore), name)
}

function isCopied(root: string, name: string): boolean {
  return IMAGE_FILES.some((file) => existsSync(join(root, file))) && !isListed(join(root, '.dockerignore'), name)
}

/** The name itself, or a folder above it, stands in the file. */
function isListed(file: string, name: string): boolean {
  const lines = (readText(file, MAX_MANIFEST_BYTES) ?? '')
    .split('\n')
    .map((line) => line.trim().replace(/^\/|\/$|^\*\*\//g, ''))
  return lines.some((line) => line !== '' && (line === name || name.startsWith(`${line}/`) || line === '*'))
}

/** What the team tracks and a user of the package would need, to be looked through. */
function filesLine(root: string): string {
  const { code, stdout } = runGitSync(['ls-files', '-z'], { cwd: root, timeoutMs: GIT_TIMEOUT_MS })
  const top = code === 0 ? splitNul(stdout).map((path) => path.split('/', 1)[0] ?? '') : []
  const names = [...new Set(top)].filter((name) => !NOT_PACKED.test(name) && name !== 'package.json')
  return `"files": ${JSON.stringify(names.slice(0, MOST_NAMES))}`
}
