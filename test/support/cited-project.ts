// A repository with everything that can happen to a cited file: made once, read by the citation truth table.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const JWT = [
  "import { sign } from './sign.ts'",
  '',
  '/** Tells whether a token is still good. */',
  'export function validateToken(token: Token, graceMs = 900_000): boolean {',
  '  const now = clock.now()',
  '  return token.expiresAtMs + graceMs > now',
  '}',
  '',
  'export function isTokenExpired(token: Token): boolean {',
  '  return !validateToken(token)',
  '}',
  '',
  'const LABEL = `token:${version}`',
  'if (ok) {',
  '}',
  'if (ok) {',
  '}',
  'export const total = first + second',
  '',
].join('\n')

const EDITED = [
  'export function keep(): number {',
  '  return 42',
  '}',
  '',
  'export function drop(): number {',
  '  return 7',
  '}',
  '',
].join('\n')
const AWAY = ['export function travelling(): string {', "  return 'far away'", '}', ''].join('\n')
const OLD_NAME = [
  'export function renamedFile(): void {',
  '  // body of a renamed file',
  '}',
  'export const more = 1',
  '',
].join('\n')
const RENAMED_EDITED = [
  'export const alpha = 1',
  'export const beta = 2',
  'export const gamma = 3',
  'export const delta = 4',
  '',
].join('\n')
const REMOVED = 'export function removedLater(): never {}\n'
const BRANCH_ONLY = 'export function onlyOnTheBranch(): void {}\n'

/** Blobs as they were when somebody cited them. */
export const PINS = {
  jwt: blob(JWT),
  edited: blob(EDITED),
  away: blob(AWAY),
  oldName: blob(OLD_NAME),
  renamedEdited: blob(RENAMED_EDITED),
  removed: blob(REMOVED),
  branchOnly: blob(BRANCH_ONLY),
  unknown: 'f'.repeat(40),
} as const

export interface CitedProject {
  readonly root: string
  remove(): void
}

export function makeCitedProject(): CitedProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-cited-')))
  const root = join(base, 'project')
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'core.autocrlf=false', ...args],
      {
        stdio: 'pipe',
      },
    )
  mkdirSync(root, { recursive: true })
  mkdirSync(join(base, 'outside'))
  writeFileSync(join(base, 'outside', 'secret.txt'), 'a secret outside the project\n')
  writeFileSync(join(base, 'projectile.txt'), 'a neighbour with the same beginning\n')
  firstFiles(put)
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
  git('checkout', '-qb', 'feature')
  put('src/branch-only.ts', BRANCH_ONLY)
  git('add', '-A')
  git('commit', '-qm', 'branch')
  git('checkout', '-q', 'main')
  git('branch', '-qD', 'feature')
  laterEdits(root, put, git)
  addLinks(root, base)
  return { root, remove: () => rmSync(base, { recursive: true, force: true }) }
}

type Put = (path: string, content: string | Uint8Array) => void

function firstFiles(put: Put): void {
  put('src/jwt.ts', JWT)
  put('src/crlf.ts', JWT.replaceAll('\n', '\r\n'))
  put('src/mac.ts', JWT.replaceAll('\n', '\r'))
  put('src/tabs.py', 'def check(a,\tb):\n\tif a:\n\t\treturn  b\n')
  put(
    'src/unicode.ts',
    "const café = 'naïve résumé'\nconst 名前 = '取引を確認する関数'\nconst face = '😀 smile'\nconst a\u00a0b = 'no-break'\n",
  )
  put('src/decomposed.ts', "const cafe\u0301 = 'nai\u0308ve'\n")
  put('src/bom.ts', `\ufeff${JWT}`)
  put('src/edited.ts', EDITED)
  put('src/away.ts', AWAY)
  put('src/old-name.ts', OLD_NAME)
  put('src/renamed-edited.ts', RENAMED_EDITED)
  put('src/removed.ts', REMOVED)
  put('src/with space.ts', 'export const spaced = true\n')
  put('src/名前.ts', 'export const named = true\n')
  put('src/a:b.ts', 'export const colon = true\n')
  put('src/empty.ts', '')
  put('src/blank.ts', ' \n\t\n \n')
  put('src/no-newline.ts', 'export const last = true')
  put('src/repeat.ts', 'value = next()\nother\nvalue = next()\nother\nvalue = next()\n')
  put('src/minified.js', `${'var a=1;'.repeat(5_000)}needleFunction();${'var b=2;'.repeat(5_000)}`)
  put('assets/logo.bin', Buffer.from([0x89, 0x50, 0x00, 0x01, 0x65, 0x78, 0x70, 0x6f, 0x72, 0x74]))
  put('docs/latin1.txt', Buffer.from('caf\xe9 au lait\nplain ascii line\n', 'latin1'))
  put(
    'docs/utf16.txt',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('wide text line\nsecond wide line\n', 'utf16le')]),
  )
  put('docs/huge.txt', Buffer.alloc(4_000_001, 'a line of a huge file\n'))
  put('docs/hostile.txt', `${'a'.repeat(1_500_000)}\nend of it\n`)
}

function laterEdits(root: string, put: Put, git: (...args: string[]) => unknown): void {
  put('src/edited.ts', ['// new first line', '// new second line', EDITED.replace('return 7', 'return 8')].join('\n'))
  put('src/away.ts', 'export const nothing = 0\n')
  put('lib/away.ts', `// arrived\n${AWAY}`)
  renameSync(join(root, 'src/old-name.ts'), join(root, 'src/new-name.ts'))
  rmSync(join(root, 'src/removed.ts'))
  renameSync(join(root, 'src/renamed-edited.ts'), join(root, 'src/other-title.ts'))
  put('src/other-title.ts', `// a new comment\n${RENAMED_EDITED}`)
  git('add', '-A')
  git('commit', '-qm', 'later')
}

function addLinks(root: string, base: string): void {
  symlinkSync('jwt.ts', join(root, 'src/link-inside.ts'))
  symlinkSync(join(base, 'outside', 'secret.txt'), join(root, 'src/link-outside.txt'))
  symlinkSync(join(base, 'outside'), join(root, 'linked-folder'))
  symlinkSync('nowhere.ts', join(root, 'src/dangling.ts'))
  symlinkSync('loop.ts', join(root, 'src/loop.ts'))
  execFileSync('mkfifo', [join(root, 'src/pipe')])
}

function blob(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')
}
