import fc from 'fast-check'

/** The same cases in every run, so that a red build is red for everybody; `FAIRLEAD_SEED=7 npm test` looks elsewhere. */
fc.configureGlobal({ seed: Number(process.env['FAIRLEAD_SEED'] ?? 1) })
