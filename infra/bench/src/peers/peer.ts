import { join } from 'node:path'
import {
  type Program,
  type RunningProgram,
  startProgram,
  untilReady,
} from '@vitrine/local/programs'
import { answersOk } from '@vitrine/local/services'

/** A server beside ours. */
export type Peer = {
  /** `http://127.0.0.1:<port>` */
  url: string
  pid: number
  stop: () => Promise<unknown>
}

type PeerOptions = {
  program: Program
  /** Where it listens, on 127.0.0.1, and answers 200 at /healthz. */
  port: number
  /** Of its log. */
  folder: string
}

/** @throws with its last lines when it does not come up. */
export async function startPeer({ program, port, folder }: PeerOptions): Promise<Peer> {
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `${program.name}.log`)
  const running: RunningProgram = await startProgram(program, { logFile })
  await untilReady(running, () => answersOk(`${url}/healthz`))
  return { url, pid: running.pid, stop: () => running.stop() }
}
