import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type HumanCases = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/** What agents leave in the environment of everything they start. */
export const AGENT_VARIABLES = [
  'CLAUDECODE',
  'CLAUDE_PID',
  'CLAUDE_CODE_CHILD_SESSION',
  'CODEX_THREAD_ID',
  'CODEX_CI',
] as const

/**
 * The suite's person descends from this very process, so below an agent the gate rightly takes that person
 * for one of the agent's tricks: the cases would fail because the product works.
 */
export function humanCasesPossible(): HumanCases {
  if (process.platform !== 'linux') return no('the cases with a person at the keyboard need Linux (/proc, `script`)')
  for (const tool of ['tmux', 'script', 'setsid']) {
    if (!canRun(tool)) return no(`\`${tool}\` is missing; install it to run the cases with a person at the keyboard`)
  }
  for (const pid of selfAndAncestors()) {
    const found = agentVariableOf(pid)
    if (found !== null) {
      return no(
        `process ${pid} above this one carries \`${found}\`: an agent runs the suite; run it from your own terminal`,
      )
    }
  }
  return { ok: true }
}

const no = (reason: string): HumanCases => ({ ok: false, reason })

function canRun(tool: string): boolean {
  try {
    execFileSync(tool, [tool === 'tmux' ? '-V' : '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function selfAndAncestors(): readonly number[] {
  const pids: number[] = []
  for (let pid = process.pid; pid > 0; pid = parentOf(pid)) pids.push(pid)
  return pids
}

function parentOf(pid: number): number {
  const status = readProc(pid, 'status')
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
}

function agentVariableOf(pid: number): string | null {
  const names = readProc(pid, 'environ').split('\0')
  return AGENT_VARIABLES.find((name) => names.some((entry) => entry.startsWith(`${name}=`))) ?? null
}

/** Processes of another user cannot be read; neither can the gate read them. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
