import { wordsIn } from '../text/word-table.ts'
/** A program that runs the command in its words somewhere else. */
export interface Remote {
  readonly names: readonly string[]
  /** The sub-command that runs something. */
  readonly verb?: string
  /** Words before the command that are not options. */
  readonly skips: number
  /** Options whose value is shell code. */
  readonly code: readonly string[]
  /** Options before the command that take the next word. */
  readonly valued?: readonly string[]
  readonly afterDashes?: boolean
  /** The words are joined and given to a shell there. */
  readonly joins?: boolean
}

export const CONTAINERS: readonly string[] = wordsIn('docker podman nerdctl docker-compose podman-compose finch')

export const REMOTES: readonly Remote[] = [
  { names: ['kubectl', 'oc', 'k'], verb: 'exec', skips: 0, code: [], afterDashes: true },
  { names: ['vagrant'], verb: 'ssh', skips: 0, code: ['-c', '--command'], afterDashes: true },
  { names: ['adb'], verb: 'shell', skips: 0, code: [], joins: true },
  { names: ['lxc', 'incus'], verb: 'exec', skips: 0, code: [], afterDashes: true },
  { names: ['multipass'], verb: 'exec', skips: 0, code: [], afterDashes: true },
  { names: ['limactl', 'colima'], verb: 'shell', skips: 1, code: [] },
  { names: ['lima'], skips: 0, code: [] },
  { names: ['fly', 'flyctl'], verb: 'console', skips: 0, code: ['-C', '--command'] },
  { names: ['heroku'], verb: 'run', skips: 0, code: [], valued: ['-a', '--app', '-r', '--remote'], joins: true },
  { names: ['gcloud'], verb: 'ssh', skips: 0, code: ['--command'] },
  { names: ['az'], verb: 'invoke', skips: 0, code: ['--scripts'] },
  { names: ['gh'], verb: 'ssh', skips: 0, code: [], afterDashes: true },
  { names: ['ansible'], skips: 9, code: ['-a', '--args'] },
  { names: ['salt'], verb: 'cmd.run', skips: 0, code: [], joins: true },
  {
    names: ['pssh', 'parallel-ssh', 'pdsh', 'clush'],
    skips: 0,
    code: [],
    valued: ['-w', '-g', '-l', '-h', '-H', '-p', '-f', '-t'],
    joins: true,
  },
  { names: ['wsl'], skips: 0, code: [], valued: ['-d', '--distribution', '-u', '--user', '--cd'] },
  { names: ['distrobox'], verb: 'enter', skips: 0, code: [], afterDashes: true },
  { names: ['toolbox'], verb: 'run', skips: 0, code: [], valued: ['-c', '--container', '-d', '--distro'] },
]
