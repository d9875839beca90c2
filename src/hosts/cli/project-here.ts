import { projectRootOf } from '../../config/governed.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { type Opened, refused } from './exit.ts'

/** The project that this folder lies in. */
export function projectHere({ cwd }: { readonly cwd: string }): Opened<ProjectRoot> {
  const project = projectRootOf(cwd)
  return project === undefined
    ? refused(`\`${cwd}\` is in no project; go to one in which \`fairlead init\` was run`)
    : { ok: true, open: project }
}
