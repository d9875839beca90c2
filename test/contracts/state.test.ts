import { LAYOUTS } from '../support/layouts.ts'
import { benchOnDisk, onMemory } from './samples.ts'
import { stateContract } from './state.ts'

stateContract('memory', onMemory)
for (const [where, homes] of LAYOUTS)
  stateContract(`active_context.yaml ${where} and sqlite`, () => benchOnDisk({ homes }))
