/** By the end of a file's name, in ck's words where it has one. */
const LANGUAGES: Readonly<Record<string, string>> = {
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  dart: 'dart',
  go: 'go',
  java: 'java',
  js: 'javascript',
  cjs: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  php: 'php',
  py: 'python',
  pyi: 'python',
  rb: 'ruby',
  rs: 'rust',
  sol: 'solidity',
  swift: 'swift',
  ts: 'typescript',
  cts: 'typescript',
  mts: 'typescript',
  tsx: 'tsx',
  vue: 'vue',
  md: 'markdown',
  mdx: 'markdown',
  rst: 'text',
  txt: 'text',
  adoc: 'text',
  json: 'json',
  jsonl: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  sh: 'shell',
  bash: 'shell',
  sql: 'sql',
  html: 'html',
  kt: 'kotlin',
  scala: 'scala',
  ex: 'elixir',
  hs: 'haskell',
  zig: 'zig',
}

export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return dot < 0 ? null : (LANGUAGES[name.slice(dot + 1)] ?? null)
}

const PROSE_NAME = /(?:^|\/)(?:LICEN[CS]E|README|CHANGELOG|NOTICE|AUTHORS|CONTRIBUTING)[^/]*$/i

/** Languages that programs are written in; a large file of another kind is data. */
const SOURCE = new Set(Object.values(LANGUAGES).filter((name) => !/^(?:markdown|text|json|yaml|toml|html)$/.test(name)))

export function isSource(path: string): boolean {
  return SOURCE.has(languageOf(path) ?? '')
}

const MAX_FILE_BYTES = 1_000_000
/** Ledgers only grow, and have to be found in as a whole. */
const MAX_LEDGER_BYTES = 64_000_000

export function maxBytesOf(path: string): number {
  return kindOf(path) === 'ledger' ? MAX_LEDGER_BYTES : MAX_FILE_BYTES
}

/** What a file is to a search: a ledger, prose, or code. */
export type Kind = 'ledger' | 'docs' | 'code'

/** What a person or an agent may search in, by name. */
export const SEARCH_SCOPES = ['all', 'ledger', 'code', 'docs'] as const

export function kindsIn(scope: string): readonly Kind[] | undefined {
  const known = SEARCH_SCOPES.find((name) => name === scope)
  if (known === undefined) return undefined
  return known === 'all' ? ['ledger', 'code', 'docs'] : [known]
}

export function kindOf(path: string): Kind {
  if (/^(?:loa-grimoire|\.beads)\//.test(path)) return 'ledger'
  const language = languageOf(path)
  const isProse = language === 'markdown' || language === 'text' || PROSE_NAME.test(path) || /^docs?\//.test(path)
  return isProse ? 'docs' : 'code'
}
