import { readFileSync, statSync } from 'node:fs'
import type { Paths } from './paths.ts'

/** What a person chose: it stands beside the helper, out of an agent's reach. */
export interface SealChoice {
  readonly isOff: boolean
  readonly shell?: string
  readonly chain?: string
  readonly covers: readonly string[]
  /** Folders of which nothing is to be seen in there, and what is let through again. */
  readonly hidden: readonly string[]
  readonly passed: readonly string[]
  /** When it was written: what ran before may have run without it. */
  readonly sinceMs: number
}

export function sealPlanFile({ sealCommand }: Pick<Paths, 'sealCommand'>): string {
  return `${sealCommand}.plan`
}

/** Undefined where nobody was asked yet. */
export function readSealPlan(paths: Pick<Paths, 'sealCommand'>): SealChoice | undefined {
  try {
    const file = sealPlanFile(paths)
    const lines = readFileSync(file, 'utf8').split('\n')
    const named = (...words: readonly string[]) =>
      words.flatMap((word) =>
        lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1)),
      )
    const after = (word: string) => lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1)
    const [shell, chain] = [after('shell'), after('chain')]
    return {
      isOff: lines.includes('off'),
      covers: named('read-only', 'hide'),
      hidden: named('hide', 'private'),
      passed: named('pass'),
      sinceMs: statSync(file).mtimeMs,
      ...(shell !== undefined && { shell }),
      ...(chain !== undefined && { chain }),
    }
  } catch {
    return undefined
  }
}

export function isSealOn(paths: Pick<Paths, 'sealCommand'>): boolean {
  return readSealPlan(paths)?.isOff === false
}
