export { decide } from './decide.ts'
export { degrade } from './degrade.ts'
export { evolve } from './evolve.ts'
export { mayNeedBackup } from './protocols/plane/back-up.ts'
