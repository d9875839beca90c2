/** LEDGER-20: what was brought back, and from where. */
export interface Recovery {
  readonly what: string
  readonly source: 'facts' | 'git' | 'template' | 'fresh' | 'delta-reindex' | 'full-reindex' | 'nothing'
  readonly detail: string
}
