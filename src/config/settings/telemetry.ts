import { DEFAULT_POLICY, type Policy } from '../../core/model/policy.ts'
import { address, type Section } from './setting.ts'

const OTLP_ENDPOINT = address('telemetry.otlp_endpoint', {
  initial: DEFAULT_POLICY.telemetry.otlpEndpoint,
  about: 'where decisions are sent as OTLP spans, without any text of commands or files; empty sends nothing',
})

export const TELEMETRY: Section<Policy['telemetry']> = {
  settings: [OTLP_ENDPOINT],
  section: (pick) => ({ otlpEndpoint: pick(OTLP_ENDPOINT) }),
}
