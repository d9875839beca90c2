import { onFirstUse } from '../../model/language.ts'
import { APPENDERS } from './executors/appenders.ts'
import { PATCHERS } from './executors/apply-patch.ts'
import { BUILTINS } from './executors/builtins.ts'
import { ESCAPE_EXECUTORS } from './executors/escapes.ts'
import { FILE_MAKERS } from './executors/file-makers.ts'
import { FINDERS } from './executors/find.ts'
import { GIT } from './executors/git.ts'
import { interpreterNamed } from './executors/interpreters.ts'
import { MAKERS } from './executors/make.ts'
import { remoteNamed } from './executors/remote.ts'
import { wrapperNamed } from './executors/run-wrapper.ts'
import { SCHEDULERS } from './executors/schedulers.ts'
import { SHELLS } from './executors/shells.ts'
import { TEXT_PROGRAMS } from './executors/text-programs.ts'
import { WINDOWS_SHELLS } from './executors/windows.ts'
import type { Executor } from './machine.ts'

/** What runs something else, or changes what later words mean, by the name it is called with. */
export const executorNamed = (name: string): Executor | undefined => executorAs(name) ?? executorAs(name.toLowerCase())

const executorAs = (name: string): Executor | undefined =>
  executors().get(name) ?? remoteNamed(name) ?? wrapperNamed(name, interpreterNamed(name))

const executors = onFirstUse(
  (): ReadonlyMap<string, Executor> =>
    new Map([
      ...SHELLS,
      ...BUILTINS,
      ...FILE_MAKERS,
      ...APPENDERS,
      ...FINDERS,
      ...TEXT_PROGRAMS,
      ...GIT,
      ...SCHEDULERS,
      ...ESCAPE_EXECUTORS,
      ...MAKERS,
      ...WINDOWS_SHELLS,
      ...PATCHERS,
    ]),
)
