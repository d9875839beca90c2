import { governedRootOf } from '../../config/governed.ts'
import { pathsOf } from '../../config/paths.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import { wireGate } from '../../wiring/wire-gate.ts'
import { serve } from './serve.ts'
import { settleAnchors } from './settle-anchors.ts'
import { TOOLS } from './tools.ts'

/** `fairlead mcp <runtime>`: started by a client, lives as long as it, answers on stdin and stdout. */
const [runtime = ''] = process.argv.slice(2)
const paths = pathsOf(process.env)
const wired = wireGate({ paths, env: process.env, loadYaml: () => yamlDoor })
const projectOf = (folder: string) => governedRootOf(folder, paths.governed)
await settleAnchors({ ...wired, runtime, cwd: process.cwd(), projectOf })
await serve(TOOLS, { ...wired, runtime, cwd: process.cwd(), projectOf })
await wired.gate.close().catch(() => undefined)
process.exit(0)
