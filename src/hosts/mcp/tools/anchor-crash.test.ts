import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boundWorld as open } from '../../../../test/support/bound-world.ts'
import type { AnchorFiles } from '../../../anchor/anchor-files.ts'
import { anchorFiles } from '../../../anchor/anchor-files.ts'
import type { PromotionPoint } from '../../../anchor/sessions.ts'
import { IN_REPO } from '../../../core/model/homes.ts'
import { settleAnchors } from '../settle-anchors.ts'

type World = ReturnType<typeof open>

const BIND = 'BIND:\n  ROLE::IMPLEMENTER\n  COGNITION::LOGOS\n  ARCHETYPES::[ATLAS]\n  AUTHORITY::RESPONSIBLE[the_test]'
const PROOF =
  'TENSIONS::[\n  "L1::[TESTS_FIRST]⇌CTX:src/a.ts:1-3[two constants]→TRIGGER[test them]",\n  "L2::[SMALL_DIFF]⇌CTX:README.md:1-1[one heading]→TRIGGER[leave it]"\n]\nCOMMIT:\n  ARTIFACT::"src/a.ts"\n  GATE::"npm test"'

/** Files of a server that dies as it performs an effect: before it, or inside a promotion at one of its points. */
function dying(at: 'before' | PromotionPoint, kind: string): AnchorFiles {
  const files = anchorFiles(IN_REPO)
  return {
    ...files,
    perform: (project, effect) => {
      if (effect.kind !== kind) return files.perform(project, effect)
      if (at !== 'before') {
        const code = `
          import { anchorFiles } from ${JSON.stringify(new URL('../../../anchor/anchor-files.ts', import.meta.url).href)}
          anchorFiles((root) => ({ own: root }), (point) => { if (point === '${at}') process.kill(process.pid, 'SIGKILL') })
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
  return readdirSync(active).every((token) => anchorFiles(IN_REPO).permit(world.project, token)?.validated === true)
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
  expect(await killed.bind(calls(killed, token)[stages] ?? {})).toContain("can't read or write its state")
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
    expect(await world.write()).toContain('so your role unlocks nothing')
    expect(JSON.parse(await world.bind(calls(world, token)[2])).state).toBe('BOUND')
    expect(await world.write()).toBe('')
  })

  it('[ANCHOR-10, ANCHOR-46] before the anchor is written: the same', async () => {
    const { world, token } = await crash(2, dying('anchor.begun', 'anchor.promote'))
    expect(await world.write()).toContain('so your role unlocks nothing')
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

describe('[ANCHOR-60] anchors of sessions that are long over', () => {
  const MONTH_MS = 31 * 86_400_000
  /** A server that starts a month later. */
  const later = async (world: World, files?: AnchorFiles) => {
    const next = open({ root: world.root, store: world.store, ...(files && { files }) })
    const submit: typeof next.gate.submit = (event, project) =>
      next.gate.submit({ ...event, atMs: event.atMs + MONTH_MS }, project)
    await settleAnchors({ ...next.context, gate: { ...next.gate, submit } })
    return next
  }
  const bound = async (mode = 'express') => {
    const world = open()
    const { session_token: token } = JSON.parse(await world.bind({ ...calls(world, '')[0], mode }))
    await world.bind({ stage: 'proof', token, working_dir: world.project })
    expect(await world.write()).toBe('')
    return { world, token }
  }

  it('are swept at the start, and one that comes back binds again', async () => {
    const { world } = await bound()
    await settleAnchors(world.context)
    expect(await world.write()).toBe('')
    await world.hook('SessionEnd', { reason: 'exit' })
    const next = await later(world)
    expect([next.names('.hestai/sessions/active'), next.names('.hestai/sessions/swept')]).toEqual([[], []])
    expect((await next.facts()).filter(({ kind }) => kind === 'anchor.expired')).toHaveLength(1)
    expect(await next.write()).toContain('bind to a role before it writes')
  })

  it('[ANCHOR-46] leave nothing half removed in sight when the server dies between the two steps', async () => {
    const { world, token } = await bound()
    // Nobody is told of it: the server goes on without having settled, as one that starts anew would.
    const killed = await later(world, dying('anchor.swept', 'anchor.clear'))
    expect([isWhole(killed), killed.names('.hestai/sessions/swept')]).toEqual([true, [token]])
    const next = open({ root: world.root, store: world.store })
    await settleAnchors(next.context)
    expect([next.names('.hestai/sessions/active'), next.names('.hestai/sessions/swept')]).toEqual([[], []])
  })

  it('whose folder was bound over before are swept, and the one that is held stays', async () => {
    const { world, token } = await bound()
    const { session_token: second } = JSON.parse(await world.bind({ ...calls(world, '')[0], mode: 'express' }))
    await world.bind({ stage: 'proof', token: second, working_dir: world.project })
    const month = new Date(Date.now() - MONTH_MS)
    for (const one of [token, second]) utimesSync(world.path(`.hestai/sessions/active/${one}`), month, month)
    await settleAnchors(world.context)
    expect(world.names('.hestai/sessions/active')).toEqual([second])
    expect(await world.write()).toBe('')
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
