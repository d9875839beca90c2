import { Worker } from 'node:worker_threads'
import type { ANSWERS } from './answers.ts'
import type { Filled } from './filler.ts'
import type { FromWorker, ToWorker } from './worker.ts'

type Answers = typeof ANSWERS
type Params<Name extends keyof Answers> = Parameters<Answers[Name]>[1]

/** The read model, in a thread of its own. */
export interface Views {
  /** Undefined where nothing is recorded yet. */
  readonly ask: <Name extends keyof Answers>(
    name: Name,
    params: Params<Name>,
  ) => Promise<ReturnType<Answers[Name]> | undefined>
  /** Somebody looks: new facts are wanted at once. */
  readonly watch: (isWatched: boolean) => void
  readonly onFilled: (listener: (filled: Filled) => void) => () => void
  readonly filled: () => Filled | undefined
  readonly close: () => Promise<void>
}

export interface ViewsOptions {
  readonly database: string
  readonly views: string
  /** The bundle's file of the thread. */
  readonly worker: URL
}

export function openViewsThread({ database, views, worker: file }: ViewsOptions): Views {
  const waiting = new Map<number, { done: (answer: never) => void; fail: (error: Error) => void }>()
  const listeners = new Set<(filled: Filled) => void>()
  let filled: Filled | undefined
  let next = 1
  let worker = start()
  let isClosed = false

  function start(): Worker {
    const made = new Worker(file, { workerData: { database, views }, execArgv: [] })
    made.unref()
    made.on('message', (message: FromWorker) => {
      if ('filled' in message) {
        filled = message.filled
        for (const listener of listeners) listener(filled)
        return
      }
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if ('failed' in message) asked?.fail(new Error(message.failed))
      else asked?.done(message.answer as never)
    })
    made.on('error', () => undefined)
    made.on('exit', () => {
      for (const { fail } of waiting.values()) fail(new Error('the read model stopped'))
      waiting.clear()
      if (!isClosed) worker = start()
    })
    return made
  }

  const send = (message: ToWorker) => worker.postMessage(message)
  return {
    ask: (ask, params) =>
      new Promise((done, fail) => {
        const id = next
        next += 1
        waiting.set(id, { done, fail })
        send({ ask, id, params })
      }),
    watch: (watch) => send({ watch }),
    onFilled: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    filled: () => filled,
    close: async () => {
      isClosed = true
      await worker.terminate()
    },
  }
}
