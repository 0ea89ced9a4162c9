import type { ServerResponse } from 'node:http'

/** Resolves when the bytes have been handed to the system, and the buffer may be reused. */
type Send = (bytes: Buffer) => Promise<void>

/** Sends a body piece by piece. A piece may reuse the memory of the one before. */
export type ByteStream = (send: Send) => Promise<void>

/**
 * Writes a body to a response, whose Content-Length must be among its headers.
 *
 * @param writeHead called before the first piece.
 * @throws what the stream throws, also when the client leaves. Without `headersSent` another answer can
 *   still be given.
 */
export async function streamToSocket(
  response: ServerResponse,
  writeHead: () => void,
  stream: ByteStream,
): Promise<void> {
  let failPending: (reason: Error) => void = () => undefined
  // If the response waits behind another one on its connection, Node does not settle the write.
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
