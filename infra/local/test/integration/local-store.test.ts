import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, request as send } from 'node:http'
import { join } from 'node:path'
import { until } from '@vitrine/testing'
import t, { type Test } from 'tap'
import { findFreePort } from '../../src/ports.js'

const keys = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret', S3_BUCKET: 'bucket' }
const server = join(import.meta.dirname, '../../dist/backends/s3/server.js')

/**
 * Runs the local store in a separate process.
 *
 * @param openFiles limit of the process; defaults to the test's limit.
 * @returns the URL of its bucket.
 */
async function startStore(t: Test, { openFiles }: { openFiles?: number } = {}): Promise<string> {
  const port = await findFreePort()
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `
  const store = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, server], {
    env: { PATH: process.env.PATH, S3_FOLDER: t.testdir(), S3_PORT: String(port), ...keys },
    stdio: 'inherit',
  })
  t.teardown(async () => {
    store.kill()
    if (store.exitCode === null) await once(store, 'exit')
  })
  const endpoint = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(endpoint).then(
      () => true,
      () => false,
    ),
  )
  return `${endpoint}/${keys.S3_BUCKET}`
}

t.test('the store rejects unsigned requests', async (t) => {
  const bucket = await startStore(t)
  const refused = await fetch(`${bucket}/x`, { method: 'PUT', body: 'x' })
  t.equal(refused.status, 403)
})

/** Sends part of a ten-byte body; the local store does not verify the signature. */
function beginPut(address: string, bytes: string): ClientRequest {
  const request = send(address, {
    method: 'PUT',
    headers: { ...signed(), 'content-length': 10 },
  })
  request.write(bytes)
  return request
}

const signed = () => ({
  authorization: `AWS4-HMAC-SHA256 Credential=${keys.S3_ACCESS_KEY}/x, SignedHeaders=host, Signature=x`,
  'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
  'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
})

t.test('a write is atomic and complete before the response', async (t) => {
  const bucket = await startStore(t)
  const get = (key: string) => fetch(`${bucket}/${key}`, { headers: signed() })

  const whole = beginPut(`${bucket}/a/whole`, 'first')
  const broken = beginPut(`${bucket}/a/broken`, 'first')
  // Repeated, because the write may not have begun at the first response.
  for (const _ of 'several') t.equal((await get('a/whole')).status, 404)
  const answered = once(whole, 'response')
  whole.end('other')
  t.equal((await answered)[0].statusCode, 200)
  t.equal(await (await get('a/whole')).text(), 'firstother')

  const isGone = once(broken, 'error')
  broken.destroy(new Error('left'))
  await isGone
  for (const _ of 'several') t.equal((await get('a/broken')).status, 404)
})

t.test('concurrent writes, deletes and lists in one folder do not interfere', async (t) => {
  const bucket = await startStore(t)
  const rounds = Array.from({ length: 300 }, async (_, i) => {
    const address = `${bucket}/deep/er/${i % 7}`
    const options = { method: ['PUT', 'DELETE', 'GET'][i % 3] as string, headers: signed() }
    if (options.method === 'PUT') return fetch(address, { ...options, body: 'bytes' })
    return fetch(options.method === 'GET' ? `${bucket}?prefix=deep` : address, options)
  })
  const statuses = new Set((await Promise.all(rounds)).map(({ status }) => status))
  t.same([...statuses].sort(), [200, 204])
})

t.test('a list has the objects below its prefix, in order', async (t) => {
  const bucket = await startStore(t)
  const headers = signed()
  for (const key of ['a/x', 'a/deep/z', 'a-b', 'a/y', 'b/x', 'ab/x']) {
    await fetch(`${bucket}/${key}`, { method: 'PUT', headers, body: 'x' })
  }
  const table: [query: string, listed: string[]][] = [
    ['', ['a-b', 'a/deep/z', 'a/x', 'a/y', 'ab/x', 'b/x']],
    ['prefix=a/', ['a/deep/z', 'a/x', 'a/y']],
    ['prefix=a', ['a-b', 'a/deep/z', 'a/x', 'a/y', 'ab/x']],
    ['prefix=a/d', ['a/deep/z']],
    ['prefix=none/', []],
    ['prefix=a/x/', []],
    ['prefix=a/&start-after=a/deep/z', ['a/x', 'a/y']],
    ['prefix=a/&delimiter=/', ['a/x', 'a/y']],
  ]
  for (const [query, listed] of table) {
    const xml = await (await fetch(`${bucket}?list-type=2&${query}`, { headers })).text()
    const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key)
    t.same(keys, listed, query)
  }
})

t.test('HEAD of a bucket does not list its objects', async (t) => {
  const bucket = await startStore(t)
  const head = async () => {
    const { status, headers } = await fetch(bucket, { method: 'HEAD', headers: signed() })
    return { status, bytes: headers.get('content-length') }
  }
  const ofNone = await head()
  t.equal(ofNone.status, 200)
  await fetch(`${bucket}/x`, { method: 'PUT', headers: signed(), body: 'x' })
  t.same(await head(), ofNone)
})

t.test('lists of many objects do not exhaust the store’s open files', async (t) => {
  const bucket = await startStore(t, { openFiles: 200 })
  const headers = signed()
  for (const i of Array(300).keys()) {
    await fetch(`${bucket}/many/${i}`, { method: 'PUT', headers, body: 'x' })
  }
  const calls = Array.from({ length: 9 }, async (_, i) => {
    const answer = await fetch(i % 3 === 0 ? `${bucket}/many/${i}` : bucket, { headers })
    return (await answer.text()) && answer.status
  })
  t.same(await Promise.all(calls), Array(9).fill(200))
})

t.test('reads of an object being replaced return matching bytes and metadata', async (t) => {
  const bucket = await startStore(t)
  const address = `${bucket}/replaced`
  const put = (version: number) =>
    fetch(address, {
      method: 'PUT',
      headers: { ...signed(), 'x-amz-meta-version': `${version}` },
      body: `${version}`.repeat(5000),
    })
  await put(0)
  const call = async (i: number) => {
    if (i % 4 === 0) return (await put(i)).status
    const answer = await fetch(address, { headers: signed() })
    const version = answer.headers.get('x-amz-meta-version') ?? ''
    return (await answer.text()) === version.repeat(5000) ? 200 : `mixed, ${answer.status}`
  }
  const seen = new Set<number | string>()
  for (let round = 0; round < 20; round++) {
    const answers = Array.from({ length: 100 }, (_, i) => call(round * 100 + i))
    for (const answer of await Promise.all(answers)) seen.add(answer)
  }
  t.same([...seen], [200])
})
