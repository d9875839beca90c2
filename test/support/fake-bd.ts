// A program that keeps issues as `bd` and `br` do: the documented JSON, in one file, by the documented options of that
// program and no others. Like `bd`, it runs the scripts of `.beads/hooks` unless it is told not to.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface FakeBd {
  /** `bare` answers as Beads 1, `envelope` as Beads 2, `forgetful` says yes and keeps nothing, `broken` fails. */
  readonly manner: 'bare' | 'envelope' | 'forgetful' | 'broken'
  readonly name?: 'bd' | 'br'
}

export function installFakeBd(bin: string, project: string, { manner, name = 'bd' }: FakeBd): void {
  mkdirSync(bin, { recursive: true })
  mkdirSync(join(project, '.beads'), { recursive: true })
  writeFileSync(join(project, '.beads/metadata.json'), '{"backend":"dolt"}')
  const issue = {
    id: 'bd-1',
    title: 'Rotate refresh tokens',
    status: 'in_progress',
    priority: 1,
    issue_type: 'feature',
    created_at: '2026-01-01T00:00:00Z',
    assignee: null,
    notes: '',
    metadata: { 'bd:internal': 1 },
  }
  writeFileSync(join(bin, 'issues.json'), JSON.stringify([issue]))
  const program = join(bin, name)
  writeFileSync(program, `#!${process.execPath}\n${source(join(bin, 'issues.json'), manner, name)}`)
  chmodSync(program, 0o755)
}

function source(file: string, manner: FakeBd['manner'], name: 'bd' | 'br'): string {
  return `
const fs = require('node:fs')
const [manner, isBr] = [${JSON.stringify(manner)}, ${name === 'br'}]
const issues = JSON.parse(fs.readFileSync(${JSON.stringify(file)}, 'utf8'))
const [verb, ...given] = process.argv.slice(2)
const fail = (error) => { process.stderr.write(JSON.stringify({ schema_version: 1, error })); process.exit(1) }
const answer = (data) => process.stdout.write(JSON.stringify(manner === 'envelope' ? { schema_version: 1, data } : data))
const save = () => manner === 'forgetful' || fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify(issues))
const quiet = isBr ? '--no-color' : '--sandbox'
if (manner === 'broken' || !given.includes('--json') || !given.includes(quiet)) fail('no')
const args = given.filter((arg) => arg !== '--json' && arg !== quiet)
const options = Object.fromEntries(args.filter((arg) => arg.startsWith('--')).map((arg) => /^--([a-z-]+)=([^]*)$/.exec(arg)?.slice(1) ?? fail('bad argument ' + arg)))
const words = args.filter((arg) => !arg.startsWith('--'))
const only = (...known) => Object.keys(options).forEach((one) => known.includes(one) || fail('unknown flag ' + one))
const find = (id) => issues.find((one) => one.id === id) ?? fail('not found')
const hook = (name) => {
  const path = '.beads/hooks/' + name
  if (!isBr && process.env.BD_NO_HOOKS !== '1' && fs.existsSync(path)) require('node:child_process').execFileSync(path)
}
if (verb === 'ready') {
  only('limit')
  answer(issues.filter((one) => one.status === 'open'))
} else if (verb === 'list') {
  only('status', 'limit')
  const found = issues.filter((one) => one.status === options.status)
  answer(isBr ? { issues: found } : found)
} else if (verb === 'show') answer([find(words[0])])
else if (verb === 'create') {
  only(isBr ? 'title-flag' : 'title', 'type', 'priority')
  const made = { id: 'bd-' + (issues.length + 1), title: options[isBr ? 'title-flag' : 'title'], status: 'open', priority: Number(options.priority), issue_type: options.type, metadata: {} }
  issues.push(made)
  save()
  hook('on_create')
  answer(made)
} else if (verb === 'comments' && isBr && words[0] === 'add') {
  only('message')
  find(words[1]).notes += options.message + '\\n'
  save()
  answer({})
} else if (verb === 'update') {
  only(...(isBr ? ['status'] : ['status', 'append-notes', 'set-metadata']))
  const one = find(words[0])
  if (options.status) one.status = options.status
  if (options['append-notes']) one.notes += options['append-notes'] + '\\n'
  for (const arg of args.filter((arg) => arg.startsWith('--set-metadata='))) {
    const [, key, value] = /^--set-metadata=([^=]+)=([^]*)$/.exec(arg)
    if (/^(?:bd:|_)/.test(key)) fail('reserved')
    one.metadata[key] = value
  }
  save()
  hook('on_update')
  answer([one])
} else fail('unknown command')
`
}
