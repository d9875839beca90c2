import { CHAIN_START, type ChainState, stepChain } from './chain.ts'

/** What the thread is given, and what it says while it works. */
export interface ToVerify {
  readonly stream: ReadableStream<Uint8Array>
  /** Of a file to compare with: where it ends. */
  readonly compare?: ReadableStream<Uint8Array>
}

export type Verified =
  | { readonly kind: 'going'; readonly facts: number }
  | {
      readonly kind: 'whole'
      readonly facts: number
      readonly head: string
      readonly same?: number
      readonly differs?: number
    }
  | { readonly kind: 'broken'; readonly facts: number; readonly seq: number }

const EVERY = 2_000

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  for (;;) {
    const piece = await reader.read()
    if (piece.done) break
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function verify({ stream, compare }: ToVerify, tell: (said: Verified) => void): Promise<void> {
  const file = compare && linesOf(compare)
  let head: ChainState = CHAIN_START
  let differs: number | undefined
  let same = 0
  for await (const line of linesOf(stream)) {
    if (line === '') continue
    const step = stepChain(head, line)
    if (step.ok === 'end') break
    if (!step.ok) return tell({ kind: 'broken', facts: head.seq, seq: step.seq })
    head = step.head
    if (file && differs === undefined) {
      const other = await file.next()
      // The file may be older: it ends before this audit does, with a last line of its own.
      const isOver = other.done || !other.value.includes('"hash"')
      if (!isOver && other.value !== line) differs = head.seq
      if (!isOver && other.value === line) same = head.seq
    }
    if (head.seq % EVERY === 0) tell({ kind: 'going', facts: head.seq })
  }
  tell({
    kind: 'whole',
    facts: head.seq,
    head: head.hash,
    ...(compare && { same }),
    ...(differs !== undefined && { differs }),
  })
}

self.onmessage = ({ data }: MessageEvent<ToVerify>) => void verify(data, (said) => self.postMessage(said))
