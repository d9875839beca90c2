import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Json } from '../core/model/json.ts'
import { claudeProjectGroups, claudeUserGroups } from './claude-hooks.ts'
import { codexGroups, trustOf } from './codex-hooks.ts'
import { addGroups, type HookGroup } from './hooks-json.ts'

/**
 * The bytes of every hook that `init` writes. A changed byte costs people: Codex trusts a hook by the hash of its entry, and skips one
 * that changed, without a word, until the person agrees to it again; and every install has to run `init` once more. So the command,
 * its arguments and its time-outs stay: what a hook does is for the program behind it, how long a call waits is for the policy.
 */
const COMMAND = '/home/u/.fairlead/bin/hook'

const textOf = (groups: readonly HookGroup[]): string => {
  const spliced = addGroups('', groups)
  return spliced.ok ? spliced.text : spliced.problem
}
const hashOf = (groups: readonly HookGroup[]): string => createHash('sha256').update(textOf(groups)).digest('hex')
const claude = (strict: boolean) => claudeUserGroups({ hookCommand: COMMAND, strict, port: 21_000 })
const inProject = (strict: boolean) => claudeProjectGroups((shim) => `${shim}.sh`, strict)
const gateOf = (groups: readonly HookGroup[]): Json | undefined =>
  groups.find(({ event }) => event === 'PreToolUse')?.group

it('[EDGE-39] an entry for every client is a command, whether it is strict, and how long it may wait', () => {
  const timeout = 600
  expect(
    [claude(false), claude(true), inProject(true), codexGroups(COMMAND, false), codexGroups(COMMAND, true)].map(gateOf),
  ).toEqual([
    { matcher: '*', hooks: [{ type: 'command', command: COMMAND, args: ['claude-code', '--wait', '600'], timeout }] },
    {
      matcher: '*',
      hooks: [
        {
          ...{ type: 'command', command: COMMAND, args: ['claude-code', '--strict', '--wait', '600'], timeout },
          onFailure: 'block',
        },
      ],
    },
    {
      matcher: '*',
      hooks: [
        {
          ...{ type: 'command', command: 'sh', timeout, onFailure: 'block' },
          args: ['${CLAUDE_PROJECT_DIR}/.claude/hooks/pre_tool.sh', 'fairlead', '--strict', '--wait', '600'],
        },
      ],
    },
    { hooks: [{ type: 'command', command: `${COMMAND} codex --wait 600`, timeout }] },
    { hooks: [{ type: 'command', command: `${COMMAND} codex --strict --wait 600`, timeout }] },
  ])
})

it('[EDGE-39] no byte of an entry changes by chance', () => {
  expect({
    'claude-code': hashOf(claude(false)),
    'claude-code, strict': hashOf(claude(true)),
    'claude-code, in a project': hashOf(inProject(false)),
    'claude-code, in a project, strict': hashOf(inProject(true)),
    codex: hashOf(codexGroups(COMMAND, false)),
    'codex, strict': hashOf(codexGroups(COMMAND, true)),
  }).toEqual({
    'claude-code': '0b92975cfbce8f9a19efb1c50464abf3d7d7fe4f51fea873dc43ba14e165c146',
    'claude-code, in a project': '47e7c62051a70ee354686426981ced79f48bef388910da3fae7ecc65f8c2c02e',
    'claude-code, in a project, strict': 'eb1c2f9e3456563fd0dd38e54b599b1de0cb8cf3b3f9b9c510c6a0878b210705',
    'claude-code, strict': 'e8df4bed2e0233418b083e18c33c21ae4faac436558b0d10c6cc9dcd0c01838b',
    codex: '221cc8bbaa5073581170c09873b3bfea7a099839ef909c49c068adc15db088f1',
    'codex, strict': '58be3fabfbfda59d1c2c0e08282868ebb0cffb5ed0a10cdc321af449cbb93dd3',
  })
})

it('[EDGE-39] the hash by which Codex trusts each hook stays', () => {
  const trusted = trustOf(textOf(codexGroups(COMMAND, true)), '/hooks.json', COMMAND)
  expect(Object.fromEntries(trusted.map(({ key, hash }) => [key.split(':')[1], hash.slice(7)]))).toEqual({
    interrupt: 'f3cf18c8e54e27e5b78d4bc00d2f472e4d2477a3445b163274b254b89c9d34a4',
    permission_request: '1777cf68d739382fecb40effa03e0cb1d956c5a594da9beadeb44442a7221142',
    post_compact: '00b5a2a10596df5851e43bb79e0306ba6a51b7d1e2fd56dc9e531884ca211452',
    post_tool_use: '3de03e8a9263783ddd563bc2728d9589ae961e810227ee678629a856ddfade8d',
    pre_compact: 'bb208e28aab76267d86ddb31984d7a151af8f5450a52cee0942ed030b014aa7c',
    pre_tool_use: '0e1a64161bcddf63e3a5d3986128bbb6b5651f310ad382c6338449c447d10d97',
    session_end: '1d493fc0e305ce041a113c803010022126dd38c60ad9190e9542b34aadc84477',
    session_start: '3a97501ccb2227509dc458fcb28b96e87c642ba6ab8f4eefeac700a0744e1d61',
    stop: '5a54cfba707fbb95cbbf312d51cf367cd7a0fa1efcbec48815db41ff1a2ebf01',
    subagent_start: '6adda2a75ffb2dc136aa28727b50df447ad5f977b578a2512450d3da267959c4',
    subagent_stop: '71df443cbbe5fa8c309b4d177e8ae03899d568bec481047f4f0646a798aa6989',
    user_prompt_submit: '7da66a5b858ab90e2b7ef8f2b3f7ab4ff20ff69d62073af9979bf1de3533d540',
  })
})
