// What is true of the local store alone: packages/object-store has the suite of all stores.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createObjectStore } from '@vitrine/object-store'
import { until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { startS3 } from '../../src/backends/s3/store.js'
import { findFreePort } from '../../src/ports.js'
import { ProgramGroup } from '../../src/process/group.js'
import { signedRequest } from '../signed-request.js'

const settings = { accessKey: 'key', secretKey: 'secret', bucket: 'bucket', region: 'us-east-1' }
const server = join(import.meta.dirname, '../../dist/backends/s3/server.js')

/** @param openFiles limit of the process; defaults to the test's limit. */
async function startStore(t: Test, folder: string, openFiles?: number) {
  const port = await findFreePort()
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `
  const program = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, server], {
    env: {
      PATH: process.env.PATH,
      S3_FOLDER: folder,
      S3_PORT: String(port),
      S3_ACCESS_KEY: settings.accessKey,
      S3_SECRET_KEY: settings.secretKey,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
    },
    stdio: 'inherit',
  })
  t.teardown(() => kill(program))
  const endpoint = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(endpoint).then(
      () => true,
      () => false,
    ),
  )
  const client = createObjectStore({ ...settings, endpoint, timeoutMs: 15_000 })
  return { client, address: { ...settings, port }, kill: () => kill(program) }
}

async function kill(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  program.kill('SIGKILL')
  await once(program, 'exit')
}

const bytes = Buffer.from('bytes')
const file = { path: '', bytes, sizeBytes: bytes.length, contentType: 'image/png' }
const sha256 = '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9'

type Client = ReturnType<typeof createObjectStore>
const put = async (client: Client, key: string): Promise<void> =>
  (await client.signUpload(key, 60))({ ...file, sha256 })

const keysOf = async (client: Client): Promise<string[]> =>
  (await client.list('')).map(({ key }) => key)

async function answerTo(request: ClientRequest): Promise<string> {
  const [response] = (await once(request.end(), 'response')) as [IncomingMessage]
  const body = await text(response)
  return `${response.statusCode} ${/<Code>(.*)<\/Code>/.exec(body)?.[1]}`
}

t.test(
  'a process that is killed keeps what it acknowledged, and nothing of other writes',
  async (t) => {
    const folder = t.testdir()
    const first = await startStore(t, folder)
    await put(first.client, 'object')
    for (const url of ['/bucket/object', '/bucket/other']) {
      const headers = { 'content-length': '100000' }
      const request = signedRequest(first.address, { method: 'PUT', url, headers })
      request.on('error', () => undefined).write(Buffer.alloc(50_000))
    }
    await until(() => readdirSync(join(folder, 'incoming')).length === 2)
    await first.kill()
    const second = await startStore(t, folder)
    t.same(await keysOf(second.client), ['object'])
    t.ok((await second.client.read('object'))?.equals(bytes))
    t.same(readdirSync(join(folder, 'incoming')), [])
  },
)

t.test('any key is a file of its own below the folder', async (t) => {
  const folder = t.testdir({ s3: {} })
  const { client } = await startStore(t, join(folder, 's3'))
  const keys = [
    '/',
    '/a',
    'a',
    'a/',
    'a//b',
    'a/b',
    'a/b/c',
    'a.d/b',
    'a.object',
    'A',
    'b.d',
    'b',
    '.',
    '..',
    '../../outside',
    'c/../d',
    'c/./d',
    '100%',
    '%41',
    'a b+c',
    '"e"\'',
    'f\ng',
  ]
  for (const key of keys) await put(client, key)
  const inOrder = keys.map((key) => Buffer.from(key)).sort(Buffer.compare)
  t.same(await keysOf(client), inOrder.map(String))
  for (const key of keys) t.ok((await client.read(key))?.equals(bytes), key)
  t.same(readdirSync(folder), ['s3'])
  await client.remove(keys.slice(1))
  t.same(await keysOf(client), keys.slice(0, 1))
  await client.remove(keys)
  t.same(readdirSync(join(folder, 's3/objects')), [], 'no folder is left')
})

t.test('a key that is too long for the file system is refused', async (t) => {
  const { client } = await startStore(t, t.testdir())
  for (const key of ['a'.repeat(300), 'a/'.repeat(600)]) {
    await t.rejects(put(client, key), { cause: { code: 'KeyTooLongError' } }, key)
  }
  t.same(await keysOf(client), [])
})

t.test('operations that the store does not have are refused', async (t) => {
  const { client, address } = await startStore(t, t.testdir())
  await put(client, 'object')
  const [object, bucket] = ['/bucket/object', '/bucket']
  const table: [method: string, url: string, headers?: Record<string, string>][] = [
    ['GET', '/'],
    ['PUT', '/another'],
    ['DELETE', object],
    ['POST', `${object}?uploads`],
    ['GET', `${object}?acl`],
    ['GET', `${bucket}?list-type=2`],
    ['GET', `${bucket}?delimiter=%2F`],
    ['POST', bucket],
    ['GET', object, { range: 'bytes=0-1' }],
    ['GET', object, { 'if-none-match': '*' }],
    ['PUT', object, { 'if-none-match': '*' }],
    ['PUT', object, { 'x-amz-copy-source': '/bucket/object' }],
    ['PUT', object, { 'x-amz-server-side-encryption': 'AES256' }],
  ]
  for (const [method, url, headers] of table) {
    const what = `${method} ${url} ${JSON.stringify(headers)}`
    const request = signedRequest(address, { method, url, ...(headers && { headers }) })
    t.equal(await answerTo(request), '501 NotImplemented', what)
  }
  t.ok((await client.read('object'))?.equals(bytes))
})

t.test('a refusal comes before the body', async (t) => {
  const { address } = await startStore(t, t.testdir())
  const headers = { expect: '100-continue', 'content-length': '100000' }
  const request = signedRequest(
    { ...address, secretKey: 'wrong' },
    { method: 'PUT', url: '/bucket/object', headers },
  )
  request.on('continue', () => t.fail('the body is asked for')).flushHeaders()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  t.equal(response.statusCode, 403)
  request.destroy()
})

t.test('lists of many objects do not exhaust the open files', async (t) => {
  const { client } = await startStore(t, t.testdir(), 200)
  const keys = Array.from({ length: 300 }, (_, index) => `many/${index}`)
  await Promise.all(keys.map((key) => put(client, key)))
  const lists = await Promise.all(Array.from({ length: 9 }, () => client.list('many/')))
  for (const list of lists) t.equal(list.length, keys.length)
})

t.test('the folder of an older version is refused in one sentence', async (t) => {
  const folder = t.testdir()
  mkdirSync(join(folder, 's3', settings.bucket), { recursive: true })
  const group = new ProgramGroup({ logs: join(folder, 'logs'), pids: join(folder, 'pids') })
  const options = { folder: join(folder, 's3'), port: 1, group }
  const given = { ...settings, endpoint: 'http://127.0.0.1:1' }
  await t.rejects(startS3({ ...options, settings: given }), {
    message: /s3 was written by an older Vitrine; `npm start -- --reset` starts with empty data$/,
  })
})
