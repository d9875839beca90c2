import { connect } from 'node:net'
import { join } from 'node:path'
import { startDaemon } from './spawns.mjs'
import { makeWorld, payload } from './world.mjs'

const MEGABYTE = 1024 * 1024

export async function benchDaemonMemory(scratch, events) {
  const world = makeWorld(join(scratch, 'memory'))
  const daemon = await startDaemon(world)
  try {
    const socket = join(world.state, 'daemon.sock')
    const started = performance.now()
    for (let index = 0; index < events; index += 1) await ask(socket, hookRequest(world, index))
    const seconds = (performance.now() - started) / 1000
    const { memoryBytes } = await ask(socket, { op: 'info', version: '0.0.0' })
    return [
      {
        events,
        'resident MB': Math.round(memoryBytes / MEGABYTE),
        budget: '≤ 150',
        'events per s': Math.round(events / seconds),
      },
    ]
  } finally {
    daemon.kill('SIGTERM')
  }
}

function hookRequest(world, index) {
  const stamp = { id: `event-${index}`, atMs: Date.now() }
  const bytes = payload(world.project, index % 10 === 0 ? 'git push' : `echo ${index}`, `toolu_${index}`)
  return {
    op: 'hook',
    version: '0.0.0',
    client: 0,
    call: { runtime: 'claude-code', bytes, stamp, startDir: world.project },
  }
}

function ask(path, request) {
  return new Promise((done, fail) => {
    const chunks = []
    const socket = connect(path)
    socket.on('connect', () => socket.end(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', fail)
    socket.on('close', () => done(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
  })
}
