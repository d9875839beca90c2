import { expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import { commandWords } from './command-words.ts'

const ran = (command: string) => commandWords({ kind: 'shell', name: 'Bash', command }, AROUND).tests

it('[EDGE-68] a test ran when a runner was started', () => {
  const runs = [
    'npm test',
    'npm run test:unit -- --watch=false',
    'cd app && CI=1 npx vitest run',
    'python3 -m pytest -q',
    'python manage.py test',
    'go test ./...',
    'cargo test --workspace',
    './gradlew :app:testDebug',
    'make check',
    'bash -c "pytest tests/"',
    'node --test',
    './run-tests.sh',
    'bash scripts/test.sh',
    'zig build test',
    'constructor test',
  ]
  expect(runs.filter((command) => !ran(command))).toEqual([])
})

it('[EDGE-68] no test ran because some word says so', () => {
  const others = [
    'cat test/a.ts',
    'grep -rn test src',
    'git commit -m "npm test"',
    'echo pytest',
    'npm run build',
    'ls tests',
    '$RUN test',
    'constructor build',
    'git checkout test',
    'mkdir test',
    '[ -d test ]',
    'test -f a',
    './latest.sh',
    '> out.txt',
    'npm $SCRIPT',
    'npm constructor',
    '',
  ]
  expect(others.filter(ran)).toEqual([])
  expect(commandWords({ kind: 'read', name: 'Read', paths: ['/test'] }, AROUND).tests).toBe(false)
})
