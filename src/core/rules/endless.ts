const MAX_LOOP_CHARS = 4_096

const LOOP =
  /\bwhile\s{1,8}(?:true|:|\[{1,2}\s{1,8}(?:true|1)\s{1,8}\]{1,2}|\(\(\s{0,8}1\s{0,8}\)\))\s{0,8};?\s{0,8}do\s([^#]{0,1000}?)\bdone\b|\bfor\s{0,8}\(\(\s{0,8};\s{0,8};\s{0,8}\)\)\s{0,8};?\s{0,8}do\s([^#]{0,1000}?)\bdone\b/

/** A loop without end that never pauses, or starts one process more each round. Strings and heredocs do not count. */
export function isEndless(command: string): boolean {
  if (command.length > MAX_LOOP_CHARS || !command.includes('do') || command.includes('<<')) return false
  const match = LOOP.exec(command.replace(/'[^']*'|"[^"]*"/g, ' '))
  const body = match?.[1] ?? match?.[2]
  if (body === undefined) return false
  return (
    /\bdisown\b/.test(body) || !/\b(wait|sleep|usleep|read|break|exit|return|continue|exec|inotifywait)\b/.test(body)
  )
}
