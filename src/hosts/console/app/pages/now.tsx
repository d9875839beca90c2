import { useState } from 'preact/hooks'
import type { NowAnswer, NowCard, OpenGrant } from '../../../../console/contract/shapes.ts'
import { ask } from '../api.ts'
import { Ribbon } from '../charts/ribbon.tsx'
import { Bar } from '../parts/bar.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { AgentText } from '../parts/text.tsx'
import { addressOf, onLink } from '../router.ts'
import { advanced, chosenProject, level, meet, now, projectOf, runtimeName } from '../state.ts'
import { useAsk } from '../use-ask.ts'
import { NOW } from '../words/en.ts'
import { verdictName } from '../words/facts.ts'

const HOURS = [1, 2, 8, 24]
const ICONS: Readonly<Record<NowCard['standing'], IconName>> = {
  waiting: 'hand',
  looping: 'loop',
  working: 'activity',
  idle: 'clock',
}

/** A card for every session that lives; those that wait for the person first. */
export function Now() {
  const [hours, see] = useState(2)
  const only = chosenProject.value === '' ? '' : `&project=${chosenProject.value}`
  const asked = useAsk<NowAnswer>(`/now?hours=${hours}${only}`)
  return (
    <>
      <Bar title={NOW.title} count={asked.answer?.cards.length ?? 0}>
        <select aria-label={NOW.spanLabel} value={hours} onChange={(event) => see(Number(event.currentTarget.value))}>
          {HOURS.map((value) => (
            <option key={value} value={value}>
              {NOW.span(value)}
            </option>
          ))}
        </select>
      </Bar>
      <main id="page" class="page now" tabIndex={-1}>
        <Loaded asked={asked} lines={9}>
          {({ cards, open }) => (
            <>
              {open.length > 0 && <Open grants={open} />}
              {cards.length === 0 ? (
                <Empty icon="activity" title={NOW.emptyTitle} next={NOW.emptyNext} />
              ) : (
                <ul class="live">
                  {cards.map((card) => (
                    <li key={`${card.project}${card.session}`}>
                      <Card card={card} />
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </Loaded>
      </main>
    </>
  )
}

function Card({ card }: { readonly card: NowCard }) {
  const to = { page: 'sessions', session: { project: card.project, id: card.session } } as const
  const hold = card.hold && ({ page: 'queue', hold: { project: card.project, number: card.hold.number } } as const)
  return (
    <article class={`panel livecard ${card.standing}`}>
      <header>
        <h2>
          <a href={addressOf(to)} onClick={(event) => onLink(event, to)}>
            <AgentText text={card.objective || NOW.noObjective} most={120} />
          </a>
        </h2>
        <span class={`tag ${card.standing}`}>
          <Icon name={ICONS[card.standing]} size={13} />
          {NOW.standing[card.standing]}
        </span>
      </header>
      <p class="muted">{`${projectOf(card.project)?.name ?? ''} · ${runtimeName(card.runtime)} · ${NOW.mode(card.mode)} · ${NOW.calls(card.calls)} · ${NOW.started(now.value - card.startedMs)}`}</p>
      {hold && card.hold && (
        <p class="waits">
          <a href={addressOf(hold)} onClick={(event) => onLink(event, hold)}>
            {NOW.hold(card.hold.number)}
          </a>
          <code>
            <AgentText text={card.hold.command} most={100} />
          </code>
        </p>
      )}
      <Ribbon parts={card.ribbon} boundaries={card.boundaries} />
      {card.attention && (
        <p class={`attention ${card.attention.level}`}>
          <span>{NOW.attention(card.attention.level, card.attention.tokens)}</span>
          {card.attention.share !== undefined && <span class="muted">{` · ${NOW.share(card.attention.share)}`}</span>}
        </p>
      )}
      {card.agents.length > 0 && (
        <p class="line muted">
          {NOW.subagents}
          {card.agents.map(({ id, type }) => (
            <span key={id} class="tag">
              <AgentText text={type} most={40} />
            </span>
          ))}
        </p>
      )}
      <ol class="before" aria-label={NOW.recent}>
        {card.recent.map((row) => (
          <li key={row.seq}>
            <span class={`verdict v-${row.outcome}`}>{verdictName(row.outcome)}</span>
            <AgentText text={row.text} most={110} />
          </li>
        ))}
      </ol>
    </article>
  )
}

/** What was permitted and is not used up, each with a way to end it. */
function Open({ grants }: { readonly grants: readonly OpenGrant[] }) {
  const end = ({ project, number }: OpenGrant) =>
    void ask(`/holds/${project}/${number}/decide`, { method: 'POST', body: { verb: 'revoke', print: '' } })
      .catch(meet)
      .finally(() => {
        advanced.value += 1
      })
  return (
    <section class="panel grants">
      <h2>{NOW.open}</h2>
      <ul>
        {grants.map((grant) => (
          <li key={`${grant.project}${grant.kind}${grant.number}`}>
            <Icon name={grant.kind === 'approval' ? 'check' : 'timer'} size={15} />
            <span>
              <AgentText text={grantText(grant)} most={200} />
            </span>
            <span class="muted end">{projectOf(grant.project)?.name}</span>
            {level.value === 'present' && grant.kind !== 'pause' && (
              <button type="button" onClick={() => end(grant)}>
                {NOW.end}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function grantText({ kind, number, about, untilMs = 0 }: OpenGrant): string {
  const left = Math.max(0, untilMs - now.value)
  if (kind === 'approval') return NOW.approval(number, about)
  return kind === 'pause' ? NOW.pause(left) : NOW.dismissal(number, about, left)
}
