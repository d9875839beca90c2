import { APPENDERS } from './executors/appenders.ts'
import { PATCHERS } from './executors/apply-patch.ts'
import { BUILTINS } from './executors/builtins.ts'
import { ESCAPE_EXECUTORS } from './executors/escapes.ts'
import { FILE_MAKERS } from './executors/file-makers.ts'
import { FINDERS } from './executors/find.ts'
import { GIT } from './executors/git.ts'
import { INTERPRETER_EXECUTORS } from './executors/interpreters.ts'
import { MAKERS } from './executors/make.ts'
import { OPTION_HOOKS } from './executors/option-hooks.ts'
import { REMOTE_EXECUTORS } from './executors/remote.ts'
import { runWrapper } from './executors/run-wrapper.ts'
import { SCHEDULERS } from './executors/schedulers.ts'
import { SHELLS } from './executors/shells.ts'
import { TEXT_PROGRAMS } from './executors/text-programs.ts'
import { WINDOWS_SHELLS } from './executors/windows.ts'
import { WRAPPERS } from './executors/wrappers.ts'
import type { Executor } from './machine.ts'

/** Everything that runs something else, or changes what later words mean, by the name it is called with. */
export const EXECUTORS: ReadonlyMap<string, Executor> = new Map<string, Executor>([
  ...OPTION_HOOKS,
  ...WRAPPERS.flatMap((wrapper) =>
    wrapper.names.map((name): [string, Executor] => [name, (args, frame) => runWrapper(wrapper, args, frame)]),
  ),
  ...SHELLS,
  ...BUILTINS,
  ...FILE_MAKERS,
  ...APPENDERS,
  ...FINDERS,
  ...INTERPRETER_EXECUTORS,
  ...TEXT_PROGRAMS,
  ...GIT,
  ...REMOTE_EXECUTORS,
  ...SCHEDULERS,
  ...ESCAPE_EXECUTORS,
  ...MAKERS,
  ...WINDOWS_SHELLS,
  ...PATCHERS,
])
