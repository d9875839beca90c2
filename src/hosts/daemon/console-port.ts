import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readDoorPort, writeDoorPort } from '../../config/door-port.ts'
import type { Paths } from '../../config/paths.ts'
import type { ConsoleDeps } from '../../console/routes/deps.ts'
import type { ConsoleServer } from '../../console/routes/serve.ts'
import { VERSION } from '../../wiring/version.ts'

export interface ConsolePort {
  /** The port of the page, opened and loaded at first use; none when none could be had. */
  readonly open: () => Promise<{ readonly port?: number }>
  /** A person who may decide looks at the page. */
  readonly isWatched: () => boolean
  readonly close: () => Promise<void>
}

/** The console's server. Nothing of it is loaded until somebody asks for it. */
export function makeConsole(
  paths: Paths,
  { gate, store, policy, working, ledger }: Pick<ConsoleDeps, 'gate' | 'store' | 'policy' | 'working' | 'ledger'>,
): ConsolePort {
  let opened: Promise<{ readonly server: ConsoleServer; readonly end: () => Promise<void> } | undefined> | undefined

  let isWatched = () => false

  async function start() {
    const [{ consoleApp, listenConsole }, { makeSessions }, { openViewsThread }] = await Promise.all([
      import('../../console/routes/serve.ts'),
      import('../../console/door/sessions.ts'),
      import('../../console/views/views.ts'),
    ])
    const bundle = import.meta.dirname
    const views = openViewsThread({
      database: paths.database,
      views: paths.views,
      worker: pathToFileURL(join(bundle, 'views.mjs')),
    })
    let port = 0
    const sessions = makeSessions()
    isWatched = sessions.anybodyThere
    const app = consoleApp({
      ...{ gate, store, policy, views, working, ledger, version: VERSION, sessions, home: paths.home },
      ...{ passphrase: paths.passphrase, cli: 'fairlead', port: () => port, page: join(bundle, 'console') },
    })
    const server = await listenConsole(app, readDoorPort(paths.consolePort))
    if (!server) {
      await views.close()
      return undefined
    }
    port = server.port
    writeDoorPort(paths.consolePort, port)
    return { server, end: async () => void (await Promise.all([server.close(), views.close()])) }
  }

  return {
    open: async () => {
      opened ??= start()
      const page = await opened
      if (!page) opened = undefined
      return page ? { port: page.server.port } : {}
    },
    isWatched: () => isWatched(),
    close: async () => (await opened)?.end(),
  }
}
