import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@vitrine/local/programs'
import { findVarnish, startVarnish } from '@vitrine/local/varnish'
import { freshName, until } from '@vitrine/testing'
import { type Call, createCaller } from '@vitrine/testing/http'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'

/** Longer than an answer may take that is kept: `infra/compose/varnish.vcl` says why. */
const tooLongMs = 1000
const token = 'secret'
const kept = { 'cache-control': 'public, max-age=31536000, immutable', etag: '"one"' }

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** Varnish with our rules before a server whose answers the test decides. */
async function start(t: Test) {
  const program = await findVarnish(t.comment)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-varnish-'))
  const heard: string[] = []
  const control = { answer: ((response) => response.end()) as Answer }
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    control.answer(response, request)
  })
  const backends = [await listening(t, server)]
  const port = await findFreePort()
  const running = await startVarnish({ program, folder, port, backends, token })
  const caller = createCaller({ timeoutMs: 30_000 })
  t.teardown(async () => {
    caller.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const send = (call: Call) => caller.send(`http://127.0.0.1:${port}`, call)
  heard.length = 0
  return {
    heard,
    /** All further answers. */
    answer: (answer: Answer) => {
      control.answer = answer
    },
    send,
    purge: (tags: string, authorization = `Bearer ${token}`) =>
      send({ method: 'PURGE', path: '/', headers: { authorization, 'surrogate-key': tags } }),
  }
}

const newPath = () => `/api/v1/deliver/p/${freshName('a')}`

const bytes = '0123456789'
const whole =
  (fields: Record<string, string>, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-length': bytes.length, ...fields }).end(bytes)
const tagged = (tag: string) => ({ ...kept, 'surrogate-key': `project-p ${tag}` })

t.test('only a public answer with tags is kept', async (t) => {
  const { heard, answer, send } = await start(t)
  const cases: [fields: Record<string, string>, status: number, isKept: boolean][] = [
    [tagged('asset-a'), 200, true],
    [{ ...tagged('asset-a'), 'cache-control': 'public, max-age=60, must-revalidate' }, 200, true],
    [{ ...tagged('asset-a'), vary: 'Accept' }, 200, true],
    [kept, 200, false],
    [{ ...tagged('asset-a'), 'cache-control': 'public, no-cache' }, 200, false],
    [{ ...tagged('asset-a'), 'cache-control': 'private, no-store' }, 200, false],
    [{ ...tagged('asset-a'), 'cache-control': 'public, max-age=0' }, 200, false],
    [tagged('asset-a'), 404, false],
  ]
  for (const [fields, status, isKept] of cases) {
    const path = newPath()
    answer(whole(fields, status))
    for (const _ of [1, 2]) t.match(await send({ path }), { status, body: bytes })
    const times = heard.filter((line) => line.endsWith(path)).length
    t.equal(times, isKept ? 1 : 2, JSON.stringify([fields, status]))
  }
  answer(whole(tagged('asset-a')))
  for (const path of ['/api/v1/widgets/one', '/api/projects']) {
    await send({ path })
    await send({ path })
    t.equal(heard.filter((line) => line.endsWith(path)).length, 2, path)
  }
})

t.test('HEAD, ranges and revalidations are answered from one kept answer', async (t) => {
  const { heard, answer, send } = await start(t)
  const path = newPath()
  answer(whole(tagged('asset-a')))
  t.match(await send({ method: 'HEAD', path }), {
    status: 200,
    headers: { 'content-length': '10' },
    body: '',
  })
  const part = await send({ path, headers: { range: 'bytes=2-4' } })
  t.match(part, { status: 206, headers: { 'content-range': 'bytes 2-4/10' }, body: '234' })
  t.match(await send({ path, headers: { 'if-none-match': '"one"' } }), { status: 304 })
  t.match(await send({ path }), { status: 200, body: bytes })
  t.same(heard, [`GET ${path}`])
})

t.test('an answer that breaks off is not kept', async (t) => {
  const { answer, send } = await start(t)
  const path = newPath()
  answer((response) => {
    response.writeHead(200, { 'content-length': '10', ...tagged('asset-a') })
    response.write('01234', () => response.destroy())
  })
  const broken = await send({ path }).catch(() => null)
  // Varnish says so if it has not sent anything yet.
  t.ok(broken === null || broken.status === 503, `${broken?.status}`)
  answer(whole(tagged('asset-a')))
  t.match(await send({ path }), { status: 200, body: bytes })
})

t.test('a purge needs the token and names of tags, and drops what has one of them', async (t) => {
  const { heard, answer, send, purge } = await start(t)
  const paths = { 'asset-a': newPath(), 'asset-ab': newPath(), 'asset-c': newPath() }
  const fetchAll = async () => {
    heard.length = 0
    for (const [tag, path] of Object.entries(paths)) {
      answer(whole(tagged(tag)))
      await send({ path })
    }
    return heard.map((line) => Object.values(paths).findIndex((path) => line.endsWith(path)))
  }
  t.same(await fetchAll(), [0, 1, 2])
  t.match(await purge('asset-a', 'Bearer wrong'), { status: 403 })
  t.match(await purge('asset-a|.*'), { status: 400 })
  t.match(await send({ method: 'PURGE', path: '/' }), { status: 403 })
  t.same(await fetchAll(), [])
  t.match(await purge('asset-a asset-x'), { status: 200 })
  t.same(await fetchAll(), [0])
  t.match(await purge('project-p'), { status: 200 })
  t.same(await fetchAll(), [0, 1, 2])
  t.match(await purge('*'), { status: 200 })
  t.same(await fetchAll(), [0, 1, 2])
})

t.test('an answer from before a purge that arrives too late for it is not kept', async (t) => {
  const { heard, answer, send, purge } = await start(t)
  const path = newPath()
  let release = (): void => undefined
  answer((response) => {
    release = () => whole({ ...tagged('asset-a'), etag: '"old"' })(response, response.req)
  })
  const before = send({ path })
  await until(() => heard.length === 1)
  answer(whole({ ...tagged('asset-a'), etag: '"new"' }))
  t.match(await purge('asset-a'), { status: 200 })
  // It is queued behind the request for the same picture.
  const after = send({ path })
  await delay(tooLongMs)
  release()
  t.match(await before, { headers: { etag: '"old"' } })
  t.match(await after, { headers: { etag: '"new"' } })
  t.match(await send({ path }), { headers: { etag: '"new"' } })
})

t.test('an answer that had begun before a purge is not given to later requests', async (t) => {
  const { heard, answer, send, purge } = await start(t)
  const path = newPath()
  let finish = (): void => undefined
  answer((response) => {
    response.writeHead(200, { 'content-length': '10', ...tagged('asset-a'), etag: '"old"' })
    response.write('01234')
    finish = () => response.end('56789')
  })
  const before = send({ path })
  await until(() => heard.length === 1)
  // Varnish has its header as soon as it answers another request from it.
  t.match(await send({ method: 'HEAD', path }), { headers: { etag: '"old"' } })
  answer(whole({ ...tagged('asset-a'), etag: '"new"' }))
  t.match(await purge('asset-a'), { status: 200 })
  t.match(await send({ path }), { headers: { etag: '"new"' } })
  finish()
  t.match(await before, { headers: { etag: '"old"' }, body: bytes })
  t.match(await send({ path }), { headers: { etag: '"new"' } })
})
