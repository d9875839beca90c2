// One of the racers: a process that stays, with a gate of its own. Told a round, it asks for the same call several times at once.
import { connect } from 'node:net'
import { pathsOf } from '../../src/config/paths.ts'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { eventId } from '../../src/core/model/ids.ts'
import type { HookCall } from '../../src/gate/gate.ts'
import { wireGate } from '../../src/wiring/wire-gate.ts'

export interface Round {
  readonly name: string
  readonly home: string
  readonly project: string
  readonly calls: number
  /** Through the daemon, or each with the gate in this process. */
  readonly daemon: boolean
}

const gates = new Map<string, ReturnType<typeof wireGate>['gate']>()

process.on('message', async (round: Round) => {
  const answers = await Promise.all(Array.from({ length: round.calls }, (_, index) => ask(round, index)))
  process.send?.({ name: round.name, passed: answers.filter((answer) => answer === '').length })
})

async function ask(round: Round, index: number): Promise<string> {
  const id = `${round.name}-${process.pid}-${index}`
  const payload = {
    session_id: 'race',
    transcript_path: '',
    cwd: round.project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push' },
    tool_use_id: id,
  }
  const stamp = { id: eventId(id), atMs: Date.now() }
  const call: HookCall = { runtime: 'claude-code', bytes: JSON.stringify(payload), stamp, startDir: round.project }
  return round.daemon ? askDaemon(round, call) : (await gateOf(round).handle(call)).stdout
}

function gateOf({ home }: Round) {
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' }
  const gate = gates.get(home) ?? wireGate({ paths: pathsOf(env), env, loadYaml: () => yamlDoor }).gate
  gates.set(home, gate)
  return gate
}

function askDaemon({ home }: Round, call: HookCall): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const socket = connect(pathsOf({ HOME: home }).socket)
    socket.on('connect', () =>
      socket.end(`${JSON.stringify({ op: 'hook', version: '0.0.0', call, client: process.pid })}\n`),
    )
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => done('no daemon'))
    socket.on('close', () => {
      const reply = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'))
      done(reply?.kind === 'answer' ? reply.answer.stdout : 'no answer')
    })
  })
}
