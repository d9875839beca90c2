import type { ChildProcess } from 'node:child_process'
import type { ModelServer } from './model-server.ts'
import { until } from './until.ts'

type Running = { readonly client: ChildProcess; readonly daemon: ChildProcess; readonly server: ModelServer }

/** Ends client and daemon the hard way, while the client waits for the answer of its third turn. */
export async function killInTheMiddle({ client, daemon, server }: Running): Promise<void> {
  await until(() => server.requests.length >= 3, 'the third turn', { timeoutMs: 40_000 })
  client.kill('SIGKILL')
  daemon.kill('SIGKILL')
  await server.close()
}
