import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stopLeftovers } from '../process/pid-file.js'
import { removeOutsideHome } from './postgres/home.js'

/** Deletes a data folder and its files stored elsewhere; the backends must be stopped. */
export async function deleteData(dataDir: string, log: (line: string) => void): Promise<void> {
  const pids = join(dataDir, 'pids')
  mkdirSync(pids, { recursive: true })
  await stopLeftovers(pids, log)
  removeOutsideHome(realpathSync(dataDir))
  rmSync(dataDir, { recursive: true, force: true })
}
