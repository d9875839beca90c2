import { chmodSync, readdirSync, utimesSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../support/confirm-policy.ts'
import type { AnthropicBlock } from './support/anthropic-server.ts'
import { type BindingAgent, bindingAgent } from './support/binding-agent.ts'
import { FOREGROUND, runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { runCodexExec } from './support/codex.ts'
import { governedMachine } from './support/governed-machine.ts'
import { IN_TORTURE } from './support/in-torture.ts'
import type { Installed } from './support/installed.ts'
import { killServers } from './support/kill-server.ts'
import type { OpenAiItem } from './support/openai-server.ts'
import type { World } from './support/world.ts'

type Request = Parameters<BindingAgent['next']>[0]

let world: World
let fairlead: Installed

beforeEach(() => {
  const prepare = (fresh: World) => fresh.write('fairlead.yaml', 'anchor: { required: true }\n')
  ;({ world, fairlead } = governedMachine({ prepare }))
})

const active = () =>
  world.exists(fairlead.at('.hestai/sessions/active')) ? readdirSync(fairlead.at('.hestai/sessions/active')) : []

/** Every active folder holds an anchor that says it was validated. */
function expectWhole(count: number): void {
  const anchors = active().map((token) =>
    JSON.parse(world.read(fairlead.at(`.hestai/sessions/active/${token}/anchor.json`))),
  )
  expect(anchors.map(({ validated }) => validated)).toEqual(Array.from({ length: count }, () => true))
}

const MODES = [
  ['full', ['IDENTITY', 'CONTEXT', 'BOUND']],
  ['lite', ['IDENTITY', 'CONTEXT', 'BOUND']],
  ['express', ['IDENTITY', 'BOUND']],
] as const

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('the real Claude Code, where an anchor is demanded'), () => {
  const blocks =
    (agent: BindingAgent, file = 'note.txt') =>
    (request: Request): readonly AnthropicBlock[] => {
      const act = agent.next(request)
      if (act.kind === 'bind') return [{ name: 'mcp__fairlead__anchor', input: act.args }]
      return act.kind === 'use'
        ? [{ name: 'Write', input: { file_path: world.path(file), content: 'noted\n' } }]
        : ['Done.']
    }

  it.each(IN_TORTURE ? MODES : MODES.filter(([mode]) => mode === 'full'))(
    '[ANCHOR-48, ANCHOR-49] an agent that knows nothing binds in mode %s and then writes',
    async (mode, states) => {
      const agent = bindingAgent({ mode })
      await runClaudePrint({ ...world, prompt: 'go', script: [{ sticky: true, blocks: blocks(agent) }] })
      expect([agent.refusals.length, agent.states, world.exists('note.txt')]).toEqual([1, states, true])
      expectWhole(1)
    },
  )

  it('[ANCHOR-35, ANCHOR-49] it cites files whose names have brackets and colons, as the template has them', async () => {
    for (const name of ['a[slug].tsx', 'b: today.md', 'c "hi".md']) world.write(name, 'one\n')
    const agent = bindingAgent({ mode: 'full', strictness: 'deep' })
    await runClaudePrint({ ...world, prompt: 'go', script: [{ sticky: true, blocks: blocks(agent) }] })
    expect([agent.states, world.exists('note.txt')]).toEqual([['IDENTITY', 'CONTEXT', 'BOUND'], true])
    const [token = ''] = active()
    const { anchor } = JSON.parse(world.read(fairlead.at(`.hestai/sessions/active/${token}/anchor.json`)))
    for (const cited of ['a[slug].tsx', 'b: today.md', String.raw`c \\\"hi\\\".md`])
      expect(anchor).toContain(String.raw`⇌CTX:\"${cited}\":1-1[`)
  })

  it('[ANCHOR-43, ANCHOR-57] what looks like reading and is not changes nothing before the agent is bound', async () => {
    const commands = [
      'sed -n 1p kept.txt -i',
      '[[ -e kept.txt ]] > kept.txt; ls',
      '(( 1 )) > kept.txt; ls',
      'sort kept.txt --outp=made.txt',
      "env --split='touch made.txt'",
      'git grep --open=touch one',
      'f() { x=1; }; f > kept.txt; ls',
      'PATH=$PWD:$PATH; ls',
      "test -v 'a[$(touch made.txt)]'",
      "x='$(touch made.txt)'; echo ${x@P}",
    ]
    world.write('kept.txt', 'one\ntwo\n')
    world.write('ls', '#!/bin/sh\ntouch made.txt\n')
    chmodSync(world.path('ls'), 0o755)
    const tries = commands.map((command) => ({ blocks: [{ name: 'Bash', input: { command, description: 'look' } }] }))
    const run = await runClaudePrint({
      ...world,
      prompt: 'go',
      script: [...tries, { sticky: true, blocks: ['Done.'] }],
    })
    expect([world.read('kept.txt'), world.exists('made.txt'), active()]).toEqual(['one\ntwo\n', false, []])
    const told = run.textOfRequest(commands.length)
    // Line one may be cut; line two has it whole.
    const refusals = told.split('Fairlead blocked').slice(1)
    expect(refusals.map((text) => text.includes('bind to a role before it writes'))).toEqual(commands.map(() => true))
  })

  it('[ANCHOR-57] a skill that runs a command as it is loaded runs nothing before the agent is bound', async () => {
    const front = '---\nname: peek\ndescription: looks\nallowed-tools: Bash(touch:*)\n---\n'
    world.write('.claude/skills/peek/SKILL.md', `${front}It says !\`touch made.txt\`\n`)
    const skill = { blocks: [{ name: 'Skill', input: { skill: 'peek' } }] }
    const run = await runClaudePrint({ ...world, prompt: 'go', script: [skill, { sticky: true, blocks: ['Done.'] }] })
    expect([world.exists('made.txt'), run.textOfRequest(1).includes('bind to a role before it writes')]).toEqual([
      false,
      true,
    ])
  })

  it('[ANCHOR-12] untracked opens nothing', async () => {
    const agent = bindingAgent({ mode: 'untracked' }, 3)
    await runClaudePrint({ ...world, prompt: 'go', script: [{ sticky: true, blocks: blocks(agent) }] })
    expect([
      agent.states.every((state) => state === 'LOBBY'),
      agent.states.length > 0,
      world.exists('note.txt'),
    ]).toEqual([true, true, false])
    expect(active()).toEqual([])
  })

  it('[ANCHOR-58] a subagent binds for itself: what opened for the main agent is locked for it', async () => {
    const [main, sub] = [bindingAgent({ mode: 'express' }), bindingAgent({ mode: 'lite' })]
    const delegate = {
      name: 'Agent',
      input: {
        description: 'd',
        prompt: 'SUBPROMPT write',
        subagent_type: 'general-purpose',
        run_in_background: false,
      },
    }
    let isDelegated = false
    await runClaudePrint({
      ...world,
      prompt: 'go',
      env: FOREGROUND,
      script: [
        {
          when: 'SUBPROMPT write',
          sticky: true,
          blocks: (request) => (isDelegated && isInside(request) ? blocks(sub, 'sub.txt')(request) : ['Done.']),
        },
        {
          sticky: true,
          blocks: (request) => {
            const next = blocks(main)(request)
            if (next[0] !== 'Done.' || isDelegated) return next
            isDelegated = true
            return [delegate]
          },
        },
      ],
    })
    expect([main.states, sub.refusals.length, sub.states]).toEqual([
      ['IDENTITY', 'BOUND'],
      1,
      ['IDENTITY', 'CONTEXT', 'BOUND'],
    ])
    expect([world.exists('note.txt'), world.exists('sub.txt')]).toEqual([true, true])
    expectWhole(2)
  })

  it('[ANCHOR-9] the server is killed before every stage, and the binding goes on', async () => {
    const agent = bindingAgent({ mode: 'full' })
    const next = blocks(agent)
    let killed = 0
    const kill = (request: Request) => {
      const reply = next(request)
      if (reply.some((block) => typeof block !== 'string' && block.name === 'mcp__fairlead__anchor')) {
        killed += killServers(world.home)
      }
      return reply
    }
    await runClaudePrint({ ...world, prompt: 'go', script: [{ sticky: true, blocks: kill }] })
    expect([killed >= 3, agent.states, world.exists('note.txt')]).toEqual([
      true,
      ['IDENTITY', 'CONTEXT', 'BOUND'],
      true,
    ])
    expectWhole(1)
  })

  it('[ANCHOR-60] a server that starts removes what nobody has held for long, and nothing else', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (const [name, days] of [
      ['old', 40],
      ['young', 20],
    ] as const) {
      world.write(fairlead.at(`.hestai/sessions/active/${name}/anchor.json`), '{}')
      utimesSync(fairlead.at(`.hestai/sessions/active/${name}`), ago(days), ago(days))
    }
    const agent = bindingAgent({ mode: 'express' })
    await runClaudePrint({ ...world, prompt: 'go', script: [{ sticky: true, blocks: blocks(agent) }] })
    expect([agent.states.at(-1), active().includes('old'), active().includes('young'), active().length]).toEqual([
      'BOUND',
      false,
      true,
      2,
    ])
    const expired = (await fairlead.facts()).filter(({ fact }) => fact.kind === 'anchor.expired')
    expect(expired.map(({ fact }) => fact)).toEqual([
      { kind: 'anchor.expired', token: 'old', why: 'nobody held it for 30 days' },
    ])
  })

  it('[ANCHOR-61] a subagent may bind to no role but those that the operator named for it', async () => {
    ownPolicy({ HOME: world.home }, 'anchor: { roles: ["*=reviewer"] }\n')
    const [main, sub] = [bindingAgent({ mode: 'express' }), bindingAgent({ mode: 'express', role: 'implementer' }, 3)]
    const input = {
      description: 'd',
      prompt: 'SUBPROMPT write',
      subagent_type: 'general-purpose',
      run_in_background: false,
    }
    let isDelegated = false
    await runClaudePrint({
      ...world,
      prompt: 'go',
      env: FOREGROUND,
      script: [
        {
          when: 'SUBPROMPT write',
          sticky: true,
          blocks: (request) => (isDelegated && isInside(request) ? blocks(sub, 'sub.txt')(request) : ['Done.']),
        },
        {
          sticky: true,
          blocks: (request) => {
            const next = blocks(main)(request)
            if (next[0] !== 'Done.' || isDelegated) return next
            isDelegated = true
            return [{ name: 'Agent', input }]
          },
        },
      ],
    })
    expect([main.states, sub.states, sub.refusals.length]).toEqual([
      ['IDENTITY', 'BOUND'],
      ['LOBBY', 'LOBBY', 'LOBBY'],
      1,
    ])
    expect([world.exists('note.txt'), world.exists('sub.txt'), active().length]).toEqual([true, false, 1])
  })

  it('[ANCHOR-9] a session that is resumed goes on where its handshake stood', async () => {
    const session = '11111111-2222-4333-8444-555555555555'
    const [first, second] = [bindingAgent({ mode: 'full' }, 1), bindingAgent({ mode: 'full' })]
    const args = (flag: string) => ({ ...world, args: [flag, session] })
    await runClaudePrint({ ...args('--session-id'), prompt: 'go', script: [{ sticky: true, blocks: blocks(first) }] })
    expect(first.states).toEqual(['IDENTITY'])
    await runClaudePrint({ ...args('--resume'), prompt: 'go on', script: [{ sticky: true, blocks: blocks(second) }] })
    expect([second.states, world.exists('note.txt')]).toEqual([['IDENTITY', 'CONTEXT', 'BOUND'], true])
    expect(second.refusals[0]).toContain('"stage":"context"')
    expectWhole(1)
  })

  it('[ANCHOR-14, ANCHOR-50] where the operator named a role, the hook binds as the session starts', async () => {
    ownPolicy({ HOME: world.home }, 'anchor: { express: ["main=implementer"] }\n')
    const agent = bindingAgent({})
    const run = await runClaudePrint({ ...world, prompt: 'go', script: [{ sticky: true, blocks: blocks(agent) }] })
    expect([agent.refusals, agent.states, world.exists('note.txt')]).toEqual([[], [], true])
    expect(run.textOfRequest(0)).toContain('you are bound to the role `implementer`')
    expectWhole(1)
  })
})

function isInside(request: { readonly body: Readonly<Record<string, unknown>> }): boolean {
  const [first] = request.body['messages'] as readonly { readonly content: unknown }[]
  return JSON.stringify(first?.content).includes('SUBPROMPT write')
}

const codex = casesFor('codex')
describe.skipIf(codex.skip)(codex.title('the real Codex, where an anchor is demanded'), () => {
  const items =
    (agent: BindingAgent) =>
    (request: Request): readonly OpenAiItem[] => {
      const act = agent.next(request)
      if (act.kind === 'bind') return [{ name: 'anchor', namespace: 'mcp__fairlead', arguments: act.args }]
      const input = '*** Begin Patch\n*** Add File: note.txt\n+noted\n*** End Patch\n'
      return act.kind === 'use' ? [{ name: 'apply_patch', input }] : ['Done.']
    }
  const run = (
    agent: BindingAgent,
    { args = [], before = () => undefined }: { readonly args?: readonly string[]; readonly before?: () => void } = {},
  ) => {
    const next = items(agent)
    const script = [
      {
        sticky: true,
        items: (request: Request) => {
          const reply = next(request)
          if (reply.some((item) => typeof item !== 'string' && item.name === 'anchor')) before()
          return reply
        },
      },
    ]
    return runCodexExec({ ...world, prompt: 'go', args, script })
  }

  it.each(IN_TORTURE ? MODES : MODES.filter(([mode]) => mode === 'express'))(
    '[ANCHOR-48, ANCHOR-49] an agent that knows nothing binds in mode %s and then writes',
    async (mode, states) => {
      const agent = bindingAgent({ mode })
      await run(agent)
      expect([agent.refusals.length, agent.states, world.exists('note.txt')]).toEqual([1, states, true])
      expectWhole(1)
    },
  )

  if (IN_TORTURE)
    it('[ANCHOR-12] untracked opens nothing', async () => {
      const agent = bindingAgent({ mode: 'untracked' }, 3)
      await run(agent)
      expect([
        agent.states.every((state) => state === 'LOBBY'),
        agent.states.length > 0,
        world.exists('note.txt'),
      ]).toEqual([true, true, false])
      expect(active()).toEqual([])
    })

  if (IN_TORTURE)
    it('[ANCHOR-9] the server is killed before every stage; the client ends its use, and the resumed session goes on', async () => {
      const kill = () => void killServers(world.home)
      await run(bindingAgent({ mode: 'full' }), { before: kill })
      const session = (await fairlead.facts())[0]?.session ?? ''
      const first = bindingAgent({ mode: 'full' }, 1)
      await run(first, { args: ['resume', session] })
      expect(first.states).toEqual(['IDENTITY'])
      await run(bindingAgent({ mode: 'full' }), { args: ['resume', session], before: kill })
      const second = bindingAgent({ mode: 'full' })
      await run(second, { args: ['resume', session] })
      expect([second.states.at(-1), world.exists('note.txt')]).toEqual(['BOUND', true])
      expectWhole(1)
    })
})
