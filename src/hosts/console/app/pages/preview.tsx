import { useState } from 'preact/hooks'
import type { CommitRow, PatchAnswer, Preview, PreviewAnswer } from '../../../../console/contract/shapes.ts'
import { Icon } from '../parts/icon.tsx'
import { Loaded } from '../parts/states.tsx'
import { AgentText } from '../parts/text.tsx'
import { type PageAnswer, useAsk } from '../use-ask.ts'
import { QUEUE } from '../words/en.ts'

interface Props {
  readonly asked: PageAnswer<PreviewAnswer>
  /** The address of the hold. */
  readonly path: string
}

/** What it would touch, as it is now. */
export function PreviewView({ asked, path }: Props) {
  if (!asked.answer) return asked.problem ? null : <p class="muted">{QUEUE.previewLater}</p>
  const { preview } = asked.answer
  switch (preview.kind) {
    case 'commits':
      return <Commits preview={preview} path={path} />
    case 'files':
      return <Files preview={preview} />
    case 'script':
      return <Scripts preview={preview} />
    case 'none':
      return null
  }
}

type Of<Kind extends Preview['kind']> = { readonly preview: Extract<Preview, { readonly kind: Kind }> }

function Commits({ preview, path }: Of<'commits'> & { readonly path: string }) {
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
          <Commit key={commit.hash} commit={commit} path={path} />
        ))}
      </ol>
      {more > 0 && <p class="muted">{QUEUE.andMore(more)}</p>}
    </section>
  )
}

/** One commit in one line; opens to what it changes. */
function Commit({ commit, path }: { readonly commit: CommitRow; readonly path: string }) {
  const [isOpen, open] = useState(false)
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        <code>{commit.hash}</code>
        <span class="subject">
          <AgentText text={commit.subject} most={120} />
        </span>
        <span class="muted files">{QUEUE.files(commit.files)}</span>
        <span class="plus">{QUEUE.added(commit.added)}</span>
        <span class="minus">{QUEUE.removed(commit.removed)}</span>
      </button>
      {isOpen && <Patch path={`${path}/patch?commit=${commit.hash}`} />}
    </li>
  )
}

function Patch({ path }: { readonly path: string }) {
  const asked = useAsk<PatchAnswer>(path, { live: false })
  return (
    <Loaded asked={asked} lines={3}>
      {({ text, cutChars }) => (
        <>
          <pre class="codeblock script patch" tabIndex={0}>
            {text.split('\n').map((line, index) => (
              <span key={index} class={toneOf(line)}>
                <AgentText text={line} />
                {'\n'}
              </span>
            ))}
          </pre>
          {cutChars > 0 && <p class="muted">{QUEUE.cut(cutChars)}</p>}
        </>
      )}
    </Loaded>
  )
}

function toneOf(line: string): string {
  if (line.startsWith('@@') || line.startsWith('diff ')) return 'muted'
  if (line.startsWith('+')) return 'plus'
  return line.startsWith('-') ? 'minus' : ''
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
            {isChanged && <span class="tag danger">{QUEUE.change({ name, how: 'changed' })}</span>}
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
