import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { AppError } from '@vitrine/errors'
import { backends } from '@vitrine/testing'
import t, { type Test } from 'tap'
import { createObjectStore } from '../../src/object-store.js'
import { answering, response } from '../answering.js'

/** Patient: the store's machine may be busy. Tests of silence name a time of their own. */
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

/** A server on a free port; its connections end with the test. */
async function listening(t: Test, onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return server.address() as { port: number }
}

/** A way to the store on which, while it is mute, nothing comes back. */
async function relayTo(t: Test, isMute: () => boolean) {
  const { hostname, port } = new URL(backends().s3.endpoint)
  const way = await listening(t, (client) => {
    if (isMute()) return
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  return { endpoint: `http://127.0.0.1:${way.port}` }
}

/** A way to the store that breaks a connection off when it is used a second time. */
async function wayOfOneUse(t: Test) {
  const { hostname, port } = new URL(backends().s3.endpoint)
  let brokenOff = 0
  const way = await listening(t, (client) => {
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => client.destroy())
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
  return { endpoint: `http://127.0.0.1:${way.port}`, brokenOff: () => brokenOff }
}

/** Runs the work while this process believes that it is another time. */
async function withClock<Result>(t: Test, byMs: number, work: () => Promise<Result>) {
  const RealDate = Date
  const ShiftedDate = class extends RealDate {
    constructor(...args: [] | [number]) {
      super(args.length === 0 ? RealDate.now() + byMs : args[0])
    }

    static override now() {
      return RealDate.now() + byMs
    }
  }
  const restore = t.intercept(globalThis, 'Date', { value: ShiftedDate })
  try {
    return await work()
  } finally {
    restore.restore()
  }
}

const oneKey =
  '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>prefix/key</Key></Contents></ListBucketResult>'

const sizes = { small: 1000, large: 11 * 1024 * 1024 + 7 }
for (const [name, size] of Object.entries(sizes)) {
  t.test(`a ${name} object comes back bit for bit`, async (t) => {
    const bytes = randomBytes(size)
    const { store, key, prefix } = await stored(t, bytes)
    t.ok((await store.read(key))?.equals(bytes))
    await store.removePrefix(prefix)
  })
}

t.test('of an object that is larger than expected little more is read', async (t) => {
  const { store, key } = await stored(t, randomBytes(1_000_000))
  const path = join(t.testdir(), 'copy')
  const limited = [
    (await store.get(key, { atMostBytes: 1000 }))?.bytes.length,
    (await store.download(key, path, { atMostBytes: 1000 }))?.sizeBytes,
  ]
  for (const sizeBytes of limited) t.ok(sizeBytes && sizeBytes > 1000 && sizeBytes < 500_000)
})

t.test('what is said of an object is kept with it, and replaced with it', async (t) => {
  const { store, key } = await stored(t, Buffer.from('bytes'))
  const path = join(t.testdir(), 'copy')
  const metadataOf = async () => (await store.download(key, path))?.metadata
  t.same(await metadataOf(), {})
  const file = { path, sizeBytes: 5, contentType: 'image/png' }
  for (const checksum of ['id.Zm9v-_', 'another']) {
    await (await store.signUpload(key, 60))({ ...file, metadata: { 'vitrine-checksum': checksum } })
    t.same(await metadataOf(), { 'vitrine-checksum': checksum })
  }
})

t.test('an object that is not there is null', async (t) => {
  t.equal(await open().read(`test/${randomUUID()}`), null)
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

t.test('an empty prefix is refused: it would remove every object', async (t) => {
  const { store, key } = await stored(t, randomBytes(10))
  for (const prefix of ['', undefined as unknown as string]) {
    await t.rejects(store.removePrefix(prefix), { message: /empty prefix/ })
  }
  t.ok(await store.read(key))
})

t.test('removing a prefix of more objects than one list tells of removes them all', async (t) => {
  const { prefix, key } = await stored(t, randomBytes(10))
  const store = open()
  const path = join(t.testdir(), 'one')
  await writeFile(path, 'x')
  const many = `${prefix}many-`
  const names = Array.from({ length: 1040 }, (_, i) => `${many}${i}`)
  for (let i = 0; i < names.length; i += 20) {
    await Promise.all(
      names.slice(i, i + 20).map((name) => store.putFile(name, path, 1, 'image/png')),
    )
  }
  const listed = (await store.list(many)).map((object) => object.key)
  t.same(listed.sort(), names.sort())
  await store.removePrefix(many)
  t.same(
    (await store.list(prefix)).map((object) => object.key),
    [key],
  )
})

t.test('a store that refuses, or accepts and says nothing, is STORE_UNAVAILABLE', async (t) => {
  const { port } = await listening(t, () => undefined)
  for (const endpoint of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
    const store = open({ endpoint, timeoutMs: 500 })
    for (const call of [() => store.read('a'), () => store.removePrefix('a'), () => store.ping()]) {
      const error = await call().catch((e: unknown) => e)
      t.type(error, AppError)
      t.equal((error as AppError).code, 'STORE_UNAVAILABLE')
    }
  }
})

t.test('a kept connection that the store has closed is nothing a caller notices', async (t) => {
  const { endpoint, brokenOff } = await wayOfOneUse(t)
  const store = open({ endpoint })
  const prefix = `test/${randomUUID()}/`
  const key = `${prefix}object`
  const path = join(t.testdir(), 'file')
  await writeFile(path, 'bytes')
  await store.ping()
  await store.putFile(key, path, 5, 'image/png')
  t.equal(String(await store.read(key)), 'bytes')
  t.match(await store.download(key, `${path}-copy`), { sizeBytes: 5 })
  t.same(
    (await store.list(prefix)).map((object) => object.key),
    [key],
  )
  await store.remove([key])
  t.equal(await store.read(key), null)
  t.ok(brokenOff() >= 6, `${brokenOff()} connections`)
})

t.test('a store that closes behind every answer without a word is used all the same', async (t) => {
  const { endpoint } = await answering(t, ({ socket, head }) => {
    if (head.startsWith('GET ')) socket.end(response('200 OK', oneKey))
    else socket.end(response('200 OK', head.startsWith('HEAD ') ? '' : '<DeleteResult/>'))
  })
  const store = open({ endpoint })
  await t.resolves(store.ping())
  await t.resolves(store.removePrefix('prefix/'), 'a list and a removal')
})

t.test('the bucket must exist', async (t) => {
  await t.resolves(open().ping())
  await t.rejects(open({ bucket: 'no-such-bucket' }).ping(), {
    code: 'STORE_MISCONFIGURED',
    message:
      'misconfigured: NoSuchBucket. The bucket does not exist. Create it, or correct S3_BUCKET.',
  })
})

t.test('a download is a file, whole or not there', async (t) => {
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
  await t.rejects(store.download(key, nowhere), { code: 'ENOTDIR' }, 'the disk is to blame')
  const stopped = AbortSignal.abort(new Error('left'))
  await t.rejects(store.download(key, path, { signal: stopped }), { message: 'left' })
})

t.test('a download that breaks off leaves no file', async (t) => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of it'
  const { port } = await listening(t, (socket) => {
    socket.once('data', () => socket.end(half))
  })
  const path = join(t.testdir(), 'copy')
  const store = open({ endpoint: `http://127.0.0.1:${port}` })
  await t.rejects(store.download('key', path), { code: 'STORE_UNAVAILABLE' })
  t.same(await readdir(t.testdirName), [])
})

t.test('a list tells keys and times, and what is removed is gone', async (t) => {
  const { store, key, prefix } = await stored(t, randomBytes(10))
  const path = join(t.testdir(), 'other')
  await writeFile(path, 'x')
  await store.putFile(`${prefix}below/other`, path, 1, 'image/png')
  const listed = await store.list(prefix)
  t.same(listed.map(({ key }) => key).toSorted(), [`${prefix}below/other`, key])
  const hourMs = 3_600_000
  for (const { storedAtMs } of listed) t.ok(Math.abs(Date.now() - storedAtMs) < hourMs)
  await store.remove([key, `${prefix}not-there`])
  t.same(
    (await store.list(prefix)).map(({ key }) => key),
    [`${prefix}below/other`],
  )
  t.same(await store.list(`${prefix}nothing`), [])
})

t.test('a permission that is used too late stores nothing', async (t) => {
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
  'the store refuses a permission that was taken out long ago, by its own clock',
  async (t) => {
    const path = join(t.testdir(), 'file')
    await writeFile(path, 'x')
    const store = open()
    const key = `test/${randomUUID()}`
    // As of a process that stood still between its own look at the clock and the request.
    const upload = await withClock(t, -16 * 60_000, () => store.signUpload(key, 3600))
    await t.rejects(upload({ path, sizeBytes: 1, contentType: 'image/png' }), {
      code: 'STORE_MISCONFIGURED',
      cause: { code: 'RequestTimeTooSkewed' },
    })
    t.equal(await store.read(key), null)
  },
)

t.test('a clock that is five minutes wrong fails no call', async (t) => {
  const path = join(t.testdir(), 'file')
  await writeFile(path, 'x')
  for (const byMs of [-300_000, 300_000]) {
    const store = open()
    const key = `test/${randomUUID()}`
    await withClock(t, byMs, async () => {
      await store.putFile(key, path, 1, 'image/png')
      t.equal(String(await store.read(key)), 'x')
      await store.remove([key])
    })
  }
})

t.test('a silent store is left alone after one call, and used again when it is back', async (t) => {
  let isMute = true
  const relay = await relayTo(t, () => isMute)
  const store = open({ endpoint: relay.endpoint, timeoutMs: 100 })
  await t.rejects(store.read('a'), { code: 'STORE_UNAVAILABLE', cause: { name: 'SilenceError' } })
  await t.rejects(store.read('a'), { cause: { message: /did not answer the last calls/ } })
  isMute = false
  while ((await store.read('a').catch(() => 'away')) !== null) await new Promise(setImmediate)
  t.pass('null: it answers that there is no such object')
})

t.test(
  'of more calls than connections to a silent store none waits longer than the rest',
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

t.test('neighbours are removed side by side', async (t) => {
  const store = open()
  const path = join(t.testdir(), 'file')
  await writeFile(path, 'x')
  const parent = `test/${randomUUID()}/`
  const prefixes = Array.from({ length: 20 }, (_, i) => `${parent}${i}/`)
  for (const prefix of prefixes) {
    for (const name of ['a', 'b/c']) await store.putFile(`${prefix}${name}`, path, 1, 'image/png')
  }
  await Promise.all(prefixes.map(store.removePrefix))
  t.equal(await store.read(`${parent}0/a`), null)
})
