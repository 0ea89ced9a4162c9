/*
 * What Vitrine requires of a store. It runs on the local store, and on any other that S3_* name.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { backends } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createObjectStore, type ObjectStoreOptions } from '../../src/object-store.js'
import { withClock } from '../clock.js'
import { begin, codeOf, send } from '../signed-call.js'

const open = (over: Partial<ObjectStoreOptions> = {}) =>
  createObjectStore({ ...backends().s3, timeoutMs: 15_000, ...over })

const store = open()
const contentType = 'image/png'

/** A folder of keys for one test, which is emptied afterwards. */
function prefixFor(t: Test): string {
  const prefix = `test/${randomUUID()}/`
  t.teardown(() => store.removePrefix(prefix))
  return prefix
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A file in memory, as an upload takes it. */
function fileOf(content: Buffer | string) {
  const bytes = Buffer.from(content)
  return { path: '', bytes, sizeBytes: bytes.length, sha256: sha256(bytes), contentType }
}

async function put(key: string, content: Buffer | string, to = store): Promise<void> {
  await (await to.signUpload(key, 60))(fileOf(content))
}

const keysOf = async (prefix: string): Promise<string[]> =>
  (await store.list(prefix)).map(({ key }) => key)

const sizes = { empty: 0, small: 1000, large: 11 * 1024 * 1024 + 7 }

for (const [name, sizeBytes] of Object.entries(sizes)) {
  t.test(`an object that is ${name} is returned byte for byte`, async (t) => {
    const key = `${prefixFor(t)}object`
    const bytes = randomBytes(sizeBytes)
    await put(key, bytes)
    const stored = await store.get(key)
    t.ok(stored?.bytes.equals(bytes))
    t.equal(stored?.contentType, contentType)
  })
}

t.test('the head of an object has its size, its MD5 and the time of the write', async (t) => {
  const key = `${prefixFor(t)}object`
  await put(key, 'bytes')
  const { status, headers, body } = await send({ method: 'HEAD', target: `/${key}` })
  t.equal(status, 200)
  t.equal(body.length, 0)
  t.equal(headers['content-length'], '5')
  t.equal(headers.etag, `"${createHash('md5').update('bytes').digest('hex')}"`)
  const hourMs = 3_600_000
  t.ok(Math.abs(Date.now() - Date.parse(headers['last-modified'] ?? '')) < hourMs)
})

t.test('metadata is stored with an object and replaced with it', async (t) => {
  const key = `${prefixFor(t)}object`
  await put(key, 'bytes')
  t.same((await store.get(key))?.metadata, {})
  for (const checksum of ['id.Zm9v-_', 'another']) {
    const metadata = { 'vitrine-checksum': checksum }
    await (await store.signUpload(key, 60))({ ...fileOf('bytes'), metadata })
    t.same((await store.get(key))?.metadata, metadata)
  }
})

t.test('a missing object and a missing bucket are different', async (t) => {
  const key = `${prefixFor(t)}object`
  t.equal(await store.read(key), null)
  await t.resolves(store.ping())
  const other = open({ bucket: 'no-such-bucket' })
  const calls = [() => other.read(key), () => other.list('a'), () => put(key, 'x', other)]
  for (const call of calls) {
    await t.rejects(async () => void (await call()), { cause: { code: 'NoSuchBucket' } })
  }
})

// Without %, + and quotes, which versitygw does not escape in lists as the client expects.
t.test('a key can have unusual characters', async (t) => {
  const prefix = prefixFor(t)
  const names = [
    'a b',
    '&amp;<key>',
    'é',
    'e\u0301',
    '日本語/🖼',
    '~!*()[]{}|^`$@:;,=?#\\',
    'Case',
    'case',
    '...',
    '.hidden',
    'x'.repeat(200),
    Array(8).fill('y'.repeat(100)).join('/'),
  ]
  for (const name of names) await put(prefix + name, name)
  t.same(new Set(await keysOf(prefix)), new Set(names.map((name) => prefix + name)))
  for (const name of names) t.equal(`${await store.read(prefix + name)}`, name)
  await store.remove(names.slice(1).map((name) => prefix + name))
  t.same(await keysOf(prefix), [prefix + names[0]])
})

/** The keys of a list, two at a time. A page begins after the last key of the page before. */
async function pagesOf(prefix: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let marker = ''; ; marker = pages.at(-1)?.at(-1) ?? '') {
    const query = new URLSearchParams({ marker, 'max-keys': '2', prefix })
    const { body } = await send({ method: 'GET', target: `?${query}` })
    const keys = [...`${body}`.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    if (keys.length > 2) throw new Error(`a page has ${keys.length} keys`)
    pages.push(keys)
    if (keys.length === 0 || `${body}`.includes('<IsTruncated>false</IsTruncated>')) return pages
  }
}

t.test('a list has the keys that begin with its prefix, in the order of their bytes', async (t) => {
  const prefix = prefixFor(t)
  const names = ['a-b', 'a/deep/z', 'a/x', 'a/y', 'a0', 'ab/x', 'b/x', 'é/x', '\uffee/x', '😀/x']
  for (const name of names.toReversed()) await put(prefix + name, 'x')
  const table: [start: string, listed: string[]][] = [
    ['', names],
    ['a/', ['a/deep/z', 'a/x', 'a/y']],
    ['a', ['a-b', 'a/deep/z', 'a/x', 'a/y', 'a0', 'ab/x']],
    ['a/d', ['a/deep/z']],
    ['none/', []],
    ['a/x/', []],
  ]
  for (const [start, listed] of table) {
    const keys = listed.map((name) => prefix + name)
    t.same(await keysOf(prefix + start), keys, start)
    t.same((await pagesOf(prefix + start)).flat(), keys, `${start} in pages`)
  }
  const hourMs = 3_600_000
  for (const { storedAtMs } of await store.list(prefix)) {
    t.ok(Math.abs(Date.now() - storedAtMs) < hourMs)
  }
})

t.test('more objects than one page can be listed and removed', async (t) => {
  const prefix = prefixFor(t)
  const kept = `${prefix}kept`
  await put(kept, 'x')
  const keys = Array.from({ length: 1040 }, (_, index) => `${prefix}many/${index}`)
  for (let i = 0; i < keys.length; i += 20) {
    await Promise.all(keys.slice(i, i + 20).map((key) => put(key, 'x')))
  }
  t.same(await keysOf(`${prefix}many/`), keys.toSorted())
  await store.removePrefix(`${prefix}many/`)
  t.same(await keysOf(prefix), [kept])
})

t.test('a removal removes its keys alone, and missing ones are no error', async (t) => {
  const prefix = prefixFor(t)
  for (const name of ['a', 'a-b/c', 'b/c', 'bc']) await put(prefix + name, 'x')
  await store.remove([`${prefix}a`, `${prefix}missing`])
  await store.removePrefix(`${prefix}b/`)
  t.same(await keysOf(prefix), [`${prefix}a-b/c`, `${prefix}bc`])
  t.equal(await store.read(`${prefix}a`), null)
  await t.resolves(store.removePrefix(`${prefix}b/`), 'again')
})

t.test('concurrent writes, removals, reads and lists in one folder do not fail', async (t) => {
  const prefix = prefixFor(t)
  const calls = Array.from({ length: 300 }, (_, index) => {
    const key = `${prefix}deep/${index % 7}/object`
    if (index % 4 === 0) return put(key, 'x')
    if (index % 4 === 1) return store.remove([key])
    return index % 4 === 2 ? store.read(key) : store.list(prefix)
  })
  await t.resolves(Promise.all(calls))
  await put(`${prefix}deep/0/object`, 'x')
  t.equal(`${await store.read(`${prefix}deep/0/object`)}`, 'x')
})

t.test(
  'readers of an object that is being replaced get the bytes and metadata of one write',
  async (t) => {
    const key = `${prefixFor(t)}object`
    const write = async (version: number): Promise<void> => {
      const upload = await store.signUpload(key, 60)
      const metadata = { version: `${version}` }
      await upload({ ...fileOf(`${version}`.repeat(5000)), metadata })
    }
    await write(0)
    const mixed: string[] = []
    const read = async (): Promise<void> => {
      const { bytes, metadata } = (await store.get(key)) ?? {}
      const { version = 'none' } = metadata ?? {}
      if (`${bytes}` !== version.repeat(5000)) mixed.push(version)
    }
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 60 }, (_, i) => (i % 4 === 0 ? write(round * 60 + i) : read())),
      )
    }
    t.same(mixed, [])
  },
)

t.test('an upload that breaks off changes nothing', async (t) => {
  const prefix = prefixFor(t)
  await put(`${prefix}old`, 'old')
  for (const name of ['old', 'new']) {
    const request = begin({
      method: 'PUT',
      target: `/${prefix}${name}`,
      body: randomBytes(100_000),
    })
    const broken = once(request, 'error')
    await new Promise<void>((resolve) => void request.write(Buffer.alloc(50_000), () => resolve()))
    request.destroy(new Error('left'))
    await broken
  }
  t.same(await keysOf(prefix), [`${prefix}old`])
  t.equal(`${await store.read(`${prefix}old`)}`, 'old')
})

/** A proxy to the store that flips one bit of every body. */
async function flippingProxy(t: Test): Promise<string> {
  const { hostname, port } = new URL(backends().s3.endpoint)
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => client.destroy())
    client.once('close', () => upstream.destroy())
    client.on('data', (chunk: Buffer) => {
      const bodyAt = chunk.indexOf('\r\n\r\n') + 4
      const isBody = !chunk.includes('PUT ') || chunk.length > bodyAt
      const last = chunk.length - 1
      if (isBody) chunk.writeUInt8(chunk.readUInt8(last) ^ 1, last)
      upstream.write(chunk)
    })
    upstream.pipe(client)
  })
  return `http://127.0.0.1:${await listening(t, proxy)}`
}

for (const sizeBytes of [1000, 1_000_000]) {
  t.test(`an upload of ${sizeBytes} bytes that is damaged in transit is refused`, async (t) => {
    const key = `${prefixFor(t)}object`
    const damaging = open({ endpoint: await flippingProxy(t) })
    await t.rejects(put(key, randomBytes(sizeBytes), damaging), {
      code: 'STORE_UNAVAILABLE',
      cause: { code: 'XAmzContentSHA256Mismatch' },
    })
    t.equal(await store.read(key), null)
  })
}

t.test('a file that changed after its hash was taken is refused', async (t) => {
  const key = `${prefixFor(t)}object`
  const upload = await store.signUpload(key, 60)
  await t.rejects(upload({ ...fileOf('changed'), sha256: sha256(Buffer.from('as sent')) }), {
    cause: { code: 'XAmzContentSHA256Mismatch' },
  })
  t.equal(await store.read(key), null)
})

t.test('a request that is not signed is refused', async (t) => {
  const { endpoint, bucket } = backends().s3
  const key = `${prefixFor(t)}object`
  for (const method of ['GET', 'PUT']) {
    const answer = await fetch(`${endpoint}/${bucket}/${key}`, { method })
    t.equal(answer.status, 403)
    t.match(await answer.text(), '<Code>AccessDenied</Code>')
  }
  t.equal(await store.read(key), null)
})

t.test('a request that differs from what was signed is refused', async (t) => {
  const prefix = prefixFor(t)
  await put(`${prefix}a`, 'x')
  const call = {
    method: 'PUT',
    target: `/${prefix}b`,
    body: 'bytes',
    headers: { 'x-amz-meta-a': '1' },
  }
  const list = { method: 'GET', target: `?prefix=${prefix}` }
  const differing = [
    await send(call, { target: `/${prefix}a` }),
    await send(call, { headers: { 'x-amz-meta-a': '2' } }),
    await send(list, { target: '?prefix=' }),
    await send(list, { method: 'PUT' }),
  ]
  for (const reply of differing) {
    t.equal(reply.status, 403)
    t.equal(codeOf(reply), 'SignatureDoesNotMatch')
  }
  t.same(await keysOf(prefix), [`${prefix}a`])
  t.equal((await send(call)).status, 200, 'unchanged')
})

const wrongKeys: [what: string, over: Partial<ObjectStoreOptions>, code: RegExp][] = [
  ['an unknown access key', { accessKey: 'unknown' }, /^(InvalidAccessKeyId|XAdminUserNotFound)$/],
  ['a wrong secret key', { secretKey: 'wrong-secret' }, /^SignatureDoesNotMatch$/],
  ['another region', { region: 'eu-central-1' }, /^AuthorizationHeaderMalformed$/],
]

for (const [what, over, code] of wrongKeys) {
  t.test(`${what} is refused with the code that says so`, async (t) => {
    const key = `${prefixFor(t)}object`
    const other = open(over)
    const large = randomBytes(100_000)
    const calls = [() => other.read(key), () => other.list(key), () => put(key, large, other)]
    for (const call of calls) await t.rejects(async () => void (await call()), { cause: { code } })
    t.equal(await store.read(key), null)
  })
}

t.test(
  'a signature is refused when it is older than 15 minutes by the clock of the store',
  async (t) => {
    const key = `${prefixFor(t)}object`
    // The same happens to a process that was suspended between its own check and the request.
    const upload = await withClock(t, -16 * 60_000, () => store.signUpload(key, 3600))
    await t.rejects(upload(fileOf('x')), {
      code: 'STORE_MISCONFIGURED',
      cause: { code: 'RequestTimeTooSkewed' },
    })
    t.equal(await store.read(key), null)
  },
)

t.test('clocks may differ by five minutes', async (t) => {
  for (const byMs of [-300_000, 300_000]) {
    const key = `${prefixFor(t)}object`
    await withClock(t, byMs, async () => {
      await put(key, 'x')
      t.equal(`${await store.read(key)}`, 'x')
      await store.remove([key])
    })
  }
})
