import type { RedirectDescriptor } from 'unbash'
import { MAX_FILES } from './limits.ts'
import { type Arg, type Frame, type KnownFile, type Stream, UNKNOWN_STREAM } from './machine.ts'
import { hasActiveGlob, isConstant, withoutGlobs } from './marks.ts'
import { resolvePath } from './path.ts'
import { setVariable } from './scope.ts'

/** Links that are followed one after the other. */
const MAX_LINKS = 64

/** A file whose content or origin is known from this text or from earlier in the session. */
export function fileAt(path: string, frame: Frame): KnownFile | undefined {
  if (!isConstant(path)) return undefined
  const absolute = resolvePath(withoutGlobs(path), frame.scope.cwd)
  return absolute === undefined ? undefined : frame.machine.files.get(absolute)
}

/** Remembers a file that this text makes, when its name is constant. */
export function writeFile(path: Arg, file: KnownFile, frame: Frame): void {
  const absolute = constantPath(path.text, frame) ?? nowherePath(path.text, frame)
  if (absolute === undefined || absolute.startsWith('/dev/')) return
  // The last written is the last entry.
  const { files, links } = frame.machine
  files.delete(absolute)
  links.delete(absolute)
  if (files.size >= MAX_FILES) {
    frame.machine.isOverfull = true
    return
  }
  files.set(absolute, { ...origin(file.content, frame), ...file })
  if (file.link === true) links.add(absolute)
}

/** What stands for a folder that nobody knows. */
export const NOWHERE = '/\u2026/'

/** `$d/x.py`: of the path of a file its end alone is known. */
function nowherePath(path: string, frame: Frame): string | undefined {
  const end = /\/[^/]+$/.exec(path)?.[0]
  const isHidden = !isConstant(path.charAt(0)) && frame.place === 'local'
  return isHidden && end !== undefined && isConstant(end) && !hasActiveGlob(end) ? NOWHERE + end.slice(1) : undefined
}

/** Where the content comes from, when it is a copy or a download. */
function origin(content: Stream, frame: Frame): { readonly from?: string } {
  if (content.kind === 'network') {
    const { url } = content
    return { from: url.includes('://') ? url : `https://${url}` }
  }
  const path = content.kind === 'file' ? constantPath(content.path.text, frame) : undefined
  return path === undefined ? {} : { from: path }
}

/** Absolute path of a text that names exactly one local file. */
export function constantPath(path: string, frame: Frame): string | undefined {
  if (frame.place === 'remote' || path === '' || !isConstant(path) || hasActiveGlob(path)) return undefined
  return resolvePath(path, frame.scope.cwd)
}

export function isAddress(from: string | undefined): from is string {
  return from !== undefined && /^[a-z]+:\/\//.test(from)
}

/**
 * The path behind links of this session: after `ln -s / x` the text `x/etc` is `/etc`.
 * A link itself is not followed, since `rm x` removes the link.
 */
export function followLinks(path: string, frame: Frame, followLast = false): string {
  if (frame.machine.links.size === 0 || !isConstant(path)) return path
  let text = path
  for (let count = 0; count < MAX_LINKS; count += 1) {
    const next = followOnce(text, frame, followLast)
    if (next === undefined) return text
    text = next
  }
  return text
}

function followOnce(path: string, frame: Frame, followLast: boolean): string | undefined {
  const absolute = resolvePath(withoutGlobs(path), frame.scope.cwd)
  if (absolute === undefined || !isAtLink(absolute, frame.machine.links)) return undefined
  for (const link of frame.machine.links) {
    const file = frame.machine.files.get(link)
    if (file?.from === undefined || isAddress(file.from)) continue
    const isInside = absolute.startsWith(`${link}/`)
    const isWhole = absolute === link && (followLast || path.endsWith('/'))
    if (!isInside && !isWhole) continue
    const rest = path.slice(lengthOfHead(path, link, frame))
    return (file.from === '/' && rest.startsWith('/') ? '' : file.from) + rest
  }
  return undefined
}

/** Whether the path or a folder above it is a link: there may be many links, and a path has few folders. */
function isAtLink(absolute: string, links: ReadonlySet<string>): boolean {
  for (let end = absolute.length; end > 0; end = absolute.lastIndexOf('/', end - 1)) {
    if (links.has(absolute.slice(0, end))) return true
  }
  return false
}

/** How much of the text as written names the link. */
function lengthOfHead(path: string, link: string, frame: Frame): number {
  for (let end = path.indexOf('/', 1); end >= 0; end = path.indexOf('/', end + 1)) {
    if (resolvePath(withoutGlobs(path.slice(0, end)), frame.scope.cwd) === link) return end
  }
  return path.length
}

/** The number that bash gives to the first descriptor it names by itself. */
const FIRST_NAMED = 10

/** `exec 3< f` and `exec {fd}<<< text`: what the descriptor gives is remembered under its path. */
export function openDescriptor(descriptor: RedirectDescriptor, stream: Stream, frame: Frame): void {
  const { files } = frame.machine
  const number = descriptor.type === 'FileDescriptor' ? descriptor.value : FIRST_NAMED + files.size
  if (descriptor.type !== 'FileDescriptor') setVariable(frame.scope, descriptor.name, String(number))
  files.set(`/dev/fd/${number}`, { content: stream })
}

/** What `<&3` or `read -u 3` gives. */
export function descriptorStream(number: string, frame: Frame): Stream {
  return frame.machine.files.get(`/dev/fd/${number}`)?.content ?? UNKNOWN_STREAM
}
