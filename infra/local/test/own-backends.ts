import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type Backends, deleteData, startBackends } from '../src/backends/start.js'

/** Tests servers of their own, even if the suite was given external backends. */
export function forgetGivenBackends(): void {
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT']) delete process.env[name]
}

/** A temporary data folder. As root, its parent is not accessible to Postgres’ account. */
export function makeDataDir(t: Test): string {
  const parent = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  const dataDir = join(parent, 'data')
  t.teardown(async () => {
    if (existsSync(dataDir)) await deleteData(dataDir, () => undefined)
    rmSync(parent, { recursive: true })
  })
  return dataDir
}

export async function start(t: Test, dataDir: string, lines: string[] = []): Promise<Backends> {
  const backends = await startBackends({ dataDir, log: (line) => lines.push(line) })
  t.teardown(() => backends.stop())
  return backends
}

export function pidsOf({ processes }: Backends): number[] {
  return Object.values(processes).map(({ pid }) => pid as number)
}

export function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })
}
