/** How a call reached us, told by the host and never by the payload. */
export type Arrival =
  /** From the hook program; `parent` started it, a client or anybody else. `closed`: no connection can reach us. */
  | { readonly way: 'program'; readonly parent: number; readonly closed?: Closed }
  /** Over a connection to our port; `owner` holds its other end, undefined when that cannot be told. */
  | { readonly way: 'connection'; readonly owner: number | undefined }

/** Why no connection of a client reaches us, and what a person does about it. */
export interface Closed {
  readonly why: string
  readonly next: string
}
