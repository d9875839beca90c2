import { onDisk, onMemory } from './samples.ts'
import { stateContract } from './state.ts'

stateContract('memory', onMemory)
stateContract('active_context.yaml and sqlite', onDisk)
