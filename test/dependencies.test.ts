// What is not ours, by name. A new package fails here until somebody says what it is for.
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Of everything that is shipped. None of it calls a model or steers an agent. */
const SHIPPED: Readonly<Record<string, string>> = {
  '@clack/prompts': 'questions in a terminal',
  '@hono/node-server': 'the console’s routes on Node’s own server',
  '@modelcontextprotocol/server': 'the wire of MCP',
  '@noble/hashes': 'hashes in the core',
  '@preact/signals': 'what changes in the console’s page',
  commander: 'the arguments of the command line',
  'gpt-tokenizer': 'counting model tokens',
  hono: 'the console’s routes',
  lucide: 'icons of the page, put in by the build',
  picocolors: 'colours in a terminal',
  preact: 'the console’s page',
  unbash: 'the grammar of the shell',
  valibot: 'the shapes of foreign data',
  'web-tree-sitter': 'the grammars of programming languages',
  yaml: 'policy and state files',
}

it('[PLANE-L12b] what is shipped imports Node and these, and nothing else: no framework that orchestrates agents', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => !/\.test\.tsx?$/.test(path))
  expect(sources.length).toBeGreaterThan(400)
  const imported = sources.flatMap((path) => namesIn(readFileSync(join(ROOT, path), 'utf8')))
  const foreign = imported.filter((name) => !name.startsWith('.') && !isBuiltin(name))
  expect([...new Set(foreign.map(packageOf))].toSorted()).toEqual(Object.keys(SHIPPED).toSorted())
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(dependencies).toEqual({})
})

const IMPORT = /^(?:import|export|\})[^'\n]* from '([^']+)'|^import '([^']+)'|\b(?:import|require)\('([^']+)'\)/gm

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(([, from, bare, called]) => from ?? bare ?? called ?? '')
}

function packageOf(name: string): string {
  return name
    .replace(/:.*/, '')
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
