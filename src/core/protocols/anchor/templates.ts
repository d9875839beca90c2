import type { CitedFile, Strictness } from '../../model/anchor.ts'
import type { Constitution } from './constitution.ts'
import { BLANKS } from './names.ts'
import { emitQuoted } from './octave/emit.ts'
import { LEAST_TENSIONS } from './role-policy.ts'
import { emitPath } from './tension.ts'

/** The next call, as an agent pastes it. */
export type NextCall = { readonly tool: 'anchor'; readonly arguments: Readonly<Record<string, string>> }

/** Stands for the payload in a next call; the payload itself is shown beside it, in lines. */
export const FILLED_IN = '<the template, filled in>'

export function nextCall(args: Readonly<Record<string, string>>): NextCall {
  return { tool: 'anchor', arguments: args }
}

/** Where a call shall start again; the role is the agent's to choose. */
export function identityCall(workingDir: string, role: string): NextCall {
  return nextCall({
    stage: 'identity',
    role,
    working_dir: workingDir,
    mode: 'full',
    topic: `<${BLANKS.topic}>`,
  })
}

/** The role is filled in; the rest is read in the constitution, which proves that it was read. */
export function bindTemplate({ role, archetypes }: Constitution): string {
  return [
    '===IDENTITY===',
    'BIND:',
    `  ROLE::${role}`,
    '  COGNITION::<the COGNITION of the constitution>',
    ...(archetypes.length > 0 ? ['  ARCHETYPES::[<one or more of the constitution>]'] : []),
    `  AUTHORITY::RESPONSIBLE[<${BLANKS.scope}>]`,
    '===END===',
  ].join('\n')
}

const NO_FILE = { path: '<a file>', lines: 1 }

/** As many tensions as strictness asks for, with constraints and files that exist; what they mean is the agent's to say. */
export function proofTemplate(
  { constraints }: Pick<Constitution, 'constraints'>,
  strictness: Strictness,
  files: readonly CitedFile[],
): string {
  const tensions = Array.from({ length: LEAST_TENSIONS[strictness] }, (_, index) => {
    const [constraint] = constraints.slice(index % constraints.length).map(({ id }) => id)
    const { path, lines } = files[index % Math.max(1, files.length)] ?? NO_FILE
    const range = strictness === 'deep' ? `:1-${lines}` : ''
    const cites = `[${constraint}]⇌CTX:${emitPath(path)}${range}`
    return `  ${emitQuoted(`L${index + 1}::${cites}[<${BLANKS.found}>]→TRIGGER[<${BLANKS.action}>]`)}`
  })
  return [
    '===IDENTITY===',
    'TENSIONS::[',
    tensions.join(',\n'),
    ']',
    'COMMIT:',
    `  ARTIFACT::"<${BLANKS.artifact}>"`,
    `  GATE::"<${BLANKS.gate}>"`,
    '===END===',
  ].join('\n')
}
