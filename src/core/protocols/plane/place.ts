/** Folders that name a part of a project. */
const DEPTH = 2

/** The part of the project a path lies in: its first folders, `.` at the top, nothing for what lies outside. */
export function placeOf(path: string | undefined, project: string): string | undefined {
  if (path === undefined) return undefined
  if (path === project) return '.'
  if (path.startsWith('/') && !path.startsWith(`${project}/`)) return undefined
  const below = path.startsWith('/') ? path.slice(project.length + 1) : path
  return below.split('/').slice(0, -1).slice(0, DEPTH).join('/') || '.'
}
