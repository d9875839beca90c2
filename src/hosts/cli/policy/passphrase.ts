import { pathsOf } from '../../../config/paths.ts'
import { PASSPHRASE_TEXTS } from '../../../core/words/cli.ts'
import { COMMAND_REFUSALS, PASSPHRASE, type Refusal, refusedText } from '../../../core/words/person.ts'
import { readPassphraseKey } from '../../../person/passphrase.ts'
import { weighCommand, whyOf } from '../../../person/terminal.ts'
import { agentsHere } from '../agents-here.ts'
import { askPassphrase, choosePassphrase } from '../ask-passphrase.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { recordChange } from '../install/refuse-agent.ts'
import type { Context } from '../terminal.ts'

/** Why no passphrase can be set here and now; undefined when one can. */
export type Refuse = (context: Context) => Promise<Refusal | undefined>

/** Sets the person's passphrase, with the old one where there is one. Never while an agent could be the one who does. */
export async function passphraseSet(context: Context, refuse: Refuse = refuseHere): Promise<Exit> {
  const { terminal, env } = context
  const paths = pathsOf(env)
  const refusal = await refuse(context)
  if (refusal) {
    await recordChange(context, paths, { by: 'fairlead passphrase set', path: paths.passphrase, refused: true })
    return failed(refusedText(refusal))
  }
  if (!terminal.interactive) return failed(PASSPHRASE_TEXTS.nowhereToType)
  const old = readPassphraseKey(paths.passphrase)
  const asked = old && (await askPassphrase(terminal, old, PASSPHRASE_TEXTS.hasOne))
  if (asked?.ok === false) return failed(`${asked.why}; ${asked.instead}`)
  const problem = await choosePassphrase(terminal, paths)
  if (problem !== undefined) return failed(`${problem}; ${PASSPHRASE_TEXTS.tryAgain}`)
  await recordChange(context, paths, { by: 'fairlead passphrase set', path: paths.passphrase, refused: false })
  terminal.out(PASSPHRASE_TEXTS.set)
  return DONE
}

async function refuseHere({ env }: Context): Promise<Refusal | undefined> {
  const { atMs, agents } = await agentsHere(env)
  const evidence = weighCommand(process.pid, { atMs, client: agents[0] ?? 'none' })
  if (evidence.kind === 'refuted') return COMMAND_REFUSALS.notPerson('fairlead passphrase set', whyOf(evidence))
  return agents.length > 0 ? PASSPHRASE.unset(agents) : undefined
}
