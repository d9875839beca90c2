import type { ConsoleWorld } from './console-world.ts'
import { seeder, seedMonth } from './seed.ts'

const SESSION = '19cbfdce-42aa-4b0e-9e53-6d7dd34a7a10'

/** A held call whose text would like to be something else. */
export async function seedHostile({ world, env }: Pick<ConsoleWorld, 'world' | 'env'>): Promise<void> {
  const seed = seeder(world.project, env)
  await seed.call(SESSION, Date.now() - 60_000, {
    input: { command: 'echo "<img src=x onerror=alert(1)> \u202e[click](javascript:alert(1))" && npm publish' },
  })
  await seed.close()
}

/** A shop with commits to publish, a script to deploy it, and files that are nowhere else. */
export async function seedShop({
  world,
  fairlead,
  env,
}: Pick<ConsoleWorld, 'world' | 'fairlead' | 'env'>): Promise<void> {
  world.write(
    'deploy.sh',
    '#!/bin/sh\nset -eu\nnpm run build\nscp -r dist server:/srv/shop\nssh server systemctl restart shop\n',
  )
  world.write('src/total.ts', 'export const total = (cents: number) => Math.round(cents) / 100\n')
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'chore: a script to deploy')
  world.git('push', '-q')
  world.write(
    'src/total.ts',
    'import { half } from "./round.ts"\n\nexport const total = (cents: number) => half(cents) / 100\n',
  )
  world.write('src/round.ts', 'export const half = (value: number) => Math.round(value)\n')
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'fix: rounding in totals')
  world.write('test/total.test.ts', 'import { total } from "../src/total.ts"\n'.repeat(12))
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'test: totals')
  world.write('build/out.js', 'x\n')
  world.write('fixtures/local/prices.json', '{}\n')
  await seedMonth(world.project, env, Date.now(), 12)
  const cite = '`Math.round(value)` [${PROJECT_ROOT}/src/round.ts:1]'
  const decide = (...words: readonly string[]) => fairlead.cli('ledger', 'decide', ...words)
  decide('Rounding', 'round half up in one place', '--why', 'three places rounded differently', '--cite', cite)
  decide('Prices', 'cents as whole numbers, never floats', '--assumption', '--question', 'what of other currencies?')
  decide(
    'Rounding of tax',
    'per line, then summed',
    '--cite',
    cite,
    '--next',
    'test the export',
    '--blocker',
    'no test data',
  )
  world.write('src/round.ts', 'export const half = (value: number) => Math.floor(value + 0.5)\n')
}
