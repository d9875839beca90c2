import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { governedRootOf } from '../../config/governed.ts'
import { pathsOf } from '../../config/paths.ts'
import { loadPolicy } from '../../config/policy.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import { DEFAULT_POLICY } from '../../core/model/policy.ts'
import { CHECKSUMS } from '../../install/ledger/plan-ledger.ts'
import { countTokens } from '../../ledger/count-tokens.ts'
import { ledgerLookups } from '../../ledger/ledger-lookups.ts'
import { governedIn, ledgerPlaces, policyParts, wireGate } from '../../wiring/wire-gate.ts'
import { serve } from './serve.ts'
import { settleAnchors } from './settle-anchors.ts'
import { toolsFor } from './tools.ts'

/** `fairlead mcp <runtime>`: started by a client, lives as long as it, answers on stdin and stdout. */
const [runtime = ''] = process.argv.slice(2)
const paths = pathsOf(process.env)
const wired = wireGate({
  paths,
  env: process.env,
  loadYaml: () => yamlDoor,
  countTokens,
  lookups: ledgerLookups(ledgerPlaces(paths, process.env)),
})
const projectOf = (folder: string) => governedRootOf(folder, governedIn(paths))
await settleAnchors({ ...wired, runtime, cwd: process.cwd(), projectOf })
const project = projectOf(process.cwd())
const policy = project
  ? loadPolicy(
      policyParts(paths, () => yamlDoor),
      project,
    ).policy
  : DEFAULT_POLICY
const hasLedger = project !== undefined && existsSync(join(project, CHECKSUMS))
await serve(toolsFor(runtime, policy, hasLedger), { ...wired, runtime, cwd: process.cwd(), projectOf })
await wired.gate.close().catch(() => undefined)
process.exit(0)
