export type ClientName = 'claude' | 'codex'
export type Clients = { readonly [name in ClientName]: string | null }
type Say = { readonly say: (line: string) => void }

export const CLIENTS: {
  readonly [name in ClientName]: {
    readonly package: string
    readonly version: string
    readonly folder: string
    readonly bin: string
  }
}
export function fetchClients(options: Say): Promise<Clients>
export function findClients(): Clients
export function ensurePrograms(options: Say): Promise<boolean>
