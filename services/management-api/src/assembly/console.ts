import type { ObjectChecksums } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import { readConsole } from '../console/build.js'
import { consoleRoutes } from '../console/routes.js'
import { createStoredConsole } from '../console/stored-console.js'
import { createConsoleStoring } from '../console/storing.js'

type Deps = { store: ObjectStore; checksums: ObjectChecksums; publicUrl: string }

/** The console of this build, and hashed files of other builds. Its own are stored when the app starts. */
export function serveConsole(app: App, { store, checksums, publicUrl }: Deps): void {
  const files = readConsole()
  const warn = (err: unknown, message: string) => app.log.warn({ err }, message)
  const storing = createConsoleStoring({ files, store, checksums, warn })
  app.addHook('onReady', storing.start)
  app.addHook('onClose', async () => storing.stop())
  const refuse = (object: string) =>
    app.log.error({ object }, 'a file of the console in the bucket is not the one that was stored')
  const findStored = createStoredConsole({ store, checksums, refuse })
  consoleRoutes(app, { files, findStored, publicUrl })
}
