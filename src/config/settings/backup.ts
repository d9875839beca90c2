import { BACKUP_BEFORE, BACKUP_FAILURES, DEFAULT_POLICY, type Policy } from '../../core/model/policy.ts'
import { amount, ladder, type Section } from './setting.ts'

const initial = DEFAULT_POLICY.backup

const BEFORE = ladder('backup.before', BACKUP_BEFORE, {
  initial: initial.before,
  about: 'before which calls the working tree is backed up by itself',
})
const CAP_MB = amount('backup.cap_mb', {
  initial: initial.capMb,
  minimum: 1,
  maximum: 10_000,
  about: 'how many megabytes one backup may hold',
})
const KEEP_DAYS = amount('backup.keep_days', {
  initial: initial.keepDays,
  minimum: 1,
  maximum: 365,
  about: 'after how many days a backup is deleted',
})
const ON_FAILURE = ladder('backup.on_failure', BACKUP_FAILURES, {
  initial: initial.onFailure,
  about: 'whether a call whose files could not be copied passes with a word to the person, or is refused',
})

export const BACKUP: Section<Policy['backup']> = {
  settings: [BEFORE, CAP_MB, KEEP_DAYS, ON_FAILURE],
  section: (pick) => ({
    before: pick(BEFORE),
    capMb: pick(CAP_MB),
    keepDays: pick(KEEP_DAYS),
    onFailure: pick(ON_FAILURE),
  }),
}
