import { Readable } from 'node:stream'

/**
 * The stream, ended after `count` bytes. Some S3 stores send more than the range they are asked
 * for (s3rver: all of the object for bytes 0–0); past Content-Length that would be taken for the
 * next response on the connection.
 */
export function firstBytes(stream: Readable, count: number): Readable {
  return Readable.from(cut(stream, count), { objectMode: false })
}

async function* cut(stream: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count
  for await (const chunk of stream) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}
