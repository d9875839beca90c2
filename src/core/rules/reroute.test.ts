import { describe, expect, it } from 'vitest'
import { AROUND, PROJECT } from '../../../test/support/events.ts'
import type { Tier } from '../model/assessment.ts'
import type { SessionMemory } from '../model/tool.ts'
import { assess } from './assess.ts'

const held = (...targets: readonly string[]): SessionMemory => ({
  written: [],
  blocked: targets.map((target) => ({ family: 'rm', harm: 'delete', targets: [target] })),
})
const tierOf = (command: string, memory: SessionMemory): Tier =>
  assess({ kind: 'shell', name: 'Bash', command }, AROUND, memory).tier

describe('another way to a refused end', () => {
  it.each([
    ['a hold of the whole project', 'rm src/a.ts', held(PROJECT)],
    ['a hold of the folder here', 'rm src/a.ts', held('.')],
    ['a hold of what holds the project', 'rm src/a.ts', held('/home/dev')],
    ['what is built again', 'rm src/node_modules/x.js', held(`${PROJECT}/src`)],
    ['what is temporary', 'rm /tmp/a/x', held('/tmp/a')],
    ['what was held long ago', 'rm src/a.ts', held(`${PROJECT}/src`, '/a', '/b', '/c', '/d', '/e')],
  ])('[EDGE-34] is not seen in %s', (_title, command, memory) => {
    expect(tierOf(command, memory)).toBe('routine')
  })

  it('[EDGE-36] is still seen where it leads to the same place', () => {
    expect(tierOf('rm src/a.ts', held('/a', `${PROJECT}/src`, PROJECT))).toBe('junction')
  })
})
