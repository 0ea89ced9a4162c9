import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort, startProgram, untilReady } from '@vitrine/local/programs'
import { answersOk } from '@vitrine/local/services'

export type Peer = {
  /** `http://127.0.0.1:<port>` */
  url: string
  pid: number
  stop: () => Promise<unknown>
}

/**
 * Runs a program of this folder in a Node process of its own, as our services are run.
 *
 * @throws an error with its last lines if it does not start.
 */
export async function startPeer(name: 'fastify' | 'ipx', argument: string): Promise<Peer> {
  const { PATH, HOME, TZ } = process.env
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), `vitrine-bench-${name}-`))
  const running = await startProgram(
    {
      name,
      command: process.execPath,
      args: [fileURLToPath(new URL(`./${name}-program.js`, import.meta.url)), argument],
      env: { PATH, HOME, TZ, HOST: '127.0.0.1', PORT: String(port), NODE_ENV: 'production' },
    },
    { logFile: join(folder, 'log') },
  )
  const stop = async () => {
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(running, () => answersOk(`${url}/healthz`))
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: running.pid, stop }
}
