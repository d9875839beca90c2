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

/** What a file is to a search: a ledger, prose, or code. */
export type Kind = 'ledger' | 'docs' | 'code'

export function kindOf(path: string): Kind {
  if (/^(?:loa-grimoire|\.beads)\//.test(path)) return 'ledger'
  const language = languageOf(path)
  const isProse = language === 'markdown' || language === 'text' || PROSE_NAME.test(path) || /^docs?\//.test(path)
  return isProse ? 'docs' : 'code'
}
