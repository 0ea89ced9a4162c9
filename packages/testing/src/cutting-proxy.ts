import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The beginning of a request for an upload. */
const upload = /^POST \/api\/projects\/[^/ ]+\/assets /

export type CuttingProxy = Awaited<ReturnType<typeof startCuttingProxy>>

/**
 * A TCP proxy that cuts the connection of every fifth upload: of one after its first bytes, of the next as its
 * answer begins. A client sends its next request only after the answer, so requests begin with a chunk.
 */
export async function startCuttingProxy(target: { port: number }) {
  let uploads = 0
  let mostAtOnce = 0
  /** The clients whose upload has no answer yet. */
  const sending = new Set<Socket>()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(target.port, '127.0.0.1')
    let isCutAtAnswer = false
    const cut = () => {
      sending.delete(client)
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
      sending.add(client)
      mostAtOnce = Math.max(mostAtOnce, sending.size)
      if (uploads % 10 === 0) cut()
      isCutAtAnswer = uploads % 10 === 5
    })
    service.on('data', (chunk) => {
      sending.delete(client)
      if (isCutAtAnswer) cut()
      else client.write(chunk)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** How many were begun, repetitions included. */
    uploads: () => uploads,
    /** The most uploads without an answer at one time. */
    mostAtOnce: () => mostAtOnce,
    close: (): void => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
