import type { Arm, Handshake, Owner, Trust } from '../../model/anchor.ts'
import type { Json } from '../../model/json.ts'
import type { Node, Pair } from './octave/ast.ts'
import { emit } from './octave/emit.ts'
import { parse } from './octave/parse.ts'
import type { Proof } from './proof.ts'
import { emitTension } from './tension.ts'

const NOWHERE = { line: 0, column: 0 }

/** The whole identity block in its canonical spelling: what the agent said, and the server's ARM. */
export function canonicalAnchor(bind: string, arm: Arm, { tensions, commit }: Proof): string {
  const pair = (key: string, text: string): Pair => ({ kind: 'pair', key, value: { kind: 'text', text }, at: NOWHERE })
  const block = (key: string, children: readonly Node[]): Node => ({ kind: 'block', key, children, at: NOWHERE })
  const items = tensions.map((tension) => ({ kind: 'text', text: emitTension(tension) }) as const)
  return emit('IDENTITY', [
    ...parse(bind).nodes,
    block(
      'ARM',
      Object.entries(arm).map(([key, text]) => pair(key.toUpperCase(), text)),
    ),
    { kind: 'pair', key: 'TENSIONS', value: { kind: 'list', items }, at: NOWHERE },
    block('COMMIT', [pair('ARTIFACT', commit.artifact), pair('GATE', commit.gate)]),
  ])
}

export interface Binding {
  readonly handshake: Handshake
  readonly owner: Owner
  readonly arm: Arm
  readonly bind: string
  readonly proof: Proof
  readonly trust: Trust
  readonly commit: string
  readonly boundAt: string
}

/** Text of `anchor.json`. Its digest is in the audit, so a file that was changed opens nothing. */
export function anchorText(binding: Binding): string {
  const { handshake, owner, arm, bind, proof, trust, commit, boundAt } = binding
  const { token, role, working_dir, mode, strictness, topic, constitution_path, constitution_hash } = handshake
  const file: Json = {
    version: 1,
    validated: true,
    session_id: token,
    role,
    mode,
    strictness,
    topic,
    trust,
    working_dir,
    owner,
    constitution_path,
    constitution_hash,
    server_arm: arm,
    git: { branch: arm.branch, commit },
    anchor: canonicalAnchor(bind, arm, proof),
    created_at: handshake.created_at,
    bound_at: boundAt,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
