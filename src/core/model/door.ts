/** A process as the kernel names it: a number alone is used again, so the time of its start goes with it. */
export interface ProcessRef {
  readonly pid: number
  /** In ticks since the machine started; undefined nowhere a door accepts anything. */
  readonly started: number
}

/** The client behind an event, as the kernel shows it. Nothing here comes from a payload. */
export interface ClientSight extends ProcessRef {
  readonly tty: boolean
  /** A panel of an editor shows it: a person is there, and no terminal. */
  readonly panel?: boolean
  /** Of a client that runs its agents in a server: the processes with a terminal that were there when it was seen. */
  readonly screens?: readonly ProcessRef[]
  /** The variable by which a terminal multiplexer or an editor names itself. */
  readonly multiplexer?: string
  /** Its namespaces of users, processes and mounts, as the kernel names them. */
  readonly namespaces?: string
}

/** The client that a session belongs to while it lives. */
export interface Registration extends ClientSight {
  /** Names the passphrase key that there was when the client came: one that was set later may be the agent's. */
  readonly passphraseKey?: string
  readonly runtime: string
  readonly atMs: number
}

/** Where a person's decision came in (ADR 0009): at a door of ours, or in a client, named by its runtime. */
export type Door = 'cli' | 'passphrase' | 'demo' | (string & Record<never, never>)

/** Who decided, as facts name it: a person at a door or at the runtime's own prompt, or a director. */
export type Decider = Door | 'native' | `director ${string}`

export const directorOf = (agentType: string | undefined): Decider => `director ${agentType ?? 'main'}`

export const isDirector = (decider: Decider): boolean => decider.startsWith('director ')
