import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boundWorld as open } from '../../../../test/support/bound-world.ts'
import type { AnchorFiles } from '../../../gate/anchor-files.ts'
import { anchorFiles } from '../../../stores/files/anchor-files.ts'
import type { PromotionPoint } from '../../../stores/files/sessions.ts'
import { settleAnchors } from '../settle-anchors.ts'

type World = ReturnType<typeof open>

const BIND = 'BIND:\n  ROLE::IMPLEMENTER\n  COGNITION::LOGOS\n  ARCHETYPES::[ATLAS]\n  AUTHORITY::RESPONSIBLE[the_test]'
const PROOF =
  'TENSIONS::[\n  "L1::[TESTS_FIRST]⇌CTX:src/a.ts:1-3[two constants]→TRIGGER[test them]",\n  "L2::[SMALL_DIFF]⇌CTX:README.md:1-1[one heading]→TRIGGER[leave it]"\n]\nCOMMIT:\n  ARTIFACT::"src/a.ts"\n  GATE::"npm test"'

/** Files of a server that dies as it performs an effect: before it, or inside a promotion at one of its points. */
function dying(at: 'before' | PromotionPoint, kind: string): AnchorFiles {
  const files = anchorFiles()
  return {
    ...files,
    perform: (project, effect) => {
      if (effect.kind !== kind) return files.perform(project, effect)
      if (at !== 'before') {
        const code = `
          import { anchorFiles } from ${JSON.stringify(new URL('../../../stores/files/anchor-files.ts', import.meta.url).href)}
          anchorFiles((point) => { if (point === '${at}') process.kill(process.pid, 'SIGKILL') })
            .perform(${JSON.stringify(project)}, ${JSON.stringify(effect)})
        `
        const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
        expect(signal).toBe('SIGKILL')
      }
      throw new Error('killed')
    },
  }
}

/** ANCHOR-46: whatever happened, every active folder holds a valid anchor. */
function isWhole(world: World): boolean {
  const active = world.path('.hestai/sessions/active')
  if (!existsSync(active)) return true
  return readdirSync(active).every((token) => anchorFiles().permit(world.project, token)?.validated === true)
}

const calls = (world: World, token: string) =>
  [
    { stage: 'identity', role: 'implementer', working_dir: world.project },
    { stage: 'context', token, working_dir: world.project, payload: BIND },
    { stage: 'proof', token, working_dir: world.project, payload: PROOF },
  ] as const

/** Binds as far as stage `stages`, then a server that dies takes the next call; another one starts on the same disk. */
async function crash(stages: 0 | 1 | 2, files: AnchorFiles) {
  const world = open()
  let token = ''
  for (const stage of [0, 1, 2].slice(0, stages)) {
    const answer = JSON.parse(await world.bind(calls(world, token)[stage] ?? {}))
    token = answer.session_token
  }
  const killed = open({ root: world.root, store: world.store, files })
  expect(await killed.bind(calls(killed, token)[stages] ?? {})).toContain('cannot read or write its state')
  expect(isWhole(world)).toBe(true)
  const next = open({ root: world.root, store: world.store })
  await settleAnchors(next.context)
  expect(isWhole(next)).toBe(true)
  return { world: next, token }
}

describe('a server that dies', () => {
  it('[ANCHOR-9] before stage identity is kept leaves nothing, and the agent begins again', async () => {
    const { world } = await crash(0, dying('before', 'anchor.keep'))
    expect(world.names('.hestai/sessions/pending')).toEqual([])
    const answer = JSON.parse(await world.bind(calls(world, '')[0]))
    expect(answer.state).toBe('IDENTITY')
  })

  it('[ANCHOR-9] before stage context is kept leaves the stage before it', async () => {
    const { world, token } = await crash(1, dying('before', 'anchor.keep'))
    const again = JSON.parse(await world.bind(calls(world, token)[1]))
    expect(again.state).toBe('CONTEXT')
    expect(JSON.parse(await world.bind(calls(world, token)[2])).state).toBe('BOUND')
    expect(await world.write()).toBe('')
  })

  it('[ANCHOR-10] between record and promotion: nothing is open, and the same proof finishes it', async () => {
    const { world, token } = await crash(2, dying('before', 'anchor.promote'))
    expect(await world.write()).toContain('so your anchor opens nothing')
    expect(JSON.parse(await world.bind(calls(world, token)[2])).state).toBe('BOUND')
    expect(await world.write()).toBe('')
  })

  it('[ANCHOR-10, ANCHOR-46] before the anchor is written: the same', async () => {
    const { world, token } = await crash(2, dying('anchor.begun', 'anchor.promote'))
    expect(await world.write()).toContain('so your anchor opens nothing')
    expect(JSON.parse(await world.bind(calls(world, token)[2])).state).toBe('BOUND')
    expect(await world.write()).toBe('')
  })

  it('[ANCHOR-10, ANCHOR-46] between anchor and rename: the next start finishes it', async () => {
    const { world, token } = await crash(2, dying('anchor.written', 'anchor.promote'))
    expect([world.names('.hestai/sessions/active'), world.names('.hestai/sessions/pending')]).toEqual([[token], []])
    expect(await world.write()).toBe('')
  })

  it('[ANCHOR-10, ANCHOR-46] after the rename: it is done', async () => {
    const { world, token } = await crash(2, dying('anchor.renamed', 'anchor.promote'))
    expect(await world.write()).toBe('')
    expect(JSON.parse(await world.bind(calls(world, token)[2])).state).toBe('BOUND')
  })
})

it('a server in a folder that nobody governs settles nothing', async () => {
  const world = open()
  await settleAnchors({ ...world.context, cwd: '/' })
  await settleAnchors({
    ...world.context,
    gate: { ...world.gate, submit: () => Promise.reject(new Error('no database')) },
  })
  expect(existsSync(join(world.project, '.hestai'))).toBe(false)
})
