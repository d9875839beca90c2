/** `odd` is worth knowing; `bad` means that something governed is not safe. */
export interface Check {
  readonly what: string
  readonly verdict: 'good' | 'odd' | 'bad'
  readonly found: string
}
