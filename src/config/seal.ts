import { readFileSync } from 'node:fs'
import type { Paths } from './paths.ts'

/** What a person chose: it stands beside the helper, out of an agent's reach. */
export interface SealChoice {
  readonly isOff: boolean
  readonly shell?: string
  readonly chain?: string
  readonly covers: readonly string[]
}

export function sealPlanFile({ sealCommand }: Pick<Paths, 'sealCommand'>): string {
  return `${sealCommand}.plan`
}

/** Undefined where nobody was asked yet. */
export function readSealPlan(paths: Pick<Paths, 'sealCommand'>): SealChoice | undefined {
  try {
    const lines = readFileSync(sealPlanFile(paths), 'utf8').split('\n')
    const after = (word: string) => lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1)
    const [shell, chain] = [after('shell'), after('chain')]
    const covers = lines.flatMap((line) => /^(?:read-only|hide) (.*)$/.exec(line)?.[1] ?? [])
    return {
      isOff: lines.includes('off'),
      covers,
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
