import { on, once } from 'node:events'
import { watch } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startService } from '@vitrine/local/services'
import { backendSettings, jpeg, multipartBody } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { Config } from '../../src/config.js'
import { build } from '../build.js'
import { createProject, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { uploadsBelow } from '../files-below.js'

/** The service on a real socket, and the beginning of an upload request to a new project. */
async function listen(t: Test, settings: Partial<Config> = {}) {
  const uploadDir = t.testdir({})
  const app = await build(t, { UPLOAD_DIR: uploadDir, MAX_UPLOAD_BYTES: 100_000, ...settings })
  const owner = await register(app)
  const project = await createProject(owner)
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    t.teardown(() => socket.destroy())
    return socket
  }
  const head = (headers: Record<string, string | number>, token = owner.token) =>
    [
      `POST /api/projects/${project.id}/assets HTTP/1.1`,
      'Host: vitrine.test',
      `Authorization: Bearer ${token}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n')
  const assets = () => openDatabase(t).asset.count({ where: { projectId: project.id } })
  const [ofProcess = ''] = await readdir(uploadDir)
  return { app, uploadDir, folder: join(uploadDir, ofProcess), open, head, assets }
}

/** Resolves once the folder holds the given number of files. */
async function untilFiles(directory: string, count: number): Promise<void> {
  const watcher = watch(directory)
  const changes = on(watcher, 'change')
  const isSo = async () => (await readdir(directory)).length === count
  try {
    if (await isSo()) return
    for await (const _ of changes) if (await isSo()) return
  } finally {
    watcher.close()
  }
}

const upload = async (content?: Buffer, name = 'file') => {
  const file = { name, filename: 'photo.jpg', content: content ?? (await jpeg()) }
  return multipartBody([file])
}

/** Positions at which the client disconnects. In all cases but the first, the whole image has arrived. */
const cuts: Record<string, (body: Buffer) => Buffer> = {
  'in the middle of the file': (body) => body.subarray(0, 300),
  'behind the file': (body) => body.subarray(0, body.lastIndexOf('\r\n--boundary')),
  'in the last boundary': (body) => body.subarray(0, -4),
}

for (const [where, cut] of Object.entries(cuts)) {
  t.test(`a client that disconnects ${where} leaves neither file nor row`, async (t) => {
    const { app, uploadDir, folder, open, head, assets } = await listen(t)
    const { body, contentType } = await upload()
    const sent = cut(body)
    const kinds: [headers: Record<string, string | number>, payload: Buffer[]][] = [
      [{ 'Content-Length': body.length }, [sent]],
      [
        { 'Transfer-Encoding': 'chunked' },
        [Buffer.from(`${sent.length.toString(16)}\r\n`), sent, Buffer.from('\r\n')],
      ],
    ]
    for (const [headers, payload] of kinds) {
      const socket = await open()
      socket.write(head({ 'Content-Type': contentType, ...headers }))
      for (const bytes of payload) socket.write(bytes)
      await untilFiles(folder, 1)
      socket.destroy()
      await untilFiles(folder, 0)
    }
    await app.close()
    t.same(await uploadsBelow(uploadDir), [])
    t.equal(await assets(), 0)
  })
}

/** Sends the whole request before it reads the answer, as many clients do. */
async function sendThenRead(socket: Socket, request: readonly (string | Buffer)[]) {
  for (const bytes of request) if (!socket.write(bytes)) await once(socket, 'drain')
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) {
    answer += chunk
    if (answer.endsWith('}')) break
  }
  return answer
}

t.test('a client that reads only after sending everything gets an early answer', async (t) => {
  const { uploadDir, open, head, assets } = await listen(t)
  // Larger than the socket buffers: if the service stopped reading, the client would block.
  const content = Buffer.alloc(32 * 1024 * 1024)
  const table: [what: string, part: string, token: string | undefined, status: number][] = [
    ['too large', 'file', undefined, 413],
    ['another part', 'image', undefined, 400],
    ['no valid token', 'file', 'none', 401],
  ]
  for (const [what, part, token, status] of table) {
    const { body, contentType } = await upload(content, part)
    const headers = { 'Content-Type': contentType, 'Content-Length': body.length }
    const answer = await sendThenRead(await open(), [head(headers, token), body])
    t.match(answer, new RegExp(`^HTTP/1.1 ${status} [^]+"status":${status}`), what)
  }
  t.same(await uploadsBelow(uploadDir), [])
  t.equal(await assets(), 0)
})

t.test('a stalled upload is answered with 408 and its path, and leaves nothing', async (t) => {
  const { folder, uploadDir, open, head, assets } = await listen(t, { BODY_SILENCE_MS: 200 })
  const { body, contentType } = await upload()
  const socket = await open()
  socket.write(head({ 'Content-Type': contentType, 'Content-Length': body.length }))
  socket.write(body.subarray(0, 300))
  const answer = await text(socket)
  t.match(answer, /^HTTP\/1\.1 408 /)
  const refusal = JSON.parse(answer.split('\r\n\r\n').at(-1) ?? '')
  t.match(refusal, { code: 'REQUEST_TIMEOUT', path: /^\/api\/projects\/[^/]+\/assets$/ })
  await untilFiles(folder, 0)
  t.same(await uploadsBelow(uploadDir), [])
  t.equal(await assets(), 0)
})

t.test('an upload may take longer than other bodies', async (t) => {
  // The caller is authenticated within that time, on a busy machine too.
  const { folder, open, head } = await listen(t, { BODY_TIMEOUT_MS: 1500 })
  const { body, contentType } = await upload()
  const headers = { 'Content-Type': contentType, 'Content-Length': body.length }
  const socket = await open()
  socket.write(head(headers))
  socket.write(body.subarray(0, 300))
  await untilFiles(folder, 1)
  // When this call was rejected, the first one had already exceeded the normal limit as well.
  const unknown = await open()
  unknown.write(head(headers, 'none'))
  unknown.write(body.subarray(0, 300))
  t.match(await text(unknown), /^HTTP\/1\.1 401 /, 'an unauthenticated caller gets no extra time')
  socket.write(body.subarray(300))
  for await (const chunk of socket.setEncoding('utf8')) {
    t.match(chunk, /^HTTP\/1\.1 201 /)
    break
  }
})

t.test('files of a killed process are removed at the next start, and nothing else', async (t) => {
  const uploadDir = t.testdir({ mine: { 'a.txt': 'x' } })
  const env = {
    ...{ ...backendSettings(), UPLOAD_DIR: uploadDir },
    ...{ PUBLIC_URL: 'http://127.0.0.1', JWT_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' },
  }
  const killed = await startService({ name: 'management-api', env, log: () => undefined })
  const [folder = ''] = (await readdir(uploadDir)).filter((name) => name !== 'mine')
  await writeFile(join(uploadDir, folder, 'upload-half'), 'half')
  await killed.stop('SIGKILL')
  const living = await build(t, { UPLOAD_DIR: uploadDir })
  const another = await build(t, { UPLOAD_DIR: uploadDir })
  const left = await readdir(uploadDir)
  t.notOk(left.includes(folder), 'the folder of the dead process')
  t.equal(left.length, 3, 'one folder per living process, and the file that is not ours')
  await Promise.all([living.close(), another.close()])
  t.same(await readdir(uploadDir), ['mine'])
})
