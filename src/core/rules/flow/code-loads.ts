import type { WrittenFile } from '../../model/tool.ts'
import { resolvePath } from '../shell/path.ts'
import { textAt } from '../text/word-table.ts'

const NAMED =
  /\b(?:require|import|run_path|execfile|source|load|loadfile|dofile|do|include|require_once|include_once|require_relative|import_module|spec_from_file_location)\b\s*\(?[^'"\n]{0,40}['"]([^'"\n]{1,200})['"]|\b(?:from|import)\s+['"]([^'"\n]{1,200})['"]/g
const READ = /\b(?:open|Path|readFileSync|read_text|file_get_contents)\s*\(\s*['"]([^'"\n]{1,200})['"]/g
const MODULES = /(?:^|[\n;:])[^\S\n]*(?:import|from)\s+([A-Za-z_][\w.]*(?:\s*,\s*[A-Za-z_][\w.]*)*)/g
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
  return written.filter((file) => file.text !== undefined && (paths.has(file.path) || LOADED_ALWAYS.test(file.path)))
}

/** The names under which a piece of code may find what it loads. */
export function loadedNames(code: string): readonly string[] {
  const names = [
    ...[...code.matchAll(NAMED)].map((match) => textAt(match, 1) + textAt(match, 2)),
    ...(EVALUATES.test(code) ? [...code.matchAll(READ)].map((match) => textAt(match, 1)) : []),
    ...[...code.matchAll(MODULES)]
      .flatMap((match) => textAt(match, 1).split(','))
      .map((name) => name.trim().replaceAll('.', '/')),
  ]
  return names.flatMap((name) => ENDINGS.map((ending) => name + ending))
}
