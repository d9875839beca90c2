import { BUILTINS } from './executors/builtins.ts'
import { FILE_MAKERS } from './executors/file-makers.ts'
import { runWrapper } from './executors/run-wrapper.ts'
import { SHELLS } from './executors/shells.ts'
import { WRAPPERS } from './executors/wrappers.ts'
import type { Executor } from './machine.ts'

/** Everything that runs something else, or changes what later words mean, by the name it is called with. */
export const EXECUTORS: ReadonlyMap<string, Executor> = new Map<string, Executor>([
  ...WRAPPERS.flatMap((wrapper) =>
    wrapper.names.map((name): [string, Executor] => [name, (args, frame) => runWrapper(wrapper, args, frame)]),
  ),
  ...SHELLS,
  ...BUILTINS,
  ...FILE_MAKERS,
])
