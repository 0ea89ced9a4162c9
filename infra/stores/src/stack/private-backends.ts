import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Backends, startBackends } from '@vitrine/local/backends'
import type { StoreSettings } from '../stores/store.js'

export async function startPrivateBackends(
  folder: string,
  settings: StoreSettings,
): Promise<Backends> {
  // Those of the environment are not used: the run needs an empty database.
  const { DATABASE_URL, MANAGEMENT_DATABASE_URL, DELIVERY_DATABASE_URL, ...others } = process.env
  const { REDIS_URL, ...inherited } = others
  const env = { ...inherited, ...settings }
  const dataDir = join(folder, 'backends')
  const backends = await startBackends({ dataDir, env, log: () => undefined })
  const migrate = fileURLToPath(import.meta.resolve('@vitrine/prisma/migrate'))
  try {
    // In a process of its own, since the migration engine keeps its connections open.
    await promisify(execFile)(process.execPath, [migrate], { env: { ...env, ...backends.env } })
    return backends
  } catch (error) {
    await backends.stop()
    throw error
  }
}
