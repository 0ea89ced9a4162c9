import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** The beginning of a request for an upload. */
const upload = /^POST \/api\/projects\/[^/ ]+\/assets /

/**
 * A TCP proxy that cuts the connection of every fifth upload: of one after its first bytes, of the next as its
 * answer begins. A client sends its next request only after the answer, so requests begin with a chunk.
 */
export async function startCuttingProxy(t: Test, target: { port: number }) {
  let uploads = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(target.port, '127.0.0.1')
    let isCutAtAnswer = false
    const cut = () => {
      client.destroy()
      service.destroy()
    }
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    client.on('data', (chunk) => {
      service.write(chunk)
      if (!upload.test(chunk.subarray(0, 200).toString('latin1'))) return
      uploads += 1
      if (uploads % 10 === 0) cut()
      isCutAtAnswer = uploads % 10 === 5
    })
    service.on('data', (chunk) => {
      if (isCutAtAnswer) cut()
      else client.write(chunk)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, uploads: () => uploads }
}
