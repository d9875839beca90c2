import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AROUND } from '../../test/support/events.ts'
import { changesBetween, type Exhibit } from '../core/model/exhibit.ts'
import { projectRoot } from '../core/model/ids.ts'
import { NO_MEMORY } from '../core/model/tool.ts'
import { assess } from '../core/rules/assess.ts'
import { exhibitNeeds } from '../core/rules/exhibit-needs.ts'
import { lookAtExhibit } from './gather-exhibit.ts'

function folder() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-exhibit-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const project = join(root, 'project')
  mkdirSync(project)
  const path = (name: string) => join(project, name)
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), text)
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=d', '-c', 'user.email=d@x.invalid', ...args], {
      cwd: project,
      env: { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
    })
  const repository = () => {
    git('init', '-q', '-b', 'main')
    git('commit', '-q', '--allow-empty', '-m', 'first')
    git('remote', 'add', 'origin', '/nowhere/origin.git')
  }
  const look = (command: string): Promise<Exhibit> => {
    const around = { ...AROUND, project: projectRoot(project), cwd: project, home: root, ownPaths: [path('.proof')] }
    const tool = { kind: 'shell', name: 'Bash', command } as const
    return lookAtExhibit(exhibitNeeds(tool, around, assess(tool, around, NO_MEMORY).findings), around)
  }
  return { root, path, write, git, repository, look }
}

type Folder = ReturnType<typeof folder>

interface Row {
  readonly what: string
  readonly call: string
  readonly before: (at: Folder) => void
  readonly change: (at: Folder) => void
  /** What is told of it; nothing where it does not count. */
  readonly says: readonly string[]
}

const both =
  (...acts: readonly ((at: Folder) => void)[]) =>
  (at: Folder) => {
    for (const act of acts) act(at)
  }
const has = (name: string, text: string | Buffer) => (at: Folder) => at.write(name, text)
const repository = (at: Folder) => {
  at.repository()
  // So that there are settings, whatever those of this machine are.
  at.git('config', 'push.default', 'simple')
}

const ROWS: readonly Row[] = [
  {
    what: 'what a pattern names',
    call: 'bash dep*.sh',
    before: has('deploy.sh', 'a'),
    change: has('deploy.sh', 'b'),
    says: ['deploy.sh changed'],
  },
  {
    what: 'a script that the same call deletes',
    call: 'bash ../x/a.sh; rm -rf ../x',
    before: has('../x/a.sh', 'a'),
    change: has('../x/a.sh', 'b'),
    says: ['~/x/a.sh changed', '~/x changed'],
  },
  {
    what: 'a program without its ending',
    call: 'node ship',
    before: has('ship.js', 'a'),
    change: has('ship.js', 'b'),
    says: ['ship.js changed'],
  },
  { what: 'a script', call: 'bash x.sh', before: has('x.sh', 'a'), change: has('x.sh', 'b'), says: ['x.sh changed'] },
  {
    what: 'a script that was not there',
    call: './x.sh',
    before: () => undefined,
    change: has('x.sh', 'b'),
    says: ['x.sh new'],
  },
  {
    what: 'a script that is gone',
    call: '. ./x.sh',
    before: has('x.sh', 'b'),
    change: (at) => rmSync(at.path('x.sh')),
    says: ['x.sh gone'],
  },
  {
    what: 'where a link leads',
    call: './x.sh',
    before: both(has('a', 'same'), has('b', 'same'), (at) => symlinkSync('a', at.path('x.sh'))),
    change: (at) => {
      rmSync(at.path('x.sh'))
      symlinkSync('b', at.path('x.sh'))
    },
    says: ['x.sh changed'],
  },
  {
    what: 'a library of a script, two steps away',
    call: 'bash x.sh',
    before: both(has('x.sh', '. "$(dirname "$0")/lib/a.sh"\n'), has('lib/a.sh', '. lib/b.sh\n'), has('lib/b.sh', 'a')),
    change: has('lib/b.sh', 'b'),
    says: ['lib/b.sh changed'],
  },
  {
    what: 'a module of a program',
    call: 'node ship.mjs',
    before: both(has('ship.mjs', "import './lib.mjs'\n"), has('lib.mjs', 'a')),
    change: has('lib.mjs', 'b'),
    says: ['lib.mjs changed'],
  },
  {
    what: 'a script of `package.json`, found above',
    call: 'cd web/app && npm run deploy',
    before: both(has('web/package.json', '{"scripts":{"deploy":"a"}}'), has('web/app/.npmrc', '')),
    change: has('web/package.json', '{"scripts":{"deploy":"b"}}'),
    says: ['web/package.json changed'],
  },
  {
    what: 'where a package is published',
    call: 'npm publish',
    before: has('package.json', '{}'),
    change: has('.npmrc', 'registry=https://x.invalid\n'),
    says: ['.npmrc new'],
  },
  {
    what: 'which cluster is meant',
    call: 'kubectl apply -f k.yaml',
    before: has('../.kube/config', 'current-context: test\n'),
    change: has('../.kube/config', 'current-context: production\n'),
    says: ['~/.kube/config changed'],
  },
  {
    what: 'what such a script runs, through another one',
    call: 'npm run deploy',
    before: both(has('package.json', '{"scripts":{"deploy":"npm run b","b":"node b.mjs"}}'), has('b.mjs', 'a')),
    change: has('b.mjs', 'b'),
    says: ['b.mjs changed'],
  },
  {
    what: 'nothing that another script of `package.json` runs',
    call: 'npm run deploy',
    before: both(has('package.json', '{"scripts":{"deploy":"true","b":"node b.mjs"}}'), has('b.mjs', 'a')),
    change: has('b.mjs', 'b'),
    says: [],
  },
  {
    what: 'what a makefile includes',
    call: 'make release',
    before: both(has('Makefile', 'include r.mk\n'), has('r.mk', 'a')),
    change: has('r.mk', 'b'),
    says: ['r.mk changed'],
  },
  {
    what: 'a justfile',
    call: 'just ship',
    before: has('justfile', 'a'),
    change: has('justfile', 'b'),
    says: ['justfile changed'],
  },
  { what: 'SQL', call: 'psql -f x.sql', before: has('x.sql', 'a'), change: has('x.sql', 'b'), says: ['x.sql changed'] },
  {
    what: 'what is read from standard input',
    call: 'psql < x.sql',
    before: has('x.sql', 'a'),
    change: has('x.sql', 'b'),
    says: ['x.sql changed'],
  },
  {
    what: 'a manifest',
    call: 'kubectl apply -f k/a.yaml',
    before: has('k/a.yaml', 'a'),
    change: has('k/a.yaml', 'b'),
    says: ['k/a.yaml changed'],
  },
  {
    what: 'a folder of manifests',
    call: 'kubectl apply -f k/',
    before: has('k/x/a.yaml', 'a'),
    change: has('k/x/b.yaml', 'b'),
    says: ['k changed'],
  },
  {
    what: 'a plan',
    call: 'terraform apply plan',
    before: has('plan', 'a\0'),
    change: has('plan', 'b\0'),
    says: ['plan changed'],
  },
  {
    what: 'what terraform finds by itself',
    call: 'terraform apply',
    before: has('a.tf', 'a'),
    change: has('b.tf', 'b'),
    says: ['b.tf new'],
  },
  {
    what: 'a value file',
    call: 'helm upgrade web ./chart --values=v.yaml',
    before: has('v.yaml', 'a'),
    change: has('v.yaml', 'b'),
    says: ['v.yaml changed'],
  },
  {
    what: 'a file too large to read, its time set back',
    call: './big',
    before: both(has('big', ''), (at) => {
      truncateSync(at.path('big'), 9_000_000)
      utimesSync(at.path('big'), 1, 1)
    }),
    change: both(has('big', 'x'), (at) => {
      truncateSync(at.path('big'), 9_000_000)
      utimesSync(at.path('big'), 1, 1)
    }),
    says: ['big changed'],
  },
  {
    what: 'the commit',
    call: 'git push',
    before: repository,
    change: (at) => at.git('commit', '-q', '--allow-empty', '-m', 'x'),
    says: ['HEAD changed'],
  },
  {
    what: 'the branch',
    call: 'git push',
    before: repository,
    change: (at) => at.git('checkout', '-q', '-b', 'other'),
    says: ['HEAD changed'],
  },
  {
    what: 'a branch that is named',
    call: 'git push origin +side:main',
    before: both(repository, (at) => at.git('branch', 'side')),
    change: (at) => at.git('update-ref', 'refs/heads/side', at.git('commit-tree', '-m', 'x', 'HEAD^{tree}').trim()),
    says: ['side changed'],
  },
  {
    what: 'any tag, where all are pushed',
    call: 'git push --tags',
    before: repository,
    change: (at) => at.git('tag', 'v1'),
    says: ['all branches and tags changed'],
  },
  {
    what: 'the address',
    call: 'git push',
    before: repository,
    change: (at) => at.git('remote', 'set-url', 'origin', '/x'),
    says: ['origin changed'],
  },
  {
    what: 'an address by another name',
    call: 'git push',
    before: repository,
    change: (at) => at.git('config', 'url./x.pushInsteadOf', '/nowhere'),
    says: [' changed'],
  },
  {
    what: 'the remote of the branch',
    call: 'git push',
    before: repository,
    change: (at) => at.git('config', 'branch.main.pushRemote', 'x'),
    says: [' changed'],
  },
  {
    what: 'settings that are included',
    call: 'git push',
    before: both(
      repository,
      (at) => at.git('config', 'include.path', '../more'),
      has('more', '[remote "x"]\nurl = a\n'),
    ),
    change: has('more', '[remote "x"]\nurl = b\n'),
    says: ['x changed'],
  },
  {
    what: 'the remote and the commit in a linked work tree',
    call: 'cd ../side && git push',
    before: both(repository, (at) => at.git('worktree', 'add', '-q', '../side')),
    change: (at) => {
      at.git('-C', '../side', 'commit', '-q', '--allow-empty', '-m', 'x')
      at.git('remote', 'set-url', 'origin', '/x')
    },
    says: ['HEAD changed', 'origin changed'],
  },
  {
    what: 'nothing when refs are packed',
    call: 'git push origin main',
    before: repository,
    change: (at) => at.git('pack-refs', '--all'),
    says: [],
  },
  {
    what: 'a commit, where refs are packed',
    call: 'git push',
    before: both(repository, (at) => at.git('pack-refs', '--all')),
    change: (at) => at.git('update-ref', 'refs/heads/main', at.git('commit-tree', '-m', 'x', 'HEAD^{tree}').trim()),
    says: ['HEAD changed'],
  },
  {
    what: 'a commit without a branch',
    call: 'git push origin HEAD:main',
    before: both(repository, (at) => at.git('checkout', '-q', '--detach')),
    change: (at) => at.git('commit', '-q', '--allow-empty', '-m', 'x'),
    says: ['HEAD changed'],
  },
  {
    what: 'a push from a bare repository',
    call: 'cd ../bare.git && git push',
    before: (at) => at.git('init', '-q', '--bare', '../bare.git'),
    change: (at) => at.git('-C', '../bare.git', 'remote', 'add', 'origin', '/x'),
    says: ['origin new'],
  },
  {
    what: 'nothing of another branch',
    call: 'git push',
    before: repository,
    change: (at) => at.git('config', 'branch.side.remote', 'x'),
    says: [],
  },
  {
    what: 'a hook of git',
    call: 'git push',
    before: repository,
    change: has('.git/hooks/pre-push', 'a'),
    says: ['.git/hooks/pre-push new'],
  },
  {
    what: 'a hook in a folder of its own',
    call: 'git push',
    before: both(repository, (at) => at.git('config', 'core.hooksPath', 'hk'), has('hk/pre-push', 'a')),
    change: has('hk/pre-push', 'b'),
    says: ['hk/pre-push changed'],
  },
  {
    what: 'what is committed and pushed in one go',
    call: 'git commit -qam x && git push',
    before: both(repository, has('a.txt', 'a')),
    change: has('a.txt', 'b'),
    says: ['a.txt changed'],
  },
  {
    what: 'nothing of the work tree, where it is only pushed',
    call: 'cd . && git push',
    before: both(repository, has('a.txt', 'a')),
    change: has('a.txt', 'b'),
    says: [],
  },
  {
    what: 'a push inside a script',
    call: './deploy.sh',
    before: both(repository, has('deploy.sh', '#!/bin/sh\ngit push\n')),
    change: (at) => at.git('remote', 'set-url', 'origin', '/x'),
    says: ['origin changed'],
  },
  {
    what: 'what is about to be deleted',
    call: 'rm -rf ../x',
    before: has('../x/a', 'a'),
    change: has('../x/a', 'b'),
    says: ['~/x changed'],
  },
  {
    what: 'untracked work below what is about to be discarded',
    call: 'git clean -fdx',
    before: both(repository, has('notes.txt', 'a')),
    change: has('more.txt', 'b'),
    says: ['the work tree changed'],
  },
  {
    what: 'the work tree that a deploy takes along',
    call: 'fly deploy',
    before: both(repository, has('a.ts', 'a')),
    change: both(has('a.ts', 'b'), has('b.ts', 'c')),
    says: ['a.ts changed', 'b.ts new'],
  },
  {
    what: 'the commit that a package is made of',
    call: 'npm publish',
    before: repository,
    change: (at) => at.git('commit', '-q', '--allow-empty', '-m', 'more'),
    says: ['HEAD changed'],
  },
  {
    what: 'nothing of the gate itself',
    call: 'cat .proof/log && git push',
    before: has('.proof/log', 'a'),
    change: has('.proof/log', 'b'),
    says: [],
  },
  {
    what: 'no database, which changes by itself',
    call: "sqlite3 a.db 'drop table x'",
    before: has('a.db', 'SQLite format 3\0a'),
    change: has('a.db', 'SQLite format 3\0b'),
    says: [],
  },
  {
    what: 'no log that a script names',
    call: './deploy.sh',
    before: both(has('deploy.sh', 'echo >> out/a.log\n'), has('out/a.log', 'a')),
    change: has('out/a.log', 'b'),
    says: [],
  },
  {
    what: 'a script beside another one, in the folder that it goes to',
    call: 'bash a.sh',
    before: both(has('a.sh', 'cd d\nbash ./q9.sh\n'), has('d/q9.sh', 'a')),
    change: has('d/q9.sh', 'b'),
    says: ['d/q9.sh changed'],
  },
  {
    what: 'a script of `package.json` that a script runs',
    call: 'bash a.sh',
    before: both(has('a.sh', 'npm run ship\n'), has('package.json', '{"scripts":{"ship":"a"}}')),
    change: both(has('package.json', '{"scripts":{"ship":"b"}}'), has('.npmrc', 'script-shell=./x\n')),
    says: ['.npmrc new', 'package.json changed'],
  },
  {
    what: 'what a makefile that a script runs does',
    call: 'bash a.sh',
    before: both(has('a.sh', 'make ship\n'), has('Makefile', '-include more.mk\nship:\n\ttrue\n')),
    change: has('Makefile', '-include more.mk\nship:\n\tfalse\n'),
    says: ['Makefile changed'],
  },
  {
    what: 'a makefile that comes before the one that a script runs',
    call: 'bash a.sh',
    before: both(has('a.sh', 'make ship\n'), has('Makefile', 'ship:\n\ttrue\n')),
    change: has('GNUmakefile', 'ship:\n\tfalse\n'),
    says: ['GNUmakefile new'],
  },
  {
    what: 'what a makefile that a script runs would include',
    call: 'bash a.sh',
    before: both(has('a.sh', 'make ship\n'), has('Makefile', '-include more\nship:\n\ttrue\n')),
    change: has('more', 'X = 1\n'),
    says: ['more new'],
  },
  {
    what: 'a library in a folder that a variable names',
    call: 'bash a.sh',
    before: both(has('a.sh', 'D=./d\n. $D/l.sh\n'), has('d/l.sh', 'a')),
    change: has('d/l.sh', 'b'),
    says: ['d/l.sh changed'],
  },
  {
    what: 'a module of a package',
    call: 'python3 m.py',
    before: both(
      has('m.py', 'from pk import (a as x,\n  b)\n'),
      has('pk/b.py', 'from . import c\n'),
      has('pk/c.py', 'a'),
    ),
    change: both(has('pk/b.py', 'from . import c #\n'), has('pk/c.py', 'b'), has('pk/__init__.py', 'a')),
    says: ['pk/__init__.py new', 'pk/b.py changed', 'pk/c.py changed'],
  },
  {
    what: 'a package above, and modules by their full name',
    call: 'python3 pk/sub/m.py',
    before: both(
      has('pk/sub/m.py', 'from ..x import y\nimport pk.z.w, pk.v\n'),
      has('pk/x/y.py', 'a'),
      has('pk/v.py', 'a'),
    ),
    change: both(has('pk/x/y.py', 'b'), has('pk/v.py', 'b'), has('pk/z/w/__init__.py', 'b')),
    says: ['pk/z/w/__init__.py new', 'pk/v.py changed', 'pk/x/y.py changed'],
  },
  {
    what: 'a package that is run',
    call: 'bash a.sh',
    before: both(has('a.sh', 'python3 -Im pk\n'), has('pk/__main__.py', 'from .lib import x\n'), has('pk/lib.py', 'a')),
    change: both(has('pk/__main__.py', 'from .lib import y\n'), has('pk/lib.py', 'b')),
    says: ['pk/__main__.py changed', 'pk/lib.py changed'],
  },
  {
    what: 'a module that is run',
    call: 'cd src && python3 -m pk.mod',
    before: has('src/pk/mod.py', 'a'),
    change: has('src/pk/mod.py', 'b'),
    says: ['src/pk/mod.py changed'],
  },
  {
    what: 'an own word of git that a script says',
    call: 'bash a.sh',
    before: both(repository, has('a.sh', 'git zz\n')),
    change: (at) => at.git('config', 'alias.zz', '!./z.sh'),
    says: ['alias.zz new'],
  },
  {
    what: 'what an own word of git runs',
    call: 'git zz',
    before: both(repository, (at) => at.git('config', 'alias.zz', '!bash ./z.sh'), has('z.sh', 'a')),
    change: both(has('z.sh', 'b'), (at) => at.git('config', 'alias.zz', '!bash ./z.sh -f')),
    says: ['alias.zz changed', 'z.sh changed'],
  },
  {
    what: 'where the folder leads that is pushed to',
    call: 'git push origin main',
    before: both(repository, has('../a.git/x', ''), has('../b.git/x', ''), (at) => {
      symlinkSync('a.git', at.path('../o.git'))
      at.git('remote', 'set-url', 'origin', '../o.git')
    }),
    change: (at) => {
      rmSync(at.path('../o.git'))
      symlinkSync('b.git', at.path('../o.git'))
    },
    says: ['origin changed'],
  },
  {
    what: 'a module in a folder that a setting names',
    call: 'bash a.sh',
    before: both(has('a.sh', 'PYTHONPATH=lib:/x python3 -mpk\n'), has('lib/pk.py', 'a')),
    change: has('lib/pk.py', 'b'),
    says: ['lib/pk.py changed'],
  },
  {
    what: 'a module of code on the command line',
    call: "python3 -c 'import m; m.go()'",
    before: has('m.py', 'a'),
    change: has('m.py', 'b'),
    says: ['m.py changed'],
  },
  {
    what: 'scripts without an ending, whatever their first line says',
    call: 'bash a',
    before: both(
      has('a', '#!/usr/bin/python3\nbash b\n'),
      has('b', './c\n'),
      has('c', 'psql -f seed\n'),
      has('seed', 'a'),
    ),
    change: has('seed', 'b'),
    says: ['seed changed'],
  },
  {
    what: 'what a script somewhere else runs here',
    call: 'cd d && bash ~/t/a.sh',
    before: both(has('../t/a.sh', 'bash ./q.sh\n'), has('d/q.sh', 'a')),
    change: has('d/q.sh', 'b'),
    says: ['d/q.sh changed'],
  },
  {
    what: 'what another makefile runs',
    call: 'make x',
    before: both(has('Makefile', 'x:\n\t@$(MAKE) -C d x\n'), has('d/Makefile', 'x:\n\t@bash q\n'), has('d/q', 'a')),
    change: has('d/q', 'b'),
    says: ['d/q changed'],
  },
  {
    what: 'an own word of git that stands for another one',
    call: 'git zz',
    before: both(repository, (at) => {
      at.git('config', 'alias.zz', 'yy -f')
      at.git('config', 'alias.yy', 'push')
    }),
    change: both(
      (at) => at.git('config', 'alias.yy', '!"./z.sh" && git push'),
      (at) => at.git('remote', 'set-url', 'origin', '/x'),
    ),
    says: ['alias.yy changed', 'origin changed'],
  },
  {
    what: 'a further line of an own word of git',
    call: 'git zz',
    before: both(repository, has('../.gitconfig', '[alias "zz"]\ncommand = !a; \\\n b\n')),
    change: has('../.gitconfig', '[alias "zz"]\ncommand = !a; \\\n c\n'),
    says: ['alias.zz changed'],
  },
  {
    what: 'where a folder leads that a script pushes to',
    call: 'bash a.sh',
    before: both(
      repository,
      has('a.sh', 'git push ../o.git main\n'),
      has('../a.git/x', ''),
      has('../b.git/x', ''),
      (at) => symlinkSync('a.git', at.path('../o.git')),
    ),
    change: (at) => {
      rmSync(at.path('../o.git'))
      symlinkSync('b.git', at.path('../o.git'))
    },
    says: ['../o.git changed'],
  },
]

describe('what is behind a call', () => {
  it.for(ROWS)('[EDGE-57] shows a change of $what', async ({ call, before, change, says }) => {
    const at = folder()
    before(at)
    const then = await at.look(call)
    expect(changesBetween(then, await at.look(call))).toEqual([])
    change(at)
    expect(changesBetween(then, await at.look(call)).map(({ name, how }) => `${name} ${how}`)).toEqual(says)
  })

  it('[EDGE-57] a pipe is not waited for, and what may not be read is told as that', async () => {
    const at = folder()
    execFileSync('mkfifo', [at.path('pipe')])
    at.write('locked', 'a')
    chmodSync(at.path('locked'), 0)
    symlinkSync('round', at.path('round'))
    const call = `./pipe ./locked ./round ./a\0b ./pipe/x ./${'x'.repeat(280)}`
    expect((await at.look(call)).map(({ name }) => name)).toEqual(['pipe', 'locked', 'round'])
  })

  it('[EDGE-57] nothing is told of git where there is no repository', async () => {
    expect(await folder().look('git push')).toEqual([])
  })

  it('[EDGE-57] many files are told one by one, more as one; beyond what is read their state is known', async () => {
    const at = folder()
    const names = Array.from({ length: 300 }, (_, index) => `f${index}`)
    for (const name of names) at.write(name, name)
    const call = `cat ${names.join(' ')} && git push`
    const then = await at.look(call)
    expect(then).toHaveLength(25)
    expect(changesBetween(then, await at.look(call))).toEqual([])
    for (const name of ['f60', 'f299']) {
      const before = await at.look(call)
      at.write(name, 'x')
      expect(changesBetween(before, await at.look(call))).toMatchObject([{ name: 'other files', how: 'changed' }])
    }
  })

  it('[EDGE-57] a call that names more than anybody looks at is another one each time', async () => {
    const at = folder()
    const call = `echo ${Array.from({ length: 21_000 }, (_, index) => `f${index}`).join(' ')} && git push`
    expect(changesBetween(await at.look(call), await at.look(call))).toMatchObject([{ name: 'other files' }])
  })

  it('[EDGE-57] a work tree that git cannot tell about is another one each time', async () => {
    const at = folder()
    repository(at)
    at.write('.git/index', 'broken')
    const call = 'git commit -qam x && git push'
    expect(changesBetween(await at.look(call), await at.look(call))).toMatchObject([{ name: 'the work tree' }])
  })

  it('[EDGE-57] a folder with much in it is looked at whole, one of the system not', async () => {
    const at = folder()
    for (let index = 0; index < 600; index += 1) at.write(`k/${index}.yaml`, '')
    at.write('k/node_modules/x', '')
    const call = 'kubectl apply -f k && ls /usr /dev/null'
    const then = await at.look(call)
    expect(then).toMatchObject([{ name: 'k' }])
    at.write('k/node_modules/x', 'x')
    expect(changesBetween(then, await at.look(call))).toEqual([])
    at.write('k/599.yaml', 'x')
    expect(changesBetween(then, await at.look(call))).toMatchObject([{ name: 'k', how: 'changed' }])
  })

  it('[EDGE-57] a pattern that names too much is told as that', async () => {
    const at = folder()
    for (let index = 0; index < 80; index += 1) at.write(`${index}.yaml`, '')
    expect(await at.look('kubectl apply -f *.yaml')).toMatchObject([{ print: 'too many' }])
  })
})
