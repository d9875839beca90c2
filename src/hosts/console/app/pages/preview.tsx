import type { CommitRow, Preview, PreviewAnswer } from '../../../../console/contract/shapes.ts'
import { Icon } from '../parts/icon.tsx'
import { AgentText } from '../parts/text.tsx'
import type { PageAnswer } from '../use-ask.ts'
import { QUEUE } from '../words/en.ts'

/** What it would touch, as it is now. */
export function PreviewView({ asked }: { readonly asked: PageAnswer<PreviewAnswer> }) {
  if (!asked.answer) return asked.problem ? null : <p class="muted">{QUEUE.previewLater}</p>
  const { preview } = asked.answer
  switch (preview.kind) {
    case 'commits':
      return <Commits preview={preview} />
    case 'files':
      return <Files preview={preview} />
    case 'script':
      return <Scripts preview={preview} />
    case 'none':
      return null
  }
}

type Of<Kind extends Preview['kind']> = { readonly preview: Extract<Preview, { readonly kind: Kind }> }

function Commits({ preview }: Of<'commits'>) {
  const { commits, more, to, forced } = preview
  return (
    <section class="preview">
      <h3>
        {QUEUE.publishes}{' '}
        <span class="muted">{commits.length === 0 ? QUEUE.noCommits : QUEUE.commits(commits.length + more)}</span>
      </h3>
      <p class="muted">
        <AgentText text={QUEUE.to(to)} />
        {forced && (
          <span class="tag danger">
            <Icon name="warning" size={13} />
            {QUEUE.forced}
          </span>
        )}
      </p>
      <ol class="commits">
        {commits.map((commit) => (
          <Commit key={commit.hash} commit={commit} />
        ))}
      </ol>
      {more > 0 && <p class="muted">{QUEUE.andMore(more)}</p>}
    </section>
  )
}

function Commit({ commit }: { readonly commit: CommitRow }) {
  return (
    <li>
      <code>{commit.hash}</code>
      <span class="subject">
        <AgentText text={commit.subject} most={120} />
      </span>
      <span class="muted files">{QUEUE.files(commit.files)}</span>
      <span class="plus">{QUEUE.added(commit.added)}</span>
      <span class="minus">{QUEUE.removed(commit.removed)}</span>
    </li>
  )
}

function Files({ preview }: Of<'files'>) {
  const { groups, lost, all } = preview
  return (
    <section class="preview">
      <h3>
        {QUEUE.lost} <span class={lost > 0 ? 'danger' : 'muted'}>{QUEUE.lostText(lost, all)}</span>
      </h3>
      <dl class="groups">
        {groups.map(({ state, count, names }) => (
          <div key={state} class={state}>
            <dt>
              {QUEUE.groups[state]} <b>{count}</b>
            </dt>
            <dd>
              {names.map((name) => (
                <code key={name}>
                  <AgentText text={name} most={100} />
                </code>
              ))}
              {count > names.length && <span class="muted">{QUEUE.andMore(count - names.length)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Scripts({ preview }: Of<'script'>) {
  return (
    <section class="preview">
      <h3>{QUEUE.script}</h3>
      {preview.files.map(({ name, text, cutChars, isChanged }) => (
        <details key={name} open={preview.files.length === 1}>
          <summary>
            <AgentText text={name} />
            {isChanged && <span class="tag danger">{QUEUE.change('changed', name)}</span>}
          </summary>
          <pre class="codeblock script" tabIndex={0}>
            <AgentText text={text} />
          </pre>
          {cutChars > 0 && <p class="muted">{QUEUE.cut(cutChars)}</p>}
        </details>
      ))}
    </section>
  )
}
