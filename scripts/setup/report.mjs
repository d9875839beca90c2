// Progress goes to stderr so that a task's own stdout stays clean.
export function say(text) {
  process.stderr.write(`fairlead: ${text}\n`)
}

// An expected failure: the top level prints its one line, never a stack.
export function failure(text, details = '') {
  return Object.assign(new Error(text), { expected: true, details })
}

const DISK_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']

export function reportFailure(error) {
  if (DISK_CODES.includes(error.code)) {
    say(`cannot write \`${error.path}\` (${error.code}); make the folder writable, free some space, and retry`)
    return
  }
  if (!error.expected) {
    process.stderr.write(`${error.stack ?? error}\n`)
    say('that is a defect in the set-up itself; please report the lines above')
    return
  }
  if (error.details) process.stderr.write(`${error.details.trimEnd()}\n`)
  say(error.message)
}
