import { spawn } from 'node:child_process'

const DEADLINE_MS = 5_000

/** Why a desktop notice was not shown; `unavailable`: this machine has no program for it. */
export type DesktopFault = 'unavailable' | 'failed'

/** Shows a notice on the person's desktop. The text is an argument, never part of a command line. */
export function showOnDesktop(title: string, body: string): Promise<DesktopFault | undefined> {
  const [program, args] = commandFor(process.platform, title, body)
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: 'ignore', timeout: DEADLINE_MS })
    child.once('error', () => done('unavailable'))
    child.once('close', (code) => done(code === 0 ? undefined : 'failed'))
  })
}

const MAC_SCRIPT = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run']

/** @internal For its test. */
export function commandFor(
  platform: NodeJS.Platform,
  title: string,
  body: string,
): readonly [program: string, args: readonly string[]] {
  return platform === 'darwin'
    ? ['osascript', [...MAC_SCRIPT.flatMap((line) => ['-e', line]), title, body]]
    : ['notify-send', ['--app-name=Fairlead', '--', title, body]]
}
