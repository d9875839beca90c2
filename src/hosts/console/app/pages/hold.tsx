import type { HoldDetail, PreviewAnswer } from '../../../../console/contract/shapes.ts'
import { CopyCommand } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loaded } from '../parts/states.tsx'
import { AgentText, Sentence } from '../parts/text.tsx'
import { addressOf, go, onLink } from '../router.ts'
import { now, projectOf, runtimeName } from '../state.ts'
import { useAsk } from '../use-ask.ts'
import { NAV, QUEUE } from '../words/en.ts'
import { verdictName } from '../words/facts.ts'
import { when } from '../words/format.ts'
import { Decide } from './decide.tsx'
import { PreviewView } from './preview.tsx'

/** One hold whole: what would happen, to what, who asks, and what can be done. */
export function HoldView({ project, number }: { readonly project: string; readonly number: number }) {
  const path = `/holds/${project}/${number}`
  const asked = useAsk<HoldDetail>(path)
  const isWaiting = asked.answer?.state === 'waiting'
  const preview = useAsk<PreviewAnswer>(isWaiting ? `${path}/preview` : undefined)
  return (
    <Loaded asked={asked} lines={8}>
      {(hold) => (
        <article class="holdview">
          <button type="button" class="quiet back" onClick={() => go({ page: 'queue' })}>
            <Icon name="chevron" size={14} />
            {NAV.queue}
          </button>
          <Head hold={hold} />
          <pre class="codeblock" tabIndex={0}>
            <AgentText text={hold.command || hold.reason} />
          </pre>
          <p class="muted under">
            <AgentText text={QUEUE.inFolder(hold.folder)} />
            {isWaiting && preview.answer && preview.answer.changes.length === 0 && hold.exhibit.length > 0 && (
              <span>{` · ${QUEUE.unchanged}`}</span>
            )}
          </p>
          {preview.answer && preview.answer.changes.length > 0 && <Changed changes={preview.answer.changes} />}
          {isWaiting && <PreviewView asked={preview} path={path} />}
          <Facts hold={hold} />
          <Decide hold={hold} exhibit={preview.answer?.digest} again={asked.again} />
        </article>
      )}
    </Loaded>
  )
}

function Head({ hold }: { readonly hold: HoldDetail }) {
  return (
    <header>
      <p class="line muted">
        <b class="number">{QUEUE.number(hold.number)}</b>
        <span>{projectOf(hold.project)?.name}</span>
        <time>{when(hold.atMs, now.value)}</time>
        {hold.isCatastrophic && (
          <span class="tag danger">
            <Icon name="warning" size={13} />
            {QUEUE.catastrophic}
          </span>
        )}
        {hold.state !== 'waiting' && <span class={`outcome ${hold.state}`}>{QUEUE.outcome(hold.state)}</span>}
      </p>
      <h2 class="reason">
        <Sentence text={hold.reason} />
      </h2>
      <p class="muted">
        <AgentText text={QUEUE.asked(runtimeName(hold.runtime), hold.agentType)} />
      </p>
    </header>
  )
}

function Changed({ changes }: { readonly changes: PreviewAnswer['changes'] }) {
  return (
    <div class="band warn" role="status">
      <Icon name="warning" />
      <div>
        <strong>{QUEUE.changed}</strong>
        <ul>
          {changes.map((change) => (
            <li key={`${change.kind}${change.name}`}>
              <AgentText text={QUEUE.change(change)} most={400} />
            </li>
          ))}
        </ul>
        <p>{QUEUE.changedNext}</p>
      </div>
    </div>
  )
}

/** What a person weighs, as a list of names and values. */
function Facts({ hold }: { readonly hold: HoldDetail }) {
  const { held, passed, days } = hold.ruleCounts
  const to = {
    page: 'sessions',
    session: { project: hold.project, id: hold.session, ...(hold.seq > 0 && { row: hold.seq }) },
  } as const
  return (
    <dl class="facts">
      {hold.safer !== undefined && (
        <div>
          <dt>{QUEUE.safer}</dt>
          <dd>
            <CopyCommand command={hold.safer} />
          </dd>
        </div>
      )}
      {hold.notWhole !== undefined && (
        <div>
          <dt>{QUEUE.notWhole}</dt>
          <dd>
            <AgentText text={hold.notWhole} most={200} />
          </dd>
        </div>
      )}
      {hold.met !== undefined && (
        <div>
          <dt>{QUEUE.met}</dt>
          <dd>{QUEUE.metText(hold.met)}</dd>
        </div>
      )}
      {hold.targets.length > 0 && !hold.exhibit.some(({ kind }) => kind === 'commit') && (
        <div>
          <dt>{QUEUE.targets}</dt>
          <dd>
            <AgentText text={hold.targets.join('  ')} most={400} />
          </dd>
        </div>
      )}
      <div>
        <dt>{QUEUE.rule}</dt>
        <dd>
          <code>{hold.rule}</code>
          <span class="muted">{held > 1 ? QUEUE.ruleText(held, passed, days) : QUEUE.ruleFirst}</span>
        </dd>
      </div>
      {hold.before.length > 0 && (
        <div>
          <dt>{QUEUE.before}</dt>
          <dd>
            <ol class="before">
              {hold.before.map((row) => (
                <li key={row.seq}>
                  <span class={`verdict v-${row.outcome}`}>{verdictName(row.outcome)}</span>
                  <AgentText text={row.text} most={90} />
                </li>
              ))}
            </ol>
            <a href={addressOf(to)} onClick={(event) => onLink(event, to)}>
              {QUEUE.session}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}
