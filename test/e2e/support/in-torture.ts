/**
 * True in `npm run torture -- clients`. A case that shows again, in another shape, what another one shows already is
 * registered there alone: real clients are slow, and `npm test` runs each kind once.
 */
export const IN_TORTURE = process.env['FAIRLEAD_TORTURE'] === '1'
