import type { WrittenFile } from '../../model/tool.ts'
import { isAddress } from '../shell/files.ts'
import { resolvePath } from '../shell/path.ts'
import { textAt } from '../text/word-table.ts'

const NAMED =
  /\b(?:require|import|run_path|execfile|source|load|loadfile|dofile|do|include|require_once|include_once|require_relative|import_module|__import__|run_module|spec_from_file_location)\b\s*\(?[^'"\n]{0,40}['"]([^'"\n]{1,200})['"]|\b(?:from|import)\s+['"]([^'"\n]{1,200})['"]/g
const READ = /\b(?:open|Path|readFileSync|read_text|file_get_contents)\s*\(\s*['"]([^'"\n]{1,200})['"]/g
const MODULES =
  /(?:^|[\n;:])[^\S\n]*(?:import|from)\s+([A-Za-z_][\w.]*(?:\s+as\s+\w+)?(?:\s*,\s*[A-Za-z_][\w.]*(?:\s+as\s+\w+)?)*)/g
/** What is taken from a package may be a module of it; dots before the name lead upwards. */
const FROM =
  /(?:^|[\n;:])[^\S\n]*from[^\S\n]{1,20}(\.{0,20})([\w.]{0,200})[^\S\n]{1,20}import[^\S\n]{0,20}(\([^)]{0,2000}\)|[^\n;#(]{1,2000})/g
const EVALUATES =
  /\b(?:exec|eval|compile|Function|runInThisContext|runInNewContext|loads?|system|popen|run|execSync)\s*\(/
const ENDINGS = [
  '',
  '.py',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.rb',
  '.pl',
  '.php',
  '.lua',
  '/index.js',
  '/index.ts',
  '/__init__.py',
]

const MODULE_ENDINGS = ['', '.py', '/__init__.py']

/** Python looks for them wherever it may import from. */
const LOADED_ALWAYS = /\/(?:site|user)customize\.py$/

/** Files of this session that a piece of code loads: imported, required, or read and evaluated. */
export function loadedFiles(
  code: string,
  cwd: string | undefined,
  written: readonly WrittenFile[],
): readonly WrittenFile[] {
  if (written.length === 0) return []
  const paths = new Set(loadedNames(code).map((name) => resolvePath(name, cwd)))
  return written.filter(
    (file) =>
      (file.text !== undefined || isAddress(file.from)) && (paths.has(file.path) || LOADED_ALWAYS.test(file.path)),
  )
}

/** The names under which a piece of code may find what it loads. */
export function loadedNames(code: string): readonly string[] {
  const names = [
    ...[...code.matchAll(NAMED)].map((match) => textAt(match, 1) + textAt(match, 2)),
    ...(EVALUATES.test(code) ? [...code.matchAll(READ)].map((match) => textAt(match, 1)) : []),
  ]
  const modules = [
    ...names.filter((name) => /^\w+(?:\.\w+)+$/.test(name)),
    ...[...code.matchAll(MODULES)].flatMap((match) => textAt(match, 1).split(',')),
  ]
  const files = [...modules.flatMap(moduleNames), ...[...code.matchAll(FROM)].flatMap(takenFrom)]
  return [
    ...names.flatMap((name) => ENDINGS.map((ending) => name + ending)),
    ...[...new Set(files)].flatMap((name) => MODULE_ENDINGS.map((ending) => name + ending)),
  ]
}

function takenFrom(match: RegExpMatchArray): readonly string[] {
  const up = textAt(match, 1)
    .replace(/^\./, './')
    .replaceAll(/\.(?!\/)/g, '../')
  const packages = moduleNames(textAt(match, 2))
  const taken = textAt(match, 3).matchAll(/(?:^|[,(])\s*(\w+)/g)
  const inside = packages
    .slice(-1)
    .map((name) => `${name}/`)
    .join('')
  const names = ['', ...packages, ...[...taken].map((one) => inside + textAt(one, 1))]
  return names.map((name) => up + name).filter((name) => name !== '')
}

const MAX_PACKAGES = 16

/** `a.b as c`: the module, and the packages around it, which run first. */
export function moduleNames(text: string): readonly string[] {
  const parts = text
    .trim()
    .replace(/[^\w.].*$/s, '')
    .split('.')
    .slice(0, MAX_PACKAGES)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/')).filter((name) => name !== '')
}
