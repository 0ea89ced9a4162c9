import type { ObjectChecksums } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import type { ObjectStore } from '@vitrine/object-store'
import type { RefusedObjects } from '../../../refused-objects.js'
import { readBuild } from './build.js'
import { createScripts, type Scripts } from './scripts.js'
import { createScriptStoring } from './store-build.js'
import { createStoredScripts } from './stored-scripts.js'

type Deps = { store: ObjectStore; checksums: ObjectChecksums; refused: RefusedObjects }

/** Stores the scripts of this build for other replicas when the app starts. */
export function startScripts(app: App, { store, checksums, refused }: Deps): Scripts {
  const build = readBuild()
  const warn = (err: unknown, message: string) => app.log.warn({ err }, message)
  const storing = createScriptStoring({ build, store, checksums, warn })
  app.addHook('onReady', storing.start)
  app.addHook('onClose', async () => storing.stop())
  return createScripts({ build, readStored: createStoredScripts({ store, checksums, refused }) })
}
