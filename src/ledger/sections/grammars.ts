import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language, Parser } from 'web-tree-sitter'

/** Languages of the grammar pack, by our names for them. */
const GRAMMARS: Readonly<Record<string, string>> = {
  c: 'c',
  cpp: 'cpp',
  csharp: 'c_sharp',
  css: 'css',
  dart: 'dart',
  go: 'go',
  java: 'java',
  javascript: 'javascript',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  rust: 'rust',
  solidity: 'solidity',
  swift: 'swift',
  tsx: 'tsx',
  typescript: 'typescript',
  vue: 'vue',
}

let started: ReturnType<typeof start> | undefined
const loaded = new Map<string, Promise<Language>>()

export function hasGrammar(language: string | null): boolean {
  return language !== null && Object.hasOwn(GRAMMARS, language)
}

/** A parser for a language, or undefined where the pack has none or it cannot be loaded. The caller deletes it. */
export async function parserFor(language: string | null): Promise<Parser | undefined> {
  const grammar = language === null ? undefined : GRAMMARS[language]
  if (grammar === undefined) return undefined
  try {
    started ??= start()
    const tree = await started
    const known = loaded.get(grammar) ?? tree.Language.load(locate(`tree-sitter-${grammar}.wasm`))
    loaded.set(grammar, known)
    const parser = new tree.Parser()
    parser.setLanguage(await known)
    return parser
  } catch {
    // A parser that is missing costs completeness, never the answer: lines are shown instead.
    loaded.delete(grammar)
    return undefined
  }
}

async function start() {
  const tree = await import('web-tree-sitter')
  await tree.Parser.init({ locateFile: () => locate('web-tree-sitter.wasm') })
  return tree
}

/** Beside the installed bundle, else in the packages of a clone. */
function locate(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const beside = [join(here, 'grammars', name), join(here, '..', 'grammars', name)].find((path) => existsSync(path))
  if (beside !== undefined) return beside
  const { resolve } = createRequire(import.meta.url)
  if (name === 'web-tree-sitter.wasm') return resolve('web-tree-sitter/web-tree-sitter.wasm')
  return join(dirname(resolve('@repomix/tree-sitter-wasms/package.json')), 'out', name)
}
