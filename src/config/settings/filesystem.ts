import { DEFAULT_POLICY, type Policy, RM_RF } from '../../core/model/policy.ts'
import { ladder, type Section } from './setting.ts'

const RM_RF_SETTING = ladder('filesystem.rm_rf', RM_RF, {
  initial: DEFAULT_POLICY.filesystem.rmRf,
  firm: true,
  about: 'whether a recursive forced delete is judged by what it deletes or refused whatever it deletes',
})

export const FILESYSTEM: Section<Policy['filesystem']> = {
  settings: [RM_RF_SETTING],
  section: (pick) => ({ rmRf: pick(RM_RF_SETTING) }),
}
