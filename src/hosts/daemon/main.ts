import { pathsOf } from '../../config/paths.ts'
import { hashNatively } from '../../stores/sha256.ts'
import { runDaemon } from './run.ts'

process.umask(0o077)
hashNatively()
runDaemon({ paths: pathsOf(process.env), env: process.env }).catch((error: unknown) => {
  process.stderr.write(`fairlead: the daemon stopped: ${error instanceof Error ? error.message : 'unknown failure'}\n`)
  process.exitCode = 1
})
