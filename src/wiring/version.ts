declare const __FAIRLEAD_VERSION__: string | undefined

/** Set by the build; sources that run unbuilt (tests) are older than every release. */
export const VERSION = typeof __FAIRLEAD_VERSION__ === 'undefined' ? '0.0.0' : __FAIRLEAD_VERSION__
