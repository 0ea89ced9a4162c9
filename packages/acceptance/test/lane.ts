import { Agent, request } from 'node:http'
import type { RunningService } from '@vitrine/local/services'

export type LaneAnswer = { status: number; closes: boolean; body: string }

/** A request without a response. `isReused`: it was sent on a reused keep-alive connection. */
export class LaneError extends Error {
  constructor(
    readonly isReused: boolean,
    cause: Error,
  ) {
    super(`no answer on a ${isReused ? 'kept' : 'new'} connection: ${cause.message}`, { cause })
  }
}

/** Sends one request at a time over a connection kept open as long as the server allows. */
export function createLane({ url }: Pick<RunningService, 'url'>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get: (path: string): Promise<LaneAnswer> =>
      new Promise((resolve, reject) => {
        const asked = request(url + path, { agent }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', (error) => reject(new LaneError(asked.reusedSocket, error)))
          response.on('end', () => {
            const closes = response.headers.connection === 'close'
            const body = Buffer.concat(chunks).toString()
            resolve({ status: response.statusCode ?? 0, closes, body })
          })
        })
        asked.on('error', (error) => reject(new LaneError(asked.reusedSocket, error)))
        asked.end()
      }),
    close: () => agent.destroy(),
  }
}
