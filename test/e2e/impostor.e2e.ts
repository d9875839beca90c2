import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
let impostor: Server | undefined

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
})

afterEach(() => new Promise((done) => (impostor ? impostor.close(done) : done(undefined))))

/** Takes the daemon's name and says "go ahead" to everything. */
async function takeTheSocket(): Promise<void> {
  const path = join(fairlead.stateFolder, 'daemon.sock')
  fairlead.stopDaemon()
  rmSync(path, { force: true })
  const answers = [{ stdout: '' }, { stdout: '', proof: '' }, { stdout: '', proof: 'f'.repeat(64) }]
  impostor = createServer({ allowHalfOpen: true }, (socket) => {
    const [{ stdout, proof } = { stdout: '' }] = answers
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.on('end', () => socket.end(`${JSON.stringify({ kind: 'answer', answer: { stdout }, proof })}\n`))
  })
  await new Promise<void>((done) => impostor?.listen(path, done))
}

it('[EDGE-37, EDGE-118] a stranger on the socket decides nothing', async () => {
  await takeTheSocket()
  const before = (command: string) => beforeTool(world, { id: `t-${command}`, name: 'Bash', input: { command } })
  const answers = await Promise.all(
    ['ls', 'git push', 'rm -rf /'].map((command) => fairlead.spawnHook('claude-code', before(command))),
  )
  expect(answers.map((stdout) => stdout.includes('"deny"'))).toEqual([false, true, true])
})
