import { num } from '../words/format.ts'

/** A count with its name below. */
export function Figure({
  label,
  n,
  tone = '',
}: {
  readonly label: string
  readonly n: number
  readonly tone?: string
}) {
  return (
    <span class={`fig ${n > 0 ? tone : ''}`}>
      <b>{num(n)}</b>
      <small>{label}</small>
    </span>
  )
}
