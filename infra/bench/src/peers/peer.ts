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
  /** Port on 127.0.0.1; the server returns 200 at /healthz. */
  port: number
  folder: string
}

/** @throws an error with its last lines if it does not start. */
export async function startPeer({ program, port, folder }: PeerOptions): Promise<Peer> {
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `${program.name}.log`)
  const running: RunningProgram = await startProgram(program, { logFile })
  await untilReady(running, () => answersOk(`${url}/healthz`))
  return { url, pid: running.pid, stop: () => running.stop() }
}
