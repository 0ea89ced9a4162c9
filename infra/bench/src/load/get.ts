import { type Agent, get as request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Target = { url: string; headers?: Readonly<Record<string, string>> }

export type Got = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** Longer than any server that works takes on a busy machine. */
const timeoutMs = 60_000

/** Sends a request and reads the whole response, with any status. @throws if the connection fails, or after a minute. */
export function get({ url, headers = {} }: Target, agent?: Agent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const sent = request(url, { ...(agent && { agent }), headers, signal }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode = 0 } = response
        resolve({ status: statusCode, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
    sent.once('error', reject)
  })
}

/** @throws unless the status is 200 and the content type, if given, matches. */
export async function getRight(target: Target, type?: string): Promise<Got> {
  const got = await get(target)
  const { status, headers, body } = got
  const isRight = status === 200 && (type === undefined || headers['content-type'] === type)
  if (isRight) return got
  throw new Error(
    `GET ${target.url}: ${status} ${headers['content-type']} ${body.toString('utf8', 0, 200)}`,
  )
}

/** @throws with the last response if it is not 200 within 30 s, the time a service may need to start. */
export async function untilRight(target: Target): Promise<void> {
  const deadlineMs = performance.now() + 30_000
  for (;;) {
    try {
      await getRight(target)
      return
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
      await sleep(100)
    }
  }
}
