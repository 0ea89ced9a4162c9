import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** One that nobody listens at, for a server whose address has to be known before it runs. */
export function findFreePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
