// Needs a process of its own: it measures CPU time of the main thread.
import { randomUUID } from 'node:crypto'
import { createCpuMeter, type DescribedCall, describedCalls } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { InjectOptions } from 'fastify'
import { createFolder, createWidget, upload } from '../client.js'
import { hostileBodies } from '../hostile-bodies.js'
import { createScene } from '../scene.js'

/** CPU time of the main thread before the caller is authenticated, and after: some 20 and 30 ms of a usual core. */
const bounds = { openKeys: 60_000, authenticatedKeys: 100_000 }
const meter = createCpuMeter()

const { app, owner, project } = await createScene(t)
const place: Record<string, string> = {
  orgId: owner.organizationId,
  projectId: project.id,
  assetId: (await upload(owner, project.id)).id,
  widgetId: (await createWidget(owner, project.id)).id,
  folderId: (await createFolder(owner, project.id)).id,
}
const addressOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => place[name] ?? randomUUID())

const document = (await app.inject('/api/openapi.json')).json()
// An upload has no schema and is streamed. Deletes take no body.
const calls = describedCalls(document).filter(
  ({ method, operation }) =>
    method !== 'DELETE' && operation.requestBody?.content['multipart/form-data'] === undefined,
)

/** Measures a request, which must be answered. */
const costOf = (request: InjectOptions, most: number): Promise<number> =>
  meter.leastKeys(() => app.inject(request), most)

type Calls = { calls: readonly DescribedCall[]; bytes: number; most: number; headers: object }

async function checkBodies(t: Test, { calls, bytes, most, headers }: Calls) {
  const dear: string[] = []
  for (const { method, path, operation } of calls) {
    for (const [kind, payload] of hostileBodies(operation, bytes)) {
      const sent = { 'content-type': 'application/json', ...headers }
      const request = { method, url: addressOf(path), headers: sent, payload } as InjectOptions
      const keys = await costOf(request, most)
      if (keys > most) dear.push(`${method} ${path}, ${kind}: ${keys} keys`)
    }
  }
  t.same(dear, [], `bodies of ${bytes} bytes`)
}

const authorization = { authorization: `Bearer ${owner.token}` }
const writes = calls.filter(({ method }) => method !== 'GET')
const needsToken = ({ operation: { security = [] } }: DescribedCall): boolean =>
  security.length > 0 && security.every((needs) => Object.keys(needs).length > 0)

t.test('before authentication no body costs more than 60,000 parsed keys', async (t) => {
  const most = bounds.openKeys
  const open = writes.filter((call) => !needsToken(call))
  t.ok(open.length >= 5)
  await checkBodies(t, { calls: open, bytes: 7_500, most, headers: {} })
  await checkBodies(t, { calls: writes, bytes: 1_000_000, most, headers: {} })
})

/** The calls that accept bodies of the given size. */
async function readersOf(bytes: number): Promise<DescribedCall[]> {
  const readers: DescribedCall[] = []
  const headers = { ...authorization, 'content-type': 'application/json' }
  for (const call of writes) {
    const request = { method: call.method, url: addressOf(call.path), headers } as InjectOptions
    const answer = await app.inject({ ...request, payload: `"${'x'.repeat(bytes)}"` })
    if (answer.statusCode !== 413) readers.push(call)
  }
  return readers
}

t.test('after authentication no body costs more than 100,000 parsed keys', async (t) => {
  let largest = await readersOf(7_500)
  t.equal(largest.length, writes.length)
  // Slightly below each of the limits.
  const sizes = [7_500, 45_000, 60_000, 125_000, 218_000]
  for (const [index, bytes] of sizes.entries()) {
    const larger = await readersOf(sizes[index + 1] ?? 240_000)
    const calls = largest.filter((call) => !larger.includes(call))
    const most = bounds.authenticatedKeys
    await checkBodies(t, { calls, bytes, most, headers: authorization })
    largest = larger
  }
  t.same(largest, [], 'no call accepts larger bodies')
})

t.test('no address and no header costs more', async (t) => {
  const bytes = 15_000
  const queries = ['k=1&', 'k%5B%5D=1&', 'tag=x&', '&', '%', 'page=', 'q='].map((part, index) =>
    Array.from({ length: bytes / part.length }, (_, i) => part.replace('k', `k${i + index}`)),
  )
  const headers = [
    { authorization: `Bearer ${' '.repeat(bytes)}x` },
    { authorization: `Bearer ${'a.'.repeat(bytes / 2)}` },
    { 'idempotency-key': 'x'.repeat(bytes) },
    { 'content-type': `application/json;${' a=b;'.repeat(bytes / 5)}` },
    { accept: 'a/b,'.repeat(bytes / 4) },
  ]
  for (const { method, path, operation } of calls) {
    // Calls without input have nothing to reject.
    if (operation.responses['400'] === undefined) continue
    for (const [most, known] of [
      [bounds.openKeys, {}],
      [bounds.authenticatedKeys, authorization],
    ] as const) {
      for (const query of queries) {
        const url = `${addressOf(path)}?${query.join('')}`
        const keys = await costOf({ method, url, headers: known } as InjectOptions, most)
        t.ok(keys <= most, `${method} ${path}, ${query[0]}: ${keys} keys`)
      }
    }
    for (const header of headers) {
      const request = { method, url: addressOf(path), headers: header } as InjectOptions
      const keys = await costOf(request, bounds.openKeys)
      t.ok(keys <= bounds.openKeys, `${method} ${path}, ${Object.keys(header)}: ${keys} keys`)
    }
  }
})
