import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { createObjectStore } from '../../src/object-store.js'
import { errorBody } from '../answering.js'

const keys = { region: 'us-east-1', accessKey: 'key', secretKey: 'secret', bucket: 'bucket' }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Compares the body with its signed hash, as S3 stores do; the store of the suites does not. */
async function verifyingStore(t: Test) {
  const objects = new Map<string, Buffer>()
  const server = http.createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.headers['x-amz-content-sha256'] === sha256(body)) {
        objects.set(request.url ?? '', body)
        return response.end()
      }
      return response.writeHead(400).end(errorBody('XAmzContentSHA256Mismatch'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { port: (server.address() as AddressInfo).port, objects }
}

/** A proxy to the store that flips one bit of every body. */
async function flippingWay(t: Test, port: number): Promise<string> {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) socket.on('error', () => client.destroy())
    client.on('data', (chunk: Buffer) => {
      const bodyAt = chunk.indexOf('\r\n\r\n') + 4
      const isBody = !chunk.includes('PUT ') || chunk.length > bodyAt
      const last = chunk.length - 1
      if (isBody) chunk.writeUInt8(chunk.readUInt8(last) ^ 1, last)
      upstream.write(chunk)
    })
    upstream.pipe(client)
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

for (const sizeBytes of [1000, 1_000_000]) {
  t.test(`damage to an object of ${sizeBytes} bytes in transit is detected`, async (t) => {
    const { port, objects } = await verifyingStore(t)
    const path = join(t.testdir(), 'file')
    const bytes = randomBytes(sizeBytes)
    await writeFile(path, bytes)
    const flipping = await flippingWay(t, port)
    const damaged = createObjectStore({ ...keys, endpoint: flipping, timeoutMs: 15_000 })
    await t.rejects(damaged.putFile('key', path, sizeBytes, 'image/png'), {
      code: 'STORE_UNAVAILABLE',
      cause: { code: 'XAmzContentSHA256Mismatch' },
    })
    t.equal(objects.size, 0)

    const endpoint = `http://127.0.0.1:${port}`
    const sound = createObjectStore({ ...keys, endpoint, timeoutMs: 15_000 })
    await sound.putFile('key', path, sizeBytes, 'image/png')
    t.ok(objects.get('/bucket/key')?.equals(bytes))
  })
}

t.test('a file that changed after it was received is not stored', async (t) => {
  const { port, objects } = await verifyingStore(t)
  const path = join(t.testdir(), 'file')
  await writeFile(path, 'changed')
  const endpoint = `http://127.0.0.1:${port}`
  const store = createObjectStore({ ...keys, endpoint, timeoutMs: 15_000 })
  const received = sha256(Buffer.from('as sent'))
  await t.rejects(store.putFile('key', path, 7, 'image/png', received), {
    cause: { code: 'XAmzContentSHA256Mismatch' },
  })
  t.equal(objects.size, 0)
})
