import { DEFAULT_POLICY, type Policy } from '../../core/model/policy.ts'
import { type Section, toggle } from './setting.ts'

const REQUIRED = toggle('anchor.required', {
  initial: DEFAULT_POLICY.anchor.required,
  stricter: true,
  about: 'whether an agent must bind itself to a role before it may write',
})

export const ANCHOR: Section<Policy['anchor']> = {
  settings: [REQUIRED],
  section: (pick) => ({ required: pick(REQUIRED) }),
}
