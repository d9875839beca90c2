// From a clone to the first held command, as a newcomer does it: a clean clone, an empty home, nothing but git, Node and npm.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './setup/paths.mjs'

const USAGE = `Usage: npm run bench:newcomer [-- --warm]

  --warm   use your npm cache instead of an empty one
`

try {
  const { values } = parseArgs({ options: { warm: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) process.stdout.write(USAGE)
  else measure(values.warm === true)
} catch (error) {
  const isMisuse = String(error.code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`bench:newcomer: ${error.message.split('\n', 1)[0]}\n${isMisuse ? USAGE : (error.stderr ?? '')}`)
  process.exitCode = isMisuse ? 2 : 1
}

function measure(isWarm) {
  const world = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-newcomer-')))
  try {
    const rows = walk(world, isWarm)
    const total = rows.reduce((sum, [, ms]) => sum + ms, 0)
    for (const [what, ms] of [...rows, ['from nothing to the first held command', total]])
      console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${what}`)
    const cache = isWarm ? 'npm cache as it is' : 'npm cache empty'
    console.log(`\nNode ${process.versions.node}, ${cpus().length} cores, ${cache}, clone from this disk`)
  } finally {
    // The daemon may still be on its way out.
    rmSync(world, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

function walk(world, isWarm) {
  const [clone, home, project] = ['clone', 'home', 'project'].map((name) => join(world, name))
  const setting = (name) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    // How to reach the registry is a matter of the machine, not of the person.
    npm_config_userconfig: setting('userconfig'),
    npm_config_globalconfig: setting('globalconfig'),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^NODE_EXTRA_CA_CERTS$|_proxy$/i.test(name))),
    ...(isWarm && { npm_config_cache: setting('cache') }),
  }
  const run = (cwd, [program, ...args], input) =>
    execFileSync(program, args, {
      cwd,
      env,
      encoding: 'utf8',
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...(input && { input }),
    })
  const rows = []
  const timed = (what, act) => {
    const began = performance.now()
    const result = act()
    rows.push([what, performance.now() - began])
    return result
  }
  mkdirSync(join(home, '.claude'), { recursive: true })
  timed('git clone', () => run(world, ['git', 'clone', '-q', ROOT, clone]))
  timed('npm start (installs, builds, plays the demo)', () => run(clone, ['npm', 'start']))
  run(world, ['git', 'init', '-q', project])
  timed('bin/fairlead init --yes in a project', () => run(project, [join(clone, 'bin/fairlead'), 'init', '--yes']))
  const hook = join(home, '.fairlead/bin/hook')
  if (!existsSync(hook)) throw new Error('`init` installed no hook')
  const payload = {
    ...{ session_id: 'first', transcript_path: '', cwd: project, hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Bash', tool_input: { command: 'git push' }, tool_use_id: 'first-call' },
  }
  const answer = timed('the first `git push` of an agent', () =>
    run(project, [hook, 'claude-code'], JSON.stringify(payload)),
  )
  if (!answer.includes('"deny"')) throw new Error(`\`git push\` was not held: ${answer}`)
  run(project, [join(home, '.fairlead/bin/fairlead'), 'down'])
  return rows
}
