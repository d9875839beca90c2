import { factsContract } from './facts.ts'
import { onDisk, onMemory } from './samples.ts'

factsContract('memory', onMemory)
factsContract('sqlite', onDisk)
