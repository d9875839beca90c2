import { describe, expect, it } from 'vitest'
import { AROUND, PROJECT } from '../../../test/support/events.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'
import { exhibitNeeds, furtherNeeds } from './exhibit-needs.ts'

const needs = (command: string) => {
  const tool = { kind: 'shell', name: 'Bash', command } as const
  return exhibitNeeds(tool, AROUND, assess(tool, AROUND, NO_MEMORY).findings)
}
const folder = String(PROJECT)

describe('what a call runs and feeds', () => {
  it.each([
    ['bash deploy.sh', ['deploy.sh']],
    ['node ship', ['ship.js', 'ship/index.js']],
    ['bash dep*.sh', ['dep*.sh']],
    ['./deploy.sh --prod', ['./deploy.sh']],
    ['source lib/env.sh', ['lib/env.sh']],
    ['X=deploy.sh; bash "$X"', ['deploy.sh']],
    ['node scripts/ship.mjs', ['scripts/ship.mjs']],
    ['psql -f seed.sql', ['seed.sql']],
    ['psql -fseed.sql', ['seed.sql']],
    ['psql < seed.sql', ['seed.sql']],
    ["sqlite3 app.db '.read seed.sql'", ['seed.sql']],
    ['helm upgrade web ./chart --values=prod.yaml', ['./chart', 'prod.yaml']],
    ['docker compose -f prod.yml up', ['prod.yml']],
    ['terraform apply plan', ['plan']],
    ['kubectl apply -k x', [`${AROUND.home}/.kube/config`]],
    ['curl -d @body.json https://a.b', ['body.json']],
    ['cat a.sql | psql', ['a.sql']],
    ['ENV_FILE=.env.prod ./x', ['.env.prod']],
    ['bash ~/deploy.sh', [`${AROUND.home}/deploy.sh`]],
    ['python3 -c "exec(open(\'x.py\').read())"', ['x.py']],
    ["python3 -c 'from pk import b'", ['pk/__init__.py', 'pk/b.py']],
    ['python3 -m pk.mod -m x', ['pk/__init__.py', 'pk/mod.py', 'pk/mod/__main__.py']],
    ['python3 -Impk', ['pk.py', 'pk/__main__.py']],
    ['python3 a.py', ['a.py']],
    ['bash "$HERE/lib.sh"', ['./lib.sh']],
    ["bash -c '. ~/env.sh; $CMD'", [`${AROUND.home}/env.sh`]],
  ])('[EDGE-57] names the files of `%s`', (command, names) => {
    expect(needs(command).names).toEqual(expect.arrayContaining(names))
  })

  it.each([
    ['npm run deploy', ['package.json', '.npmrc', '.yarnrc.yml']],
    ['make release', ['gnumakefile', 'makefile']],
    ['just ship', ['justfile', '.justfile']],
    ['vite build', ['vite.config.js', 'vite.config.mjs', 'vite.config.cjs', 'vite.config.ts']],
    ['terraform apply', ['*.tf', '*.tfvars']],
    ['rake x', ['rakefile']],
    ['echo x', []],
  ])('[EDGE-57] and those that `%s` looks for by itself', (command, names) => {
    expect(needs(command).sought.flatMap((one) => one.names)).toEqual(names)
  })

  it('[EDGE-57] looks where the command runs', () => {
    const { folders, sought } = needs('cd web && npm run deploy')
    expect(folders).toEqual([folder, `${folder}/web`])
    expect(sought).toMatchObject([{ from: `${folder}/web`, argv: ['npm', 'run', 'deploy'] }])
    expect(needs('PYTHONPATH=lib:/x python3 -m pk').folders).toEqual([folder, `${folder}/lib`, '/x'])
    expect(needs('cd "$X" && npm run deploy').sought).toMatchObject([{ from: folder }])
  })

  it.each([
    ['git push', [{ hooks: ['pre-push'], commits: false, pushes: { words: [], all: false } }]],
    [
      'git push --tags origin main',
      [{ hooks: ['pre-push'], commits: false, pushes: { words: ['origin', 'main'], all: true } }],
    ],
    [
      'git commit -am x && git push',
      [{ hooks: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'], commits: true }, { commits: false }],
    ],
    ['git -C web zz', [{ folder: `${folder}/web`, hooks: [], commits: false, alias: 'zz' }]],
    ['git cherry-pick x', [{ hooks: [], commits: true }]],
    ['git status', []],
    ['git', []],
  ])('[EDGE-57] what git runs and sends: `%s`', (command, git) => {
    const found = needs(command).git
    expect(found).toMatchObject(git)
    expect(found).toHaveLength(git.length)
  })

  it('[EDGE-57] what a command deletes or works on as a database is nothing that it runs, unless another one does', () => {
    expect(needs('rm -rf ../x').names).not.toContain('../x')
    expect(needs('./x.sh; rm -rf ../x').names).toContain('./x.sh')
    expect(needs('bash ../x; rm -rf ../x').names).toContain('../x')
    expect(needs("sqlite3 app.db 'drop table x'").names).not.toContain('app.db')
    expect(needs('sqlite3 app.db < a.sql; sh app.db').names).toEqual(expect.arrayContaining(['a.sql', 'app.db']))
    expect(needs('sqlite3').names).toEqual(['sqlite3'])
  })

  it('[EDGE-57] what it writes is nothing that it feeds, and what nobody can read names nothing', () => {
    expect(needs('make x > out.txt').names).not.toContain('out.txt')
    expect(needs('exec 3<> in.txt && cat <&3').names).toContain('in.txt')
    expect(needs('python3 -c "$X"').names).not.toContain('$X')
  })

  it('[EDGE-57] a push inside a script of this session is looked at where it runs', () => {
    const tool = { kind: 'shell', name: 'Bash', command: 'bash ship.sh' } as const
    const [push] = assess({ ...tool, command: 'git push origin main' }, AROUND, NO_MEMORY).findings
    if (push === undefined) throw new Error('a push is found')
    const git = (more: object) => exhibitNeeds(tool, AROUND, [{ ...push, ...more }]).git
    expect(git({})).toMatchObject([{ folder, pushes: { words: ['origin', 'main'] } }])
    expect(git({ cwd: '/p/web' })).toMatchObject([{ folder: '/p/web' }])
  })

  it('[EDGE-57] other tools in the words of commands', () => {
    const tool = { kind: 'edit', name: 'Edit', changes: [{ op: 'delete', path: '/p/x.sh' }] } as const
    expect(exhibitNeeds(tool, AROUND, []).names).toContain('/p/x.sh')
  })

  it('is bounded', () => {
    const words = Array.from({ length: 600 }, (_, at) => `f${at}`).join(' ')
    expect(needs(`git push ${words}`).names).toHaveLength(602)
    const { names } = furtherNeeds({ path: '/p/x', text: words.replaceAll(' ', '/ '), folder }, AROUND)
    expect(names.length).toBeLessThanOrEqual(4_000)
    expect(needs(`git push ${'x'.repeat(400)}`).names).not.toContain('x'.repeat(400))
  })
})

describe('what a file runs and reads in turn', () => {
  const further = (path: string, text: string, argv?: readonly string[]) =>
    furtherNeeds({ path: `${folder}/${path}`, text, folder, ...(argv && { argv }) }, AROUND)

  it.each([
    ['deploy.sh', '#!/bin/sh\n. "$(dirname "$0")/lib/steps.sh"\n', './lib/steps.sh'],
    ['deploy.sh', '#!/bin/bash\nsource "${BASH_SOURCE%/*}/steps.sh"\n', './steps.sh'],
    ['run', '#!/usr/bin/env bash\ncd x && ./go.sh\n', './go.sh'],
    ['a.mjs', "import { x } from './lib/b.mjs'\n", './lib/b.mjs'],
    ['a.js', "const b = require('./b')\n", './b.js'],
    ['a.py', 'from tools.ship import go\n', 'tools/ship.py'],
    ['a.py', 'from pk import (a as x,\n  b)\n', 'pk/b.py'],
    ['a.py', 'import x as y, pk.b as z\n', 'pk/b.py'],
    ['a.py', "m = __import__('pk.b')\n", 'pk/b.py'],
    ['a.py', 'from . import b\n', './b.py'],
    ['a.py', 'from ...pk import b\n', './../../pk/b.py'],
    ['a.sh', 'bash go\n', 'go'],
    ['a.sh', 'D=./d\n. $D/l.sh\n', './d/l.sh'],
    ['a.sh', 'psql -f seed\n', 'seed'],
    ['Makefile', 'include rules.mk\n', 'rules.mk'],
    ['Makefile', '-include more other\n', 'other'],
    ['Makefile', 'x:\n\t@bash go\n', 'go'],
    ['Makefile', 'D := d\n-include $(D)/more $(E)/x\n', 'd/more'],
    ['k.yaml', 'file: conf/app.yaml\n', 'conf/app.yaml'],
    ['run', 'load ~/env.rb', `${AROUND.home}/env.rb`],
  ])('[EDGE-57] %s: %j', (path, text, name) => {
    const { names, folders } = further(path, text)
    expect(names).toContain(name)
    expect(folders).toContain(folder)
  })

  it('[EDGE-57] of a `package.json` only the scripts that are run, and what they look for', () => {
    const text = '{"scripts":{"deploy":"npm run build && node ship.mjs","build":"node build.mjs","test":"node t.mjs"}}'
    const found = further('package.json', text, ['npm', 'run', 'deploy'])
    expect(found.names).toContain('ship.mjs')
    expect(found.names).not.toContain('t.mjs')
    expect(found.sought).toMatchObject([
      { names: ['package.json', '.npmrc', '.yarnrc.yml'], argv: ['npm', 'run', 'build'] },
    ])
    expect(further('Makefile', 'x:\n\t./go.sh\n', ['make', 'x']).names).toContain('./go.sh')
  })

  it('[EDGE-57] a text is read as its program would, then as it says itself', () => {
    const found = (interpreter: string, text: string) =>
      furtherNeeds({ path: `${folder}/a`, text, folder, interpreter }, AROUND).names.includes('seed')
    expect(found('bash', '#!/usr/bin/python3\npsql -f seed')).toBe(true)
    expect(found('', 'psql -f seed')).toBe(true)
    expect(found('', '#!/usr/bin/python3\npsql -f seed')).toBe(false)
    expect(found('python3', 'psql -f seed')).toBe(false)
  })

  it('[EDGE-57] each command of a script is asked where it runs', () => {
    const found = further('a.sh', 'cd d\nbash ./q.sh\nmake ship\ngit zz\n')
    expect(found.folders).toEqual([folder, `${folder}/d`])
    expect(found.runs).toEqual([['./q.sh', 'bash']])
    expect(found.sought).toMatchObject([{ from: `${folder}/d`, argv: ['make', 'ship'] }, { from: `${folder}/d` }])
    expect(found.git).toMatchObject([{ folder: `${folder}/d`, alias: 'zz' }])
    expect(further('Makefile', 'x:\n\t@$(MAKE) -C d y\n').sought).toMatchObject([{ from: `${folder}/d` }])
  })

  it('[EDGE-57] words without a dot or a slash name nothing in a text of unknown making', () => {
    expect(further('notes', 'plan\nthe work and x/y').names).toEqual(['x/y'])
  })
})
