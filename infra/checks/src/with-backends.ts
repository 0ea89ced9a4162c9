import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBackends } from '@vitrine/local/backends'
import { makeTemplate } from '@vitrine/testing/database-copies'
import type { Toolchain } from './toolchain.js'

type Env = Readonly<Record<string, string>>

/**
 * Starts private, migrated backends with their data in a temporary folder. Stops them and removes
 * the folder when `use` settles.
 *
 * @throws a one-sentence error if a backend is unavailable or a migration fails.
 */
export async function withBackends<T>(
  {
    node,
    signal,
    log,
  }: Pick<Toolchain, 'node'> & { signal: AbortSignal; log: (line: string) => void },
  use: (env: Env) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  try {
    const backends = await startBackends({ dataDir, log, signal })
    try {
      const migration = await node(['prisma/dist/migrate.js'], backends.env)
      if (migration.exitCode !== 0) throw new Error('the migrations failed, see above')
      const template = await makeTemplate(backends.env.DATABASE_URL)
      return await use({ ...backends.env, ...template })
    } finally {
      await backends.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
