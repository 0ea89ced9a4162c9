import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { deliver, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const project = await (await createTenant(t)).addProject()
const original = await jpeg({ width: 200, height: 150 })
const asset = { projectId: project.id, assetId: await project.addAsset(original) }

for (const [what, query] of [
  ['an original', ''],
  ['a rendition', 'w=100&format=webp'],
] as const) {
  t.test(`ranges of ${what}`, async (t) => {
    const whole = await deliver(app, asset, query)
    const bytes = whole.rawPayload
    const size = bytes.length
    const last = size - 1
    const [etag, lastModified] = [
      String(whole.headers.etag),
      String(whole.headers['last-modified']),
    ]

    const parts: [range: string, start: number, end: number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=0-99', 0, 99],
      ['bytes=7-8', 7, 8],
      [`bytes=${last}-${last}`, last, last],
      [`bytes=${last}-`, last, last],
      ['bytes=10-', 10, last],
      ['bytes=0-', 0, last],
      ['bytes=-1', last, last],
      ['bytes=-16', size - 16, last],
      [`bytes=-${size}`, 0, last],
      ['bytes=-99999999', 0, last],
      ['bytes=5-99999999', 5, last],
      [`bytes=5-${'9'.repeat(400)}`, 5, last],
      ['Bytes=1-2', 1, 2],
    ]
    for (const [range, start, end] of parts) {
      const part = await deliver(app, asset, query, { range })
      t.equal(part.statusCode, 206, range.slice(0, 30))
      t.ok(part.rawPayload.equals(bytes.subarray(start, end + 1)))
      t.equal(part.headers['content-range'], `bytes ${start}-${end}/${size}`)
      const { 'content-length': length, ...headers } = part.headers
      t.equal(length, String(end - start + 1))
      for (const name of ['content-type', 'etag', 'cache-control', 'last-modified', 'vary']) {
        t.equal(headers[name], whole.headers[name], name)
      }
    }

    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 9}`, 'bytes=-0']) {
      const response = await deliver(app, asset, query, { range })
      isError(t, response, 416, 'RANGE_NOT_SATISFIABLE')
      t.equal(response.headers['content-range'], `bytes */${size}`, range)
    }

    const passedOver = [
      'bytes=0-1,5-6',
      'bytes=0-1,99999999-',
      'bytes=9-8',
      'bytes=-',
      'bytes=a-b',
      'bytes=1-2x',
      'bytes=+1-2',
      'bytes=',
      'bytes',
      '0-1',
      'pixels=0-1',
    ]
    for (const range of passedOver) {
      const response = await deliver(app, asset, query, { range })
      t.equal(response.statusCode, 200, range)
      t.ok(response.rawPayload.equals(bytes))
      t.notOk(response.headers['content-range'])
    }

    for (const [condition, status] of [
      [etag, 206],
      // The date does not identify renditions: they share that of their original.
      [lastModified, query === '' ? 206 : 200],
      ['"other"', 200],
      [`W/${etag}`, 200],
      [new Date(Date.parse(lastModified) + 1000).toUTCString(), 200],
      [new Date(Date.parse(lastModified) - 1000).toUTCString(), 200],
    ] as const) {
      const headers = { range: 'bytes=2-3', 'if-range': condition }
      t.equal((await deliver(app, asset, query, headers)).statusCode, status, condition)
    }
    const beyond = { range: `bytes=${size}-`, 'if-range': '"other"' }
    t.equal((await deliver(app, asset, query, beyond)).statusCode, 200)
  })
}

t.test('the parts of a rendition add up to the whole', async (t) => {
  const whole = (await deliver(app, asset, 'w=100')).rawPayload
  const parts: Buffer[] = []
  for (let start = 0; start < whole.length; start += 500) {
    const range = `bytes=${start}-${start + 499}`
    parts.push((await deliver(app, asset, 'w=100', { range })).rawPayload)
  }
  t.ok(Buffer.concat(parts).equals(whole))
})
