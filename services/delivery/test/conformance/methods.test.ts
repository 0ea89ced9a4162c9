import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createTenant } from '../tenant.js'
import { ask, runCases } from './cases.js'
import { addRepresentations } from './representations.js'
import type { Request } from './request.js'
import { serve } from './server.js'

const port = await serve(t)
const representations = await addRepresentations(t, port)
const project = await (await createTenant(t)).addProject()
const { slug } = await project.addWidget()
const { key } = await project.addKey()

const unknownImage = `/api/v1/deliver/${randomUUID()}/${randomUUID()}`
const image = representations[0]?.target ?? ''
const widget = { target: `/api/v1/widgets/${slug}`, fields: [['X-API-Key', key]] as const }
const gets: (Request & { name: string })[] = [
  ...representations,
  { name: 'a widget', ...widget },
  { name: 'a widget, with the key in the query', target: `${widget.target}?api_key=${key}` },
  { name: 'a widget without a key', target: widget.target },
  { name: 'a widget that is not there', ...widget, target: '/api/v1/widgets/none' },
  { name: 'an image that is not there', target: unknownImage },
  { name: 'an image that cannot be', target: `${image}?w=0` },
  { name: 'an address that cannot be', target: '/api/v1/deliver/x/y' },
  { name: 'a URL that is not encoded', target: '/api/v1/widgets/%zz' },
  { name: 'nothing', target: '/nothing' },
  { name: 'health', target: '/api/v1/healthz' },
]

/** RFC 9110, 9.3.2: the same fields as for a GET, except those that vary with time. */
const ofTheMoment = ['date', 'x-request-id', 'ratelimit']

for (const { name, target, fields } of gets) {
  await t.test(`HEAD of ${name} is its GET without the content`, async (t) => {
    const get = await ask(port, { target, ...(fields && { fields }) })
    const head = await ask(port, { method: 'HEAD', target, ...(fields && { fields }) })
    t.equal(head.status, get.status)
    t.equal(head.content.length, 0)
    const lasting = ({ fields }: typeof get) =>
      fields.filter(([name]) => !ofTheMoment.includes(name)).sort()
    t.strictSame(lasting(head), lasting(get))
  })
}

/** RFC 9110, 15.5.6. The order of Allow does not matter. */
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']
const isGetAndHead = /^(?=.*\bGET\b)(?=.*\bHEAD\b)(?!.*\b(POST|PUT|PATCH|DELETE|TRACE)\b)/
const notAllowed = { status: 405, code: 'METHOD_NOT_ALLOWED', answered: { allow: isGetAndHead } }
const refused: (Request & { name: string })[] = [
  ...methods.flatMap((method) => [
    { name: `${method} of an image is 405`, method, target: image },
    { name: `${method} of a widget is 405`, method, ...widget },
    { name: `${method} of no image is 405: a path of that kind`, method, target: unknownImage },
  ]),
  { name: 'a method that HTTP knows of others is 405', method: 'PROPFIND', target: image },
  { name: '405 is no matter of the key', method: 'POST', target: widget.target },
  {
    name: 'a POST with JSON is 405',
    method: 'POST',
    target: image,
    fields: [
      ['Content-Type', 'application/json'],
      ['Content-Length', '2'],
    ],
    content: '{}',
  },
  {
    name: 'a POST with broken JSON is 405 all the same',
    method: 'POST',
    target: image,
    fields: [
      ['Content-Type', 'application/json'],
      ['Content-Length', '1'],
    ],
    content: '{',
  },
  {
    name: 'a PUT with an image is 405, regardless of its media type',
    method: 'PUT',
    target: image,
    fields: [
      ['Content-Type', 'image/png'],
      ['Content-Length', '3'],
    ],
    content: 'png',
  },
  {
    name: 'a POST in chunks is 405',
    method: 'POST',
    target: image,
    fields: [
      ['Content-Type', 'text/plain'],
      ['Transfer-Encoding', 'chunked'],
    ],
    content: '3\r\nabc\r\n0\r\n\r\n',
  },
]
const notAllowedCases = refused.map((request) => ({ ...notAllowed, ...request }))

await t.test('methods that are not allowed', (t) => runCases(t, port, notAllowedCases))
await t.test('an address that does not exist has no methods', (t) =>
  runCases(t, port, [
    { name: 'POST', method: 'POST', target: '/none', status: 404, code: 'ROUTE_NOT_FOUND' },
    { name: 'DELETE', method: 'DELETE', target: '/api/v1', status: 404, code: 'ROUTE_NOT_FOUND' },
  ]),
)
