/** One heading and what stands under it, as offsets into the text. */
export interface Heading {
  readonly level: number
  readonly title: string
  /** Of the heading line. */
  readonly start: number
  /** Just after the heading line. */
  readonly body: number
  /** Where the next heading of the same or a higher level begins, or the end. */
  readonly end: number
}

/** A heading, or a fence. */
const MARK = /^(?:(#{1,6})[ \t]+([^\r\n]*)|[ \t]{0,3}(`{3,}|~{3,})[^\r\n]*)\r?$/
/** A line that is one of them begins with one of these. Nothing else is looked at, so that a long file costs little. */
const FIRST: ReadonlySet<string> = new Set(['#', '`', '~', ' ', '\t'])

type Found = Omit<Heading, 'end'>

/** The headings of a Markdown text in order. Those inside fenced code are text, unless the fence is never closed. */
export function outlineOf(text: string): readonly Heading[] {
  const found: Found[] = []
  let fenced: Found[] = []
  let fence = ''
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const body = newline < 0 ? text.length : newline + 1
    const [, hashes = '', title = '', mark] =
      (FIRST.has(text.charAt(start)) ? MARK.exec(text.slice(start, newline < 0 ? body : newline)) : null) ?? []
    if (mark !== undefined) {
      fence = nextFence(fence, mark)
      fenced = []
    } else if (hashes !== '') {
      const list = fence === '' ? found : fenced
      list.push({ level: hashes.length, title: withoutHashes(title), start, body })
    }
    start = body
  }
  return withEnds([...found, ...fenced], text.length)
}

/** `## Title ##` is called `Title`. */
function withoutHashes(title: string): string {
  let end = title.length
  while (title[end - 1] === '#') end -= 1
  while (title[end - 1] === ' ' || title[end - 1] === '\t') end -= 1
  return title.slice(0, end)
}

/** A fence is closed by its own mark, at least as long. */
function nextFence(open: string, mark: string): string {
  if (open === '') return mark
  return mark.startsWith(open) ? '' : open
}

function withEnds(found: readonly Found[], length: number): readonly Heading[] {
  const whole: Heading[] = []
  // From the back, the nearest following heading of each level is known.
  const next = new Array<number>(7).fill(length)
  for (const heading of found.toReversed()) {
    whole.push({ ...heading, end: Math.min(...next.slice(1, heading.level + 1)) })
    next.fill(heading.start, heading.level, heading.level + 1)
  }
  return whole.reverse()
}

/** The first heading with this name at level 2 or 3 (C29), as a list of one or none. */
export function headingsNamed(outline: readonly Heading[], name: string): readonly Heading[] {
  const wanted = name.toLowerCase()
  const isNamed = ({ level, title }: Heading) => (level === 2 || level === 3) && title.toLowerCase() === wanted
  return outline.filter(isNamed).slice(0, 1)
}
