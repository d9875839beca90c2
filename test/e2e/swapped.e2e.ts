import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { approveHold } from '../support/approve-hold.ts'
import { governedMachine } from './support/governed-machine.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

type Swap = {
  readonly what: string
  /** The call that is held, approved, and tried again after the change. */
  readonly call: string
  readonly prepare: (world: World) => void
  /** What an agent does between approval and call, where the gate reads nothing of it. */
  readonly change: (world: World) => void
  /** What the agent and the person read. */
  readonly says: string
}

const sh = (world: World, command: string) =>
  execFileSync('sh', ['-c', command], { cwd: world.project, env: { PATH: process.env['PATH'], HOME: world.home } })

const script = (world: World, name: string, text = '#!/bin/sh\necho deployed\n') => {
  chmodSync(world.write(name, text), 0o755)
}
/** Nothing that the gate would hold for what it says. */
const other = '#!/bin/sh\necho stolen\n'

const SWAPS: readonly Swap[] = [
  {
    what: 'a script, by `git apply`',
    call: './deploy.sh',
    prepare: (world) => {
      script(world, 'deploy.sh')
      world.git('add', 'deploy.sh')
      world.git('commit', '-q', '-m', 'script')
    },
    change: (world) => {
      script(world, 'deploy.sh', other)
      sh(world, 'git diff > ../swap.patch && git checkout -q deploy.sh && git apply ../swap.patch')
    },
    says: '`deploy.sh` was changed',
  },
  {
    what: 'a script, by `perl -pi`',
    call: './deploy.sh',
    prepare: (world) => script(world, 'deploy.sh'),
    change: (world) => sh(world, "perl -pi -e 's/deployed/stolen/' deploy.sh"),
    says: '`deploy.sh` was changed',
  },
  {
    what: 'a script, by `tar x`',
    call: './deploy.sh',
    prepare: (world) => script(world, 'deploy.sh'),
    change: (world) => {
      mkdirSync(`${world.root}/packed`)
      script(world, `${world.root}/packed/deploy.sh`, other)
      sh(world, 'tar c -C ../packed deploy.sh | tar x')
    },
    says: '`deploy.sh` was changed',
  },
  {
    what: 'the aim of a link',
    call: './deploy.sh',
    prepare: (world) => {
      script(world, 'good.sh')
      script(world, 'bad.sh', other)
      symlinkSync('good.sh', world.path('deploy.sh'))
    },
    change: (world) => {
      rmSync(world.path('deploy.sh'))
      symlinkSync('bad.sh', world.path('deploy.sh'))
    },
    says: '`deploy.sh` was changed',
  },
  {
    what: 'the program behind a script of `package.json`',
    call: 'npm run deploy',
    prepare: (world) => {
      world.write('package.json', '{"scripts":{"deploy":"node ship.mjs"}}')
      world.write('ship.mjs', 'console.log(1)\n')
    },
    change: (world) => world.write('ship.mjs', 'console.log(2)\n'),
    says: '`ship.mjs` was changed',
  },
  {
    what: 'a script of a script, in the folder that it goes to',
    call: 'bash deploy.sh',
    prepare: (world) => {
      world.write('deploy.sh', 'cd d\nbash ./q9.sh\n')
      world.write('d/q9.sh', 'echo 1\n')
    },
    change: (world) => world.write('d/q9.sh', 'echo 2\n'),
    says: '`d/q9.sh` was changed, `d/` was changed',
  },
  {
    what: 'the makefile that a script would rather read',
    call: 'bash deploy.sh',
    prepare: (world) => {
      world.write('deploy.sh', 'make ship\n')
      world.write('Makefile', 'ship:\n\techo 1\n')
    },
    change: (world) => world.write('GNUmakefile', 'ship:\n\techo 2\n'),
    says: '`GNUmakefile` is new',
  },
  {
    what: 'what a word of git stands for in a script',
    call: 'bash deploy.sh',
    prepare: (world) => world.write('deploy.sh', 'git zz\n'),
    change: (world) => world.git('config', 'alias.zz', '!echo 2'),
    says: '`alias.zz` is new',
  },
  {
    what: 'the address of the remote',
    call: 'git push',
    prepare: () => undefined,
    change: (world) => world.git('remote', 'set-url', 'origin', `${world.root}/elsewhere.git`),
    says: 'the remote `origin` was changed',
  },
  {
    what: 'what is pushed',
    call: 'git push',
    prepare: () => undefined,
    change: (world) => world.git('commit', '-q', '--allow-empty', '-m', 'one more'),
    says: '1 more commit: # one more',
  },
  {
    what: 'the hook that git runs',
    call: 'git push',
    prepare: () => undefined,
    change: (world) => script(world, '.git/hooks/pre-push', other),
    says: '`.git/hooks/pre-push` is new',
  },
]

describe('an approval is for what was there when it was given', () => {
  it('[EDGE-57] swapped afterwards, the call is held again, the agent reads what changed, and it is on record', async () => {
    const { world, fairlead } = governedMachine({ runtime: 'claude-code' })
    const ask = (id: string, command: string) => {
      const stdout = fairlead.hook('claude-code', beforeTool(world, { id, name: 'Bash', input: { command } }))
      return stdout === '' ? 'silence' : `${JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason}`
    }
    const seen = new Map<string, readonly string[]>()
    for (const [at, { what, call, prepare, change }] of SWAPS.entries()) {
      prepare(world)
      const first = ask(`toolu_${at}_1`, call)
      await approveHold(world)
      change(world)
      const again = ask(`toolu_${at}_2`, call)
      await approveHold(world)
      seen.set(what, [/hold/.exec(first)?.[0] ?? first, changeIn(again), ask(`toolu_${at}_3`, call)])
      world.git('add', '-A')
      world.git('commit', '-q', '--no-verify', '--allow-empty', '-m', 'next')
      world.git('rm', '-rqf', '--ignore-unmatch', '.')
    }
    expect([...seen]).toEqual(SWAPS.map(({ what, says }) => [what, ['hold', says, 'silence']]))
    expect((await fairlead.factsOf('grant.rejected')).map(({ why }) => named(why.replace(/#\d+/, '#')))).toEqual(
      SWAPS.map(({ says }) => `${says} since # was approved`),
    )
  })
})

const changeIn = (reason: string): string => named(/^.*?([^\n;]*) since #\d+ was approved/s.exec(reason)?.[1] ?? reason)
const named = (text: string): string => text.replace(/commit: [0-9a-f]{7} /, 'commit: # ')
