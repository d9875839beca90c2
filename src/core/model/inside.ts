/** True for the folder itself and everything below it. Both paths are absolute and normalised. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
