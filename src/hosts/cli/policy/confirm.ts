import { projectRootOf } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import { compilePolicy, type LoadedPolicy } from '../../../config/policy.ts'
import { asConfirmed, seePolicyFiles } from '../../../config/policy-files.ts'
import { confirmPolicy } from '../../../config/trust.ts'
import { CONFIRM_TEXTS, TRUST_TEXTS } from '../../../core/words/cli-policy.ts'
import { refusedText } from '../../../core/words/person.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { recordChange } from '../install/refuse-agent.ts'
import { partsOfPolicy } from '../open-project.ts'
import { type Prove, proveHere, proveWithPassphrase } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { askFirst, type Context, shortPath } from '../terminal.ts'
import { sentenceBefore } from './backtest.ts'

const COMMAND = 'fairlead config confirm'

/** A person's own policy counts as it is now, also where it is looser than what they confirmed before. */
export async function configConfirm(
  context: Context,
  { yes }: { readonly yes?: boolean },
  prove?: Prove,
): Promise<Exit> {
  const { terminal, env, cwd } = context
  const paths = pathsOf(env)
  const parts = await partsOfPolicy(env)
  const sights = seePolicyFiles(parts, projectRootOf(cwd) ?? cwd)
  const now = compilePolicy(parts, sights)
  const own = sights.filter(({ layer, copyOf }) => layer === 'user' && copyOf === undefined)
  const gone = sights.flatMap(({ copyOf }) => (own.some(({ file }) => file === copyOf) ? [] : (copyOf ?? [])))
  const changed = [...own.filter(({ trusted }) => !trusted).map(({ file }) => file), ...gone]
  const named = changed.map((file) => shortPath(file, env)).join(', ')
  if (now.policy.unconfirmed === undefined) {
    terminal.out(CONFIRM_TEXTS.already)
    return DONE
  }
  const broken = own.find((sight) => sight.kind === 'problem')
  if (broken?.kind === 'problem') return failed(TRUST_TEXTS.broken(shortPath(broken.file, env), broken.problem))
  const weigh = prove ?? (now.policy.edge.passphraseFor.length > 0 ? proveWithPassphrase : proveHere)
  const proof = await weigh(context, COMMAND)
  const change = { by: COMMAND, path: changed.join(', '), refused: proof.kind === 'unproven' }
  if (proof.kind === 'unproven') {
    await recordChange(context, paths, change)
    return failed(refusedText(proof))
  }
  // From the very bytes that are kept: a file that changes meanwhile is not confirmed.
  const then = sights.flatMap((sight) => (sight.copyOf === undefined ? asConfirmed(sight) : []))
  showChanges(context, named, now, compilePolicy(parts, then))
  const main = own.find(({ file }) => file === paths.userPolicy)
  const text = main?.kind === 'bytes' ? Buffer.from(main.bytes).toString() : ''
  const sentence = await sentenceBefore(context, parts, text)
  if (sentence !== undefined) terminal.out(sentence)
  const declined = await askFirst(terminal, CONFIRM_TEXTS.question, yes)
  if (declined) return declined
  for (const sight of own) if (sight.kind === 'bytes') confirmPolicy(parts, sight.file, sight)
  for (const file of gone) confirmPolicy(parts, file)
  await recordChange(context, paths, change)
  terminal.out(CONFIRM_TEXTS.confirmed(named))
  return DONE
}

function showChanges({ terminal }: Context, file: string, now: LoadedPolicy, then: LoadedPolicy): void {
  const looser = now.policy.unconfirmed?.looser ?? []
  const valuesOf = ({ settings }: LoadedPolicy) => new Map(settings.map(({ name, value }) => [name, value]))
  const [was, becomes] = [valuesOf(now), valuesOf(then)]
  const { yellow } = terminal.colors
  terminal.out(CONFIRM_TEXTS.changes(file))
  if (looser.length === 0) terminal.out(CONFIRM_TEXTS.nothingLooser)
  for (const name of looser) {
    const [from, to] = [was.get(name) ?? CONFIRM_TEXTS.unset, becomes.get(name) ?? CONFIRM_TEXTS.removed]
    // An exception has no value, and a rule that was rewritten has the same tier.
    const change = was.get(name) === becomes.get(name) ? '' : `: ${oneLine(from)} → ${yellow(oneLine(to))}`
    terminal.out(`  ${oneLine(name)}${change}`)
  }
}
