import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { AppError } from '@vitrine/contracts/errors'
import { backends } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createObjectStore } from '../../src/object-store.js'
import { answering, response } from '../answering.js'
import { withClock } from '../clock.js'

/** Long, since the store may be busy. Tests of timeouts set a shorter one. */
const open = (over: Partial<Parameters<typeof createObjectStore>[0]> = {}) =>
  createObjectStore({ ...backends().s3, timeoutMs: 15_000, ...over })

async function stored(t: Test, bytes: Buffer, prefix = `test/${randomUUID()}/`) {
  const path = join(t.testdir(), 'file')
  await writeFile(path, bytes)
  const store = open()
  const key = `${prefix}object`
  await store.putFile(key, path, bytes.length, 'image/png')
  return { store, key, prefix }
}

/** A proxy to the store that can withhold all answers. */
async function relayTo(t: Test, isMute: () => boolean) {
  const { hostname, port } = new URL(backends().s3.endpoint)
  const server = createServer((client) => {
    if (isMute()) return
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => client.destroy())
    client.once('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  return { endpoint: `http://127.0.0.1:${await listening(t, server)}` }
}

/** A proxy to the store that closes a connection when it is reused. */
async function wayOfOneUse(t: Test) {
  const { hostname, port } = new URL(backends().s3.endpoint)
  let brokenOff = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => client.destroy())
    client.once('close', () => upstream.destroy())
    let isUsed = false
    upstream.on('data', () => {
      isUsed = true
    })
    client.prependListener('data', () => {
      if (!isUsed) return
      brokenOff += 1
      client.unpipe(upstream).resetAndDestroy()
    })
    client.pipe(upstream).pipe(client)
  })
  return {
    endpoint: `http://127.0.0.1:${await listening(t, server)}`,
    brokenOff: () => brokenOff,
  }
}

const oneKey =
  '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>prefix/key</Key></Contents></ListBucketResult>'

t.test('reading stops soon after the expected size', async (t) => {
  const { store, key } = await stored(t, randomBytes(1_000_000))
  const path = join(t.testdir(), 'copy')
  const limited = [
    (await store.get(key, { atMostBytes: 1000 }))?.bytes.length,
    (await store.download(key, path, { atMostBytes: 1000 }))?.sizeBytes,
  ]
  for (const sizeBytes of limited) t.ok(sizeBytes && sizeBytes > 1000 && sizeBytes < 500_000)
})

t.test('an empty prefix is rejected, since it would remove every object', async (t) => {
  const { store, key } = await stored(t, randomBytes(10))
  for (const prefix of ['', undefined as unknown as string]) {
    await t.rejects(store.removePrefix(prefix), { message: /empty prefix/ })
  }
  t.ok(await store.read(key))
})

t.test('a store that refuses connections or stays silent is STORE_UNAVAILABLE', async (t) => {
  const port = await listening(t, createServer())
  for (const endpoint of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
    const store = open({ endpoint, timeoutMs: 500 })
    for (const call of [() => store.read('a'), () => store.removePrefix('a'), () => store.ping()]) {
      const error = await call().catch((e: unknown) => e)
      t.type(error, AppError)
      t.equal((error as AppError).code, 'STORE_UNAVAILABLE')
    }
  }
})

t.test('a kept-alive connection closed by the store is invisible to callers', async (t) => {
  const { endpoint, brokenOff } = await wayOfOneUse(t)
  const store = open({ endpoint })
  const prefix = `test/${randomUUID()}/`
  const key = `${prefix}object`
  const path = join(t.testdir(), 'file')
  await writeFile(path, 'bytes')
  const freshCopy = () => `${path}-${randomUUID()}`
  /**
   * The read leaves a connection for the call: some stores close it after a HEAD. Which one the call gets depends on the
   * load of the machine, so it is made until it had a closed one.
   */
  const onClosed = async (call: () => Promise<unknown>) => {
    for (;;) {
      await store.read(`${key}-none`)
      const before = brokenOff()
      await call()
      if (brokenOff() > before) return
    }
  }
  await onClosed(() => store.ping())
  await onClosed(() => store.putFile(key, path, 5, 'image/png'))
  await onClosed(async () => t.equal(String(await store.read(key)), 'bytes'))
  await onClosed(async () => t.match(await store.download(key, freshCopy()), { sizeBytes: 5 }))
  await onClosed(async () =>
    t.same(
      (await store.list(prefix)).map((object) => object.key),
      [key],
    ),
  )
  await onClosed(() => store.remove([key]))
  await onClosed(async () => t.equal(await store.read(key), null))
})

t.test('a store that closes the connection after every answer can be used', async (t) => {
  const { endpoint } = await answering(t, ({ socket, head }) => {
    if (head.startsWith('GET ')) socket.end(response('200 OK', oneKey))
    else socket.end(response('200 OK', head.startsWith('HEAD ') ? '' : '<DeleteResult/>'))
  })
  const store = open({ endpoint })
  await t.resolves(store.ping())
  await t.resolves(store.removePrefix('prefix/'), 'a list and a removal')
})

t.test('a download is a complete file, or none', async (t) => {
  const bytes = randomBytes(300_000)
  const { store, key } = await stored(t, bytes)
  const folder = t.testdir()
  const path = join(folder, 'copy')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  t.same(await store.download(key, path), {
    sizeBytes: bytes.length,
    sha256,
    contentType: 'image/png',
    metadata: {},
  })
  t.ok((await readFile(path)).equals(bytes))
  t.equal(await store.download(`${key}x`, join(folder, 'none')), null)

  const nowhere = join(path, 'below-a-file')
  await t.rejects(store.download(key, nowhere), { code: 'ENOTDIR' }, 'an error of the file system')
  const stopped = AbortSignal.abort(new Error('left'))
  await t.rejects(store.download(key, path, { signal: stopped }), { message: 'left' })
})

t.test('an interrupted download leaves no file', async (t) => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of it'
  const server = createServer((socket) => socket.once('data', () => socket.end(half)))
  const port = await listening(t, server)
  const path = join(t.testdir(), 'copy')
  const store = open({ endpoint: `http://127.0.0.1:${port}` })
  await t.rejects(store.download('key', path), { code: 'STORE_UNAVAILABLE' })
  t.same(await readdir(t.testdirName), [])
})

t.test('a signed upload that begins too late stores nothing', async (t) => {
  const path = join(t.testdir(), 'file')
  await writeFile(path, 'x')
  const file = { path, sizeBytes: 1, contentType: 'image/png' }
  const [key, late] = [`test/${randomUUID()}`, `test/${randomUUID()}`]
  const store = open()
  await (await store.signUpload(key, 60))(file)
  t.ok(await store.read(key))

  const upload = await store.signUpload(late, 60)
  await withClock(t, 61_000, () =>
    t.rejects(upload(file), {
      code: 'STORE_UNAVAILABLE',
      cause: { name: 'PermissionExpiredError' },
    }),
  )
  t.equal(await store.read(late), null)
})

t.test(
  'a silent store is not called after the first timeout, and used again when it recovers',
  async (t) => {
    let isMute = true
    const relay = await relayTo(t, () => isMute)
    const store = open({ endpoint: relay.endpoint, timeoutMs: 100 })
    await t.rejects(store.read('a'), { code: 'STORE_UNAVAILABLE', cause: { name: 'SilenceError' } })
    await t.rejects(store.read('a'), { cause: { message: /did not answer the last calls/ } })
    isMute = false
    while ((await store.read('a').catch(() => 'away')) !== null) await new Promise(setImmediate)
    t.pass('null: it answers that there is no such object')
  },
)

t.test(
  'calls that queue for connections to a silent store wait no longer than the others',
  async (t) => {
    const relay = await relayTo(t, () => true)
    const store = open({ endpoint: relay.endpoint, timeoutMs: 300 })
    const calls = Array.from({ length: 150 }, () =>
      store.read('a').catch((error: unknown) => error),
    )
    for (const error of await Promise.all(calls)) {
      t.match(error, { code: 'STORE_UNAVAILABLE', cause: { name: 'SilenceError' } })
    }
  },
)
