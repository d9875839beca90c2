import { useEffect, useRef, useState } from 'preact/hooks'
import type { Act, Decided, HoldDetail } from '../../../../console/contract/shapes.ts'
import { AskFailed, ask } from '../api.ts'
import { withKeys } from '../keys.ts'
import { CopyCommand } from '../parts/copy.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { AgentText, Sentence } from '../parts/text.tsx'
import { advanced, announced, meet, standing } from '../state.ts'
import { ACT } from '../words/en.ts'

type Verb = Act['verb']

const ICONS: Readonly<Record<Verb, IconName>> = { approve: 'check', dismiss: 'timer', skip: 'skip', revoke: 'undo' }
const KEYS: Readonly<Record<Verb, string>> = { approve: 'a', dismiss: 'd', skip: 's', revoke: 'u' }
const MINUTES = [15, 30, 60]
const MAX_NOTE = 300

interface Deciding {
  readonly hold: HoldDetail
  /** Names what is shown of it; undefined as long as that is being looked at. */
  readonly exhibit: string | undefined
  readonly again: () => void
}

/** Approve is two strokes; the second repeats what is decided. Skip and take back are one. */
export function Decide({ hold, exhibit, again }: Deciding) {
  const [open, choose] = useState<Verb | undefined>(undefined)
  const [said, tell] = useState<{ readonly text: string; readonly isBad: boolean } | undefined>(undefined)
  const [isBusy, work] = useState(false)
  const may = (verb: Verb) =>
    hold.acts.some((act) => act.verb === verb && act.allowed) &&
    // Nobody approves what they have not been shown.
    (verb !== 'approve' || exhibit !== undefined) &&
    standing.value === 'open' &&
    !isBusy

  const decide = async (verb: Verb, more: { readonly minutes?: number; readonly note?: string } = {}) => {
    work(true)
    try {
      const body = { verb, print: hold.print, ...(verb === 'approve' && { exhibit }), ...more }
      const { text } = await ask<Decided>(`/holds/${hold.project}/${hold.number}/decide`, { method: 'POST', body })
      tell({ text, isBad: false })
      announced.value = text
    } catch (error) {
      meet(error)
      if (error instanceof AskFailed && error.problem)
        tell({ text: `${error.problem.text}; ${error.problem.next}`, isBad: true })
    }
    work(false)
    choose(undefined)
    advanced.value += 1
    again()
  }
  const begin = (verb: Verb) => {
    if (!may(verb)) return
    tell(undefined)
    if (verb === 'revoke') void decide(verb)
    else choose(verb)
  }
  useEffect(
    () =>
      withKeys({
        a: () => begin('approve'),
        d: () => begin('dismiss'),
        s: () => begin('skip'),
        u: () => begin('revoke'),
        escape: () => choose(undefined),
      }),
    [hold, exhibit, isBusy, standing.value],
  )
  if (hold.acts.length === 0 && !said) return null
  const blocked = hold.acts.find((act) => !act.allowed)
  return (
    <footer class="decide">
      {said && (
        <p class={`said${said.isBad ? ' bad' : ''}`} role="status">
          <Icon name={said.isBad ? 'warning' : 'check'} />
          <span>
            <Sentence text={said.text} />
          </span>
        </p>
      )}
      {open === undefined && hold.acts.some(({ allowed }) => allowed) && (
        <div class="acts">
          {hold.acts.map(({ verb }) => (
            <button
              key={verb}
              type="button"
              class={verb === 'approve' ? 'main' : ''}
              disabled={!may(verb)}
              onClick={() => begin(verb)}
            >
              <Icon name={ICONS[verb]} />
              {ACT[verb]}
              <kbd>{KEYS[verb]}</kbd>
            </button>
          ))}
        </div>
      )}
      {open !== undefined && (
        <Confirm key={open} verb={open} hold={hold} isBusy={isBusy} decide={decide} cancel={() => choose(undefined)} />
      )}
      {blocked && (
        <div class="instead">
          <p>
            <Sentence text={`${blocked.why ?? ''}.`} /> {ACT.instead}
          </p>
          {hold.acts
            .filter(({ allowed }) => !allowed)
            .map(({ verb, command }) => (
              <CopyCommand key={verb} command={command} />
            ))}
        </div>
      )}
    </footer>
  )
}

interface ConfirmProps {
  readonly verb: Verb
  readonly hold: HoldDetail
  readonly isBusy: boolean
  readonly decide: (verb: Verb, more?: { readonly minutes?: number; readonly note?: string }) => Promise<void>
  readonly cancel: () => void
}

/** The line that repeats number, verb and target; Enter confirms. */
function Confirm({ verb, hold, isBusy, decide, cancel }: ConfirmProps) {
  const [minutes, last] = useState(60)
  const [note, write] = useState('')
  const first = useRef<HTMLElement>(null)
  useEffect(() => first.current?.focus(), [])
  const submit = (event: Event) => {
    event.preventDefault()
    void decide(verb, verb === 'dismiss' ? { minutes } : verb === 'skip' && note !== '' ? { note } : {})
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
  }
  return (
    <form class={`confirm ${verb}`} onSubmit={submit} onKeyDown={onKeyDown}>
      <p>
        {sentenceOf(verb, hold, minutes)}
        {verb === 'approve' && (
          <code>
            <AgentText text={hold.command || hold.reason} most={200} />
          </code>
        )}
      </p>
      {verb === 'dismiss' && (
        <label>
          {ACT.for}
          <select
            ref={(element) => {
              first.current = element
            }}
            value={minutes}
            onChange={(event) => last(Number(event.currentTarget.value))}
          >
            {MINUTES.map((value) => (
              <option key={value} value={value}>
                {ACT.minutes(value)}
              </option>
            ))}
          </select>
        </label>
      )}
      {verb === 'skip' && (
        <label class="note">
          {ACT.note}
          <input
            ref={(element) => {
              first.current = element
            }}
            type="text"
            maxLength={MAX_NOTE}
            value={note}
            aria-describedby="note-help"
            onInput={(event) => write(event.currentTarget.value)}
          />
          <small id="note-help" class="muted">
            {ACT.noteHelp}
          </small>
        </label>
      )}
      <div class="acts">
        <button
          type="submit"
          class="main"
          disabled={isBusy}
          ref={(element) => {
            if (verb === 'approve') first.current = element
          }}
        >
          <Icon name={ICONS[verb]} />
          {ACT.confirm}
          <kbd>{ACT.keyEnter}</kbd>
        </button>
        <button type="button" onClick={cancel}>
          {ACT.cancel}
          <kbd>{ACT.keyEscape}</kbd>
        </button>
      </div>
    </form>
  )
}

function sentenceOf(verb: Verb, hold: HoldDetail, minutes: number): string {
  switch (verb) {
    case 'dismiss':
      return ACT.confirmDismiss(hold.number, minutes)
    case 'skip':
      return ACT.skipWithNote(hold.number)
    default:
      return ACT.confirmApprove(hold.number)
  }
}
