import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { dead } from '../build.js'
import { createTenant } from '../tenant.js'
import { type Case, runCases } from './cases.js'
import { addRepresentations } from './representations.js'
import { serve } from './server.js'

const port = await serve(t)
const representations = await addRepresentations(t, port)
const [original, , , , rendition] = representations
const project = await (await createTenant(t)).addProject()
const { slug } = await project.addWidget()
const { key } = await project.addKey()
const { key: keyOfOthers } = await project.addKey({ allowedOrigins: ['https://a.example'] })

const image = original?.target ?? ''
const widget = `/api/v1/widgets/${slug}`
const origin = ['Origin', 'https://shop.example'] as const
const withKey = ['X-API-Key', key] as const

/** Fields that scripts of other sites may read in addition to the CORS-safelisted ones (Fetch). */
const exposed = ['ETag', 'Accept-Ranges', 'Content-Range', 'Retry-After', 'X-Request-Id']
const isExposed = new RegExp(`^${exposed.map((name) => `(?=.*\\b${name}\\b)`).join('')}`, 'i')
const open = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': isExposed,
  // With `*` no cookies are sent, and no answer depends on the origin.
  'access-control-allow-credentials': null,
}
const readable = (status: number, request: Omit<Case, 'status'>): Case => ({
  ...request,
  status,
  answered: open,
  fields: [origin, ...(request.fields ?? [])],
})

const answers: Case[] = [
  readable(200, { name: 'an original', target: image }),
  readable(200, { name: 'a rendition', target: rendition?.target ?? '' }),
  readable(206, { name: 'a part', target: image, fields: [['Range', 'bytes=0-1']] }),
  readable(304, { name: 'nothing new', target: image, fields: [['If-None-Match', '*']] }),
  readable(412, { name: 'a failed condition', target: image, fields: [['If-Match', '"x"']] }),
  readable(416, { name: 'no such part', target: image, fields: [['Range', 'bytes=-0']] }),
  readable(400, { name: 'wrong parameters', target: `${image}?w=x` }),
  readable(404, { name: 'no such image', target: image.replace(/[^/]+$/, randomUUID()) }),
  readable(404, { name: 'no such route', target: '/api/v1/none' }),
  readable(405, { name: 'a wrong method', method: 'PUT', target: image }),
  readable(400, { name: 'a URL that is not encoded', target: '/api/v1/widgets/%zz' }),
  readable(404, { name: 'a name that is too long', target: `/api/v1/widgets/${'x'.repeat(300)}` }),
  readable(200, { name: 'a widget', target: widget, fields: [withKey] }),
  readable(200, { name: 'the HEAD of one', method: 'HEAD', target: widget, fields: [withKey] }),
  readable(401, { name: 'a widget without a key', target: widget }),
  readable(401, { name: 'a bad key', target: widget, fields: [['X-API-Key', 'pk_x']] }),
  readable(403, { name: 'a key of others', target: widget, fields: [['X-API-Key', keyOfOthers]] }),
]

const preflight = (method: string, headers?: string) => [
  origin,
  ['Access-Control-Request-Method', method] as const,
  ...(headers === undefined ? [] : [['Access-Control-Request-Headers', headers] as const]),
]

/** Request fields that a script may set: its key, and those that a client-side cache needs. */
const settable = ['X-API-Key', 'If-None-Match', 'If-Match', 'If-Range', 'Range']
const isSettable = new RegExp(`^${settable.map((name) => `(?=.*\\b${name}\\b)`).join('')}`, 'i')
const allowing = {
  ...open,
  'access-control-expose-headers': /./,
  'access-control-allow-methods': /^(?=.*\bGET\b)(?=.*\bHEAD\b)(?!.*\b(PUT|DELETE)\b)/,
  'access-control-allow-headers': isSettable,
  // Chromium caches it for two hours at most, Firefox for a day.
  'access-control-max-age': '86400',
  // RFC 9110, 8.6: a 204 has no Content-Length.
  'content-length': '0',
}
const options: Case[] = [
  ['a preflight of a widget', widget, preflight('GET', 'x-api-key')],
  ['a preflight of an image', image, preflight('GET', 'range')],
  ['a preflight of a HEAD', image, preflight('HEAD')],
  ['a preflight of a method that there is not', widget, preflight('POST', 'content-type')],
  ['a preflight of nothing', '/none', preflight('GET')],
  ['OPTIONS that is no preflight', widget, []],
  ['OPTIONS with an origin alone', image, [origin]],
  ['OPTIONS of the server', '*', []],
].map(([name, target, fields]) => ({
  name: `${name} is answered`,
  method: 'OPTIONS',
  target,
  fields,
  status: 200,
  answered: allowing,
})) as Case[]

await t.test('scripts of any site may read', (t) => runCases(t, port, answers))
await t.test('preflights', (t) => runCases(t, port, options))

await t.test('scripts of any site may read when to retry', async (t) => {
  const withoutStore = await serve(t, dead.store)
  await runCases(t, withoutStore, [
    readable(503, { name: 'of an original', target: image }),
    readable(503, { name: 'of a rendition', target: `${image}?w=31` }),
    readable(503, { name: 'of a HEAD', method: 'HEAD', target: `${image}?w=33` }),
    readable(304, {
      name: 'but not of what it has',
      target: image,
      fields: [['If-None-Match', '*']],
    }),
  ])
})

await t.test('scripts of any site may read that they are rate-limited', async (t) => {
  const limited = await serve(t, { RATE_LIMIT_PER_ADDRESS: 1 })
  await runCases(t, limited, [
    readable(200, { name: 'the one request of this minute', target: image }),
    readable(429, { name: 'the second', target: image }),
    readable(429, { name: 'the second of a widget', target: widget, fields: [withKey] }),
  ])
})
