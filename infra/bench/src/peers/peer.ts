import { join } from 'node:path'
import {
  type Program,
  type RunningProgram,
  startProgram,
  untilReady,
} from '@vitrine/local/programs'
import { answersOk } from '@vitrine/local/services'

export type Peer = {
  /** `http://127.0.0.1:<port>` */
  url: string
  pid: number
  stop: () => Promise<unknown>
}

type PeerOptions = {
  program: Program
  /** On 127.0.0.1. */
  port: number
  folder: string
  /** A path at which the server returns 200; default `/healthz`. */
  healthPath?: string
}

/** @throws an error with its last lines if it does not start. */
export async function startPeer({
  program,
  port,
  folder,
  healthPath = '/healthz',
}: PeerOptions): Promise<Peer> {
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `${program.name}.log`)
  const running: RunningProgram = await startProgram(program, { logFile })
  try {
    await untilReady(running, () => answersOk(url + healthPath))
  } catch (error) {
    await running.stop()
    throw error
  }
  return { url, pid: running.pid, stop: () => running.stop() }
}
