import { DEFAULT_POLICY, LOCKFILES, type Policy, RM_RF } from '../../core/model/policy.ts'
import { ladder, type Section } from './setting.ts'

const RM_RF_SETTING = ladder('filesystem.rm_rf', RM_RF, {
  initial: DEFAULT_POLICY.filesystem.rmRf,
  firm: true,
  about: 'whether a recursive forced delete is judged by what it deletes or refused whatever it deletes',
})

const LOCKFILES_SETTING = ladder('filesystem.lockfiles', LOCKFILES, {
  initial: DEFAULT_POLICY.filesystem.lockfiles,
  about: 'whether deleting or overwriting a lockfile of a package manager is held',
})

export const FILESYSTEM: Section<Policy['filesystem']> = {
  settings: [RM_RF_SETTING, LOCKFILES_SETTING],
  section: (pick) => ({ rmRf: pick(RM_RF_SETTING), lockfiles: pick(LOCKFILES_SETTING) }),
}
