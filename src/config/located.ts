/** A YAML value that knows its line. Plain data, so that everything but the door can do without the parser. */
export type Located =
  | { readonly kind: 'map'; readonly line: number; readonly entries: readonly LocatedEntry[] }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly Located[] }
  | { readonly kind: 'scalar'; readonly line: number; readonly value: string | number | boolean | null }

export interface LocatedEntry {
  readonly key: string
  readonly line: number
  readonly value: Located
}

export type LocatedYaml =
  | { readonly ok: true; readonly root: Located }
  | { readonly ok: false; readonly line: number; readonly problem: string }

export interface LocatingDoor {
  locateYaml(text: string): LocatedYaml
}
