// A program that keeps issues as `bd` does: the documented JSON, in one file, by the documented options and no others.
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
  writeFileSync(program, `#!${process.execPath}\n${source(join(bin, 'issues.json'), manner)}`)
  chmodSync(program, 0o755)
}

function source(file: string, manner: FakeBd['manner']): string {
  return `
const fs = require('node:fs')
const manner = ${JSON.stringify(manner)}
const issues = JSON.parse(fs.readFileSync(${JSON.stringify(file)}, 'utf8'))
const [verb, ...args] = process.argv.slice(2)
const fail = (error) => { process.stderr.write(JSON.stringify({ schema_version: 1, error })); process.exit(1) }
const answer = (data) => process.stdout.write(JSON.stringify(manner === 'envelope' ? { schema_version: 1, data } : data))
const save = () => manner === 'forgetful' || fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify(issues))
if (manner === 'broken' || !args.includes('--json')) fail('no')
const find = (id) => issues.find((one) => one.id === id) ?? fail('not found')
if (verb === 'ready') answer(issues.filter((one) => one.status !== 'closed'))
else if (verb === 'show') answer([find(args[0])])
else if (verb === 'create') {
  const value = (name) => args.find((arg) => arg.startsWith('--' + name + '='))?.split('=').slice(1).join('=')
  const made = { id: 'bd-' + (issues.length + 1), title: value('title'), status: 'open', priority: Number(value('priority')), issue_type: value('type'), metadata: {} }
  issues.push(made)
  save()
  answer(made)
} else if (verb === 'update') {
  const one = find(args[0])
  for (const arg of args.slice(1)) {
    const [, name, value = ''] = /^--([a-z-]+)(?:=([\\s\\S]*))?$/.exec(arg) ?? fail('bad argument ' + arg)
    if (name === 'json') continue
    else if (name === 'status') one.status = value
    else if (name === 'append-notes') one.notes += value + '\\n'
    else if (name === 'set-metadata') {
      const at = value.indexOf('=')
      if (/^(?:bd:|_)/.test(value)) fail('reserved')
      one.metadata[value.slice(0, at)] = value.slice(at + 1)
    } else fail('unknown flag ' + name)
  }
  save()
  answer([one])
} else fail('unknown command')
`
}
