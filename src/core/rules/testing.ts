import { projectRoot } from '../model/ids.ts'
import type { PathKnowledge, Surroundings } from '../model/surroundings.ts'
import type { ToolCall } from '../model/tool.ts'

/** A developer's machine, for tests: a project below a home, nothing asked of git. */
export const around: Surroundings = {
  project: projectRoot('/home/dev/project'),
  cwd: '/home/dev/project',
  home: '/home/dev',
  tempDirs: ['/tmp'],
  ownPaths: ['/home/dev/.local/state/fairlead', '/home/dev/.config/fairlead'],
  paths: [],
}

export const shell = (command: string): ToolCall => ({ kind: 'shell', name: 'Bash', command })

export const knowing = (...paths: readonly PathKnowledge[]): Surroundings => ({ ...around, paths })

/** Git holds every file of this folder of the project, and nothing in it is changed. */
export const committed = (name: string): Surroundings =>
  knowing({ path: `/home/dev/project/${name}`, exists: true, kind: 'directory', ignored: false, tracked: true, dirty: false })
