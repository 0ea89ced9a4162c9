import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { RefusedUpload } from './errors.js'
import type { timedTransport } from './transport.js'

export type StoredFile = { path: string; sizeBytes: number; contentType: string }

/**
 * Streams a file to a signed address in one PUT. The client's own upload holds parts of the file
 * in memory, and for more than one part asks for the list of unfinished uploads, which not every
 * S3 store has.
 *
 * @throws when the store answers anything but 2xx: nothing is stored then.
 */
export async function uploadFile(
  transport: ReturnType<typeof timedTransport>,
  url: string,
  { path, sizeBytes, contentType }: StoredFile,
): Promise<void> {
  const request = transport.request(new URL(url), {
    method: 'PUT',
    agent: transport.agent,
    headers: { 'content-type': contentType, 'content-length': sizeBytes },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  const [response] = await Promise.all([answered, pipeline(createReadStream(path), request)])
  const body: Buffer[] = []
  for await (const chunk of response) body.push(chunk as Buffer)
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) {
    throw new RefusedUpload(status, Buffer.concat(body).toString())
  }
}
