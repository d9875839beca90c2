import { DEFAULT_POLICY, type Policy } from '../../src/core/model/policy.ts'

/** The default without a record, for tests that look at every fact of another protocol. */
export const EDGE_POLICY: Policy = { ...DEFAULT_POLICY, ledger: { ...DEFAULT_POLICY.ledger, record: false } }
