import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { AppError } from '@vitrine/errors'
import { backends } from '@vitrine/testing'
import t, { type Test } from 'tap'
import { createObjectStore } from '../../src/object-store.js'

const open = (over: Partial<ReturnType<typeof backends>['s3']> = {}) =>
  createObjectStore({ ...backends().s3, timeoutMs: 500, ...over })

async function stored(t: Test, bytes: Buffer, prefix = `test/${randomUUID()}/`) {
  const path = join(t.testdir(), 'file')
  await writeFile(path, bytes)
  const store = open()
  const key = `${prefix}object`
  await store.putFile(key, path, bytes.length, 'image/png')
  return { store, key, prefix }
}

const sizes = { small: 1000, large: 11 * 1024 * 1024 + 7 }
for (const [name, size] of Object.entries(sizes)) {
  t.test(`a ${name} object comes back bit for bit`, async (t) => {
    const bytes = randomBytes(size)
    const { store, key, prefix } = await stored(t, bytes)
    t.ok((await store.read(key))?.equals(bytes))
    await store.removePrefix(prefix)
  })
}

t.test('a range is exactly the bytes asked for, both ends included', async (t) => {
  const bytes = randomBytes(5000)
  const { store, key } = await stored(t, bytes)
  const chunks: Buffer[] = []
  for await (const chunk of (await store.open(key, { start: 100, end: 4099 })) ?? []) {
    chunks.push(chunk as Buffer)
  }
  t.ok(Buffer.concat(chunks).equals(bytes.subarray(100, 4100)))
})

t.test('an object that is not there is null', async (t) => {
  t.equal(await open().read(`test/${randomUUID()}`), null)
  t.equal(await open().open(`test/${randomUUID()}`), null)
})

t.test('removing a prefix removes all below it and nothing beside it', async (t) => {
  const { store, key, prefix } = await stored(t, randomBytes(10))
  const path = join(t.testdir(), 'beside')
  await writeFile(path, 'x')
  const beside = `${prefix.slice(0, -1)}-beside/object`
  await store.putFile(beside, path, 1, 'image/png')
  await store.removePrefix(prefix)
  t.equal(await store.read(key), null)
  t.ok(await store.read(beside))
  await t.resolves(store.removePrefix(prefix), 'again')
})

t.test('a store that refuses, or accepts and says nothing, is STORE_UNAVAILABLE', async (t) => {
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await new Promise((resolve) => mute.once('listening', resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
  const { port } = mute.address() as { port: number }
  for (const endpoint of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
    const store = open({ endpoint })
    for (const call of [() => store.read('a'), () => store.removePrefix('a'), () => store.ping()]) {
      const error = await call().catch((e: unknown) => e)
      t.type(error, AppError)
      t.equal((error as AppError).code, 'STORE_UNAVAILABLE')
    }
  }
})

t.test('the bucket must exist', async (t) => {
  await t.resolves(open().ping())
  await t.rejects(open({ bucket: 'no-such-bucket' }).ping(), { message: /no-such-bucket/ })
})
