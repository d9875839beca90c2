export { decide } from './decide.ts'
export { degrade } from './degrade.ts'
export { evolve } from './evolve.ts'
