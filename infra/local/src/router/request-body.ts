import type { ClientRequest, IncomingMessage } from 'node:http'

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Sends the client's body to a service. The service may respond and close the connection before it
 * has read everything. The rest is then read and discarded: closing the connection to a client that
 * is still sending would reset it, and the client would lose the response.
 *
 * @returns when the body has been read completely or the client has disconnected.
 */
export async function sendBody(request: IncomingMessage, upstream: ClientRequest): Promise<void> {
  if (!hasBody(request)) {
    upstream.end()
    return
  }
  upstream.flushHeaders()
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!upstream.destroyed && !upstream.write(chunk)) await untilWritable(upstream)
    }
    upstream.end()
  } catch (error) {
    upstream.destroy(error as Error)
  }
}

function untilWritable(upstream: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      upstream.off('drain', proceed).off('close', proceed)
      resolve()
    }
    upstream.on('drain', proceed).on('close', proceed)
  })
}
