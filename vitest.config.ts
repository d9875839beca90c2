import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

const PURE = ['src/{core,runtimes}/**/*.test.ts']
/** Fences, documents, coverage of the rules: what the repository itself must be like. */
const REPOSITORY = ['test/*.test.ts']
const ENDURANCE = ['test/{torture,reference,simulation}/**/*.test.ts']
/** Files of cases that need root: to mount a small disk, to own what another user left. Everything else runs as an ordinary user. */
const AS_ROOT = ['test/e2e/**/*.root.e2e.ts']
/** Dozens of processes at once, or limits of seconds: beside other files they would show what the machine can bear, not what we do. */
const ALONE = ['test/e2e/race.e2e.ts', 'test/e2e/hook-guard.e2e.ts']

// No retry: a case that passes at the second attempt hides a fault of ours or of the case.
const END_TO_END = { testTimeout: 240_000, hookTimeout: 120_000 }

export default defineConfig({
  define: { __FAIRLEAD_VERSION__: JSON.stringify(version) },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: true,
    coverage: {
      provider: 'v8',
      reportsDirectory: '.cache/coverage',
      reportOnFailure: true,
      reporter: [['text', { skipFull: true }], 'json-summary'],
      include: ['src/**/*.ts'],
      // Entries only wire parts together and run as processes of their own: the e2e suite drives them.
      exclude: ['**/*.test.ts', 'src/hosts/*/main.ts', 'src/hosts/{demo,hook}/**'],
      thresholds: {
        'src/core/**': { branches: 100 },
        'src/{runtimes,stores,config,ledger,gate,anchor,person,backup,git,disk,notify,wiring,install,hosts}/**': {
          lines: 85,
        },
      },
    },
    projects: [
      {
        // What touches nothing outside itself cannot disturb the next file: one load of the core serves them all.
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          isolate: false,
          setupFiles: ['test/support/seed.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'repository',
          include: REPOSITORY,
          setupFiles: ['test/support/seed.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...PURE, ...REPOSITORY, ...ENDURANCE],
          setupFiles: ['test/support/seed.ts'],
          // Far above what any of them needs: a busy machine is no failure.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Many rounds of the same: measured without coverage, which they would only slow down.
        extends: true,
        test: {
          name: 'endurance',
          include: ENDURANCE,
          // Each of them wants the whole machine.
          fileParallelism: false,
          setupFiles: ['test/support/seed.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'e2e', include: ['test/e2e/**/*.e2e.ts'], exclude: [...AS_ROOT, ...ALONE], ...END_TO_END },
      },
      { extends: true, test: { name: 'e2e-alone', include: ALONE, fileParallelism: false, ...END_TO_END } },
      {
        extends: true,
        test: { name: 'browser', include: ['test/browser/**/*.browser.ts'], fileParallelism: false, ...END_TO_END },
      },
      { extends: true, test: { name: 'e2e-root', include: AS_ROOT, ...END_TO_END } },
    ],
  },
})
