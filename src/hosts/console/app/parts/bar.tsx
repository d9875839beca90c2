import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../api.ts'
import { chooseProject, chosenProject, helpShown, level, lock, now, state } from '../state.ts'
import { BAR, LEVEL } from '../words/en.ts'
import { Icon } from './icon.tsx'
import { Sentence } from './text.tsx'

interface Props {
  readonly title: string
  readonly count?: number
  readonly children?: ComponentChildren
  /** The audit and the ledger are of one project. */
  readonly one?: boolean
}

/** The line above every page: where one is, for which project, and what this browser may do. */
export function Bar({ title, count, children, one = false }: Props) {
  return (
    <header class="bar">
      <h1>
        {title}
        {count !== undefined && count > 0 && <span class="count">{count}</span>}
      </h1>
      <ProjectChoice one={one} />
      <div class="tools">{children}</div>
      <Badge />
      <button
        type="button"
        class="quiet round"
        aria-label={BAR.help}
        onClick={() => {
          helpShown.value = true
        }}
      >
        <Icon name="help" size={18} />
      </button>
    </header>
  )
}

function ProjectChoice({ one }: { readonly one: boolean }) {
  const projects = state.value?.projects ?? []
  const chosen = projects.some(({ id }) => id === chosenProject.value) ? chosenProject.value : ''
  return (
    <select
      class="project"
      aria-label={BAR.project}
      value={one && chosen === '' ? (projects[0]?.id ?? '') : chosen}
      onChange={(event) => chooseProject(event.currentTarget.value)}
    >
      {!one && <option value="">{BAR.allProjects}</option>}
      {projects.map(({ id, name, folder }) => (
        <option key={id} value={id} title={folder}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The project of a page that shows one. */
export function oneProject(): string | undefined {
  const projects = state.value?.projects ?? []
  return projects.find(({ id }) => id === chosenProject.value)?.id ?? projects[0]?.id
}

/** What the page may do, and why; opens to explain itself. */
function Badge() {
  const [isOpen, open] = useState(false)
  const { levelUntilMs, levelWhy, digits } = state.value ?? {}
  const name = level.value
  return (
    <div class="badge">
      <button type="button" class={`level ${name}`} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        <Icon name={name === 'present' ? 'hand' : 'eye'} size={15} />
        {LEVEL[name]}
        {levelUntilMs !== undefined && <span class="muted">{LEVEL.left(levelUntilMs - now.value)}</span>}
        {digits !== undefined && <span class="digits">{digits}</span>}
      </button>
      {isOpen && (
        <div class="popover" role="group" aria-label={LEVEL.about}>
          <p>{LEVEL.explain[name]}</p>
          {levelWhy !== undefined && (
            <p>
              <Sentence text={`${levelWhy}.`} />
            </p>
          )}
          {digits !== undefined && (
            <p>
              <strong class="digits">{digits}</strong> {LEVEL.compare}
            </p>
          )}
          <button type="button" onClick={() => void ask('/session', { method: 'DELETE' }).finally(() => lock())}>
            <Icon name="lock" size={14} />
            {LEVEL.lock}
          </button>
        </div>
      )}
    </div>
  )
}
