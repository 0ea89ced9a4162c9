import type { ServerResponse } from 'node:http'

/** Resolves when the bytes have been handed to the operating system and the buffer may be reused. */
type Send = (bytes: Buffer) => Promise<void>

/** Sends a body in chunks. A chunk may reuse the memory of the previous one. */
export type ByteStream = (send: Send) => Promise<void>

/**
 * Streams a body to a response, whose Content-Length must be among its headers.
 *
 * @param writeHead called before the first chunk.
 * @throws the error of the stream, also if the client disconnects. While `headersSent` is false, another
 *   answer can still be sent.
 */
export async function streamToSocket(
  response: ServerResponse,
  writeHead: () => void,
  stream: ByteStream,
): Promise<void> {
  let failPending: (reason: Error) => void = () => undefined
  // Node never settles a write of a response that is queued behind another one on its connection.
  response.once('close', () => failPending(new Error('the client has left')))
  await stream((bytes) => {
    if (!response.headersSent) writeHead()
    return new Promise((resolve, reject) => {
      failPending = reject
      response.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  })
  if (!response.headersSent) writeHead()
  response.end()
}
