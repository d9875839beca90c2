import type { ComponentChildren } from 'preact'
import type { ConsoleProblem } from '../../../../console/contract/shapes.ts'
import { lockedWhy, missing, standing } from '../state.ts'
import { type PageAnswer, useLate } from '../use-ask.ts'
import { STATES } from '../words/en.ts'
import { CopyCommand } from './copy.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Sentence } from './text.tsx'

/** No session: one sentence and one step, nothing else. */
export function Locked() {
  return (
    <main class="locked" id="page">
      <Icon name="lock" size={28} />
      <h1>{STATES.locked}</h1>
      {lockedWhy.value !== '' && (
        <p>
          <Sentence text={STATES.lockedWhy(lockedWhy.value)} />
        </p>
      )}
      <p>{STATES.lockedNext}</p>
      <CopyCommand command={STATES.command} />
    </main>
  )
}

export function Away() {
  if (standing.value !== 'away') return null
  return (
    <p class="band warn" role="status">
      <Icon name="warning" />
      {STATES.away}
    </p>
  )
}

export function Behind() {
  if (missing.value === 0) return null
  return (
    <p class="band" role="status">
      <Icon name="clock" />
      {STATES.behind(missing.value)}
    </p>
  )
}

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly next: string
  readonly children?: ComponentChildren
}

export function Empty({ icon, title, next, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} size={26} />
      <h2>{title}</h2>
      <p>
        <Sentence text={next} />
      </p>
      {children}
    </div>
  )
}

function Trouble({ problem, again }: { readonly problem: ConsoleProblem; readonly again: () => void }) {
  return (
    <div class="empty" role="alert">
      <Icon name="warning" size={26} />
      <h2>
        <Sentence text={problem.text} />
      </h2>
      <p>
        <Sentence text={problem.next} />
      </p>
      <button type="button" onClick={again}>
        {STATES.again}
      </button>
    </div>
  )
}

interface LoadedProps<Answer> {
  readonly asked: PageAnswer<Answer>
  /** How many lines its shape has while it loads. */
  readonly lines?: number
  readonly children: (answer: Answer) => ComponentChildren
}

/** What was asked for; its shape in grey while it loads, what is wrong when it failed. */
export function Loaded<Answer>({ asked, lines = 5, children }: LoadedProps<Answer>) {
  const { answer, problem, isStale, again } = asked
  const isLate = useLate(answer === undefined && problem === undefined)
  if (answer !== undefined)
    return (
      <>
        {isStale && (
          <p class="band warn" role="status">
            {STATES.stale}
          </p>
        )}
        {children(answer)}
      </>
    )
  if (problem) return <Trouble problem={problem} again={again} />
  if (!isLate) return null
  return <Skeleton lines={lines} />
}

/** The shape of what is not there yet. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton" role="status" aria-label={STATES.loading}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  )
}
