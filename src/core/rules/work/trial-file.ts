import { isInside } from '../../model/inside.ts'
import type { Surroundings } from '../../model/surroundings.ts'

const TEST_WORD =
  'tests?|testing|testers?|testcases?|testdata|testsuites?|testutils?|testapp|testkit|conftest|pytest|unittest'
const CHECK_WORD = 'specs?|e2e|mre|mwe|poc|repro|reproduc\\w*|fixtures?|snapshots?'
/** `test_x.py`, `x.spec.ts`, `reproduce_issue.py`; words in the middle of others do not count: `latest`, `special`. */
const TRIAL_NAME = new RegExp(`(?:^|[^a-z])(?:${TEST_WORD}|${CHECK_WORD})(?![a-z])`, 'i')
/** `UserServiceTest.java`, `ParserSpec.scala`. */
const TRIAL_CLASS = /[a-z0-9](?:Tests?|Specs?|IT)\.[A-Za-z]+$/
const TRIAL_FOLDER =
  /^(?:tests?|__tests__|__mocks__|__snapshots__|specs?|e2e|testing|fixtures|repro|reproduc\w*|test[_-]?(?:apps?|projects?|sites?|data|cases?|utils?|support|helpers?|suites?|resources?)|.*[_-]tests?)$/i

const SCRIPT = /\.(?:py|js|mjs|cjs|ts|mts|tsx|jsx|rb|sh|bash|php|pl|lua|go|rs|java|kt|swift|c|cc|cpp|cs|jl|r|ps1)$/i
/** Names of scripts that are made to try something out; they count only where products do not lie. */
const SCRATCH_NAME =
  /(?:^|[^a-z])(?:edge[_-]?cases?|debug\w*|check|verif\w*|validat\w*|demo\w*|investigat\w*|diagnos\w*|confirm|sanity|smoke|standalone|example|scratch|try|tryout|minimal|sandbox|playground|te?mp|bug|issue|final|quick|simple|script|sample|experiment|attempt|repl|mini)(?![a-z])/i

/** Is the file there to check the product rather than to be part of it: a test, its data, a reproduction, a script to try something? */
export function isTrialFile(path: string, around: Surroundings): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (TRIAL_NAME.test(name) || TRIAL_CLASS.test(name)) return true
  if (foldersBelow(path, around.project).some((folder) => TRIAL_FOLDER.test(folder))) return true
  if (!SCRIPT.test(name)) return false
  if (isTemporary(path, around)) return true
  return SCRATCH_NAME.test(name) && isLoose(path, around)
}

export function isTemporary(path: string, { tempDirs, project }: Surroundings): boolean {
  return tempDirs.some((folder) => isInside(path, folder)) && !isInside(path, project)
}

/** Beside the product, not inside it: directly in the project's folder, or outside of it. */
function isLoose(path: string, { project }: Surroundings): boolean {
  const isOutside = path.startsWith('/') && !isInside(path, project)
  return isOutside || foldersBelow(path, project).length === 0
}

function foldersBelow(path: string, project: string): readonly string[] {
  const below = path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path
  return below.split('/').slice(0, -1).filter(Boolean)
}
