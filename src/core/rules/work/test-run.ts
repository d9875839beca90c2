import { lookUp } from '../../model/language.ts'
import { isDataConsumer } from '../book/readers.ts'
import type { Step, Word } from '../shell/reading.ts'
import { textAt, wordSet, wordsIn } from '../text/word-table.ts'

/** Programs whose every run is a test run. */
const RUNNERS = new Set([
  ...['vitest', 'jest', 'mocha', 'ava', 'tap', 'jasmine', 'karma', 'pytest', 'py.test', 'tox', 'nox', 'nose2', 'rspec'],
  ...['phpunit', 'pest', 'ctest', 'gotestsum', 'bats', 'busted', 'minitest', 'playwright', 'cypress', 'cargo-nextest'],
  ...wordsIn('nosetests ward behave prove ginkgo cucumber cucumber-js testcafe wdio nightwatch uvu'),
  ...['tape', 'qunit', 'stestr', 'codecept', 'behat', 'invoke-pester', 'shellspec'],
])

/** Programs that test when a certain word follows: `npm test`, `go test`, `cargo test`, `make check`. */
const SUBCOMMANDS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:t|tst|test)(?::|$)/,
  pnpm: /^(?:t|test)(?::|$)/,
  yarn: /^test(?::|$)/,
  bun: /^test(?::|$)/,
  deno: /^test$/,
  node: /^--test$/,
  go: /^test$/,
  cargo: /^(?:test|nextest)$/,
  make: /^(?:test|tests|check)$/,
  just: /^(?:test|tests|check)$/,
  rake: /^(?:test|spec)/,
  mvn: /^(?:test|verify|integration-test)$/,
  mvnw: /^(?:test|verify|integration-test)$/,
  gradle: /test/i,
  gradlew: /test/i,
  dotnet: /^test$/,
  swift: /^test$/,
  mix: /^test$/,
  rails: /^test/,
  bazel: /^test$/,
  dune: /^(?:runtest|test)$/,
  rebar3: /^(?:eunit|ct|proper)$/,
  sbt: /^test/i,
  ng: /^(?:test|e2e)$/,
}

/** `python -m pytest`, `python manage.py test`, `npm run test:unit`. */
const SECOND_WORD: Readonly<Record<string, ReadonlySet<string>>> = {
  run: new Set(['npm', 'pnpm', 'yarn', 'bun']),
  '-m': new Set(['python', 'python3']),
  'manage.py': new Set(['python', 'python3']),
}
const SECOND_WORD_TESTS = /^(?:tests?(?::|$)|pytest$|unittest$|nose2$)/

/** EDGE-68: a test ran when a test runner was started, not when some path contains the word. */
export function runsTests(steps: readonly Step[]): boolean {
  return steps.some(
    (step) =>
      (step.kind === 'command' && startsTests(step.argv)) || (step.kind === 'run-file' && startsTests([step.path])),
  )
}

function startsTests(argv: readonly Word[]): boolean {
  const words = argv.map((word) => (word.kind === 'known' ? word.text : ''))
  const program = textAt(words, 0)
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (RUNNERS.has(name) || isOwnTest(program)) return true
  if (lookUp(SECOND_WORD, textAt(words, 1))?.has(name)) return SECOND_WORD_TESTS.test(textAt(words, 2))
  const tests = lookUp(SUBCOMMANDS, name)
  if (tests !== undefined) return words.slice(1).some((word) => tests.test(word))
  return isUnknownRunner(name, words.slice(1))
}

/** `bin/test` of a project, not the program of the system. */
const isOwnTest = (program: string): boolean => /^(?!\/(?:usr\/)?bin\/).*\/test$/.test(program)

/** The word in the name of the program, or as a sub-command of one that nobody knows: `./run-tests.sh`, `zig build test`. */
function isUnknownRunner(name: string, rest: readonly string[]): boolean {
  if (name === '' || NOT_RUNNERS.has(name) || ASKERS.test(name) || isDataConsumer(name)) return false
  return /(?:^|[-_.])tests?(?:[-_.]|$)/i.test(name) || rest.some((word) => /^tests?$/.test(word))
}

/** They ask whether something is there. */
const ASKERS = /^test-(?:path|connection|netconnection|json|modulemanifest)$/i

/** They take `test` as the name of something else. */
const NOT_RUNNERS = wordSet(
  'test [ [[ git gh cd mkdir rmdir rm cp mv ln ls touch chmod chown code vim vi nano docker ssh',
)
