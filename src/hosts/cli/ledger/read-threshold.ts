/** LEDGER-67: what is no number between 0 and 1 is a mistake of the caller, never a pass. */
export function readThreshold(text: string): number | undefined {
  const value = /^(?:\d{1,3}(?:\.\d{1,12})?|\.\d{1,12})$/.test(text) ? Number(text) : Number.NaN
  return value >= 0 && value <= 1 ? value : undefined
}
