import t from '@vitrine/testing/t'
import { createTenant } from '../tenant.js'
import { ask, type Case, runCases } from './cases.js'
import { field } from './connection.js'
import { serve } from './server.js'

const port = await serve(t)
const project = await (await createTenant(t)).addProject()
const { key } = await project.addKey()
const { key: otherKey } = await project.addKey()
const { key: keyOfSite } = await project.addKey({ allowedOrigins: ['https://a.example'] })

const withKey = ['X-API-Key', key] as const
const failed = { status: 412, code: 'PRECONDITION_FAILED' }
const today = new Date().toUTCString()

type Line = [name: string, fields: NonNullable<Case['fields']>, expected: Expected]
type Expected = Omit<Case, 'name' | 'target'>

type Widget = { etag: string; ok: Expected; same: Expected }

/** Conditions, ranges and negotiation, each with the expected answer to a GET of the widget. */
const linesOf = ({ etag, ok, same }: Widget): Line[] => [
  ['no condition', [], ok],
  ['If-None-Match with the tag', [['If-None-Match', etag]], same],
  ['If-None-Match with the tag as a weak one', [['If-None-Match', `W/${etag}`]], same],
  ['If-None-Match with a list', [['If-None-Match', `"x", ${etag}`]], same],
  ['If-None-Match: *', [['If-None-Match', '*']], same],
  ['If-None-Match with another tag', [['If-None-Match', '"x"']], ok],
  ['If-None-Match with an invalid tag', [['If-None-Match', etag.slice(1)]], ok],
  [
    'If-None-Match and a reload',
    [
      ['If-None-Match', etag],
      ['Cache-Control', 'no-cache'],
    ],
    same,
  ],
  // A widget has no date: conditions on one are ignored (RFC 9110, 13.1.3 and 13.1.4).
  ['If-Modified-Since', [['If-Modified-Since', today]], ok],
  ['If-Unmodified-Since', [['If-Unmodified-Since', 'Sat, 01 Jan 2000 00:00:00 GMT']], ok],
  ['If-Match with the tag', [['If-Match', etag]], ok],
  ['If-Match: *', [['If-Match', '*']], ok],
  ['If-Match with the tag as a weak one', [['If-Match', `W/${etag}`]], failed],
  ['If-Match with another tag', [['If-Match', '"x"']], failed],
  [
    'If-Match that fails before If-None-Match',
    [
      ['If-Match', '"x"'],
      ['If-None-Match', etag],
    ],
    failed,
  ],
  // It does not support ranges, and does not advertise them (RFC 9110, 14.2).
  ['Range', [['Range', 'bytes=0-9']], ok],
  ['Range beyond the end', [['Range', 'bytes=99999999-']], ok],
  ['Range of no bytes', [['Range', 'bytes=-0']], ok],
  [
    'Range and If-Range',
    [
      ['Range', 'bytes=0-9'],
      ['If-Range', etag],
    ],
    ok,
  ],
  ['an Accept that it is not', [['Accept', 'image/webp']], ok],
  ['an Accept-Encoding that refuses all', [['Accept-Encoding', 'identity;q=0, *;q=0']], ok],
  ['an origin', [['Origin', 'https://shop.example']], ok],
  ['the origin of a sandbox', [['Origin', 'null']], ok],
]

type Fields = NonNullable<Case['fields']>
const conditions: Fields[] = [
  [],
  [['If-None-Match', '*']],
  [['If-Match', '"x"']],
  [['Range', 'bytes=0-1']],
]
/** A client that may not read it does not learn whether it has changed. */
const unentitled = (target: string): [string, target: string, Fields, status: number][] => [
  ['no key', target, [], 401],
  ['a key that is none', target, [['X-API-Key', 'pk_x']], 401],
  ['two keys in one field', target, [['X-API-Key', `${key}, ${key}`]], 401],
  ['a page that the key is not for', target, [['X-API-Key', keyOfSite]], 403],
  ['a slug that there is not', '/api/v1/widgets/none', [withKey], 404],
]
const refused = (target: string) =>
  unentitled(target).flatMap(([name, to, fields, status]) =>
    conditions.map(
      (condition): Case => ({
        name: `${name} is ${status}, with ${condition[0]?.[0] ?? 'no condition'}`,
        target: to,
        status,
        fields: [...fields, ...condition],
      }),
    ),
  )

/** Cached as one text with its headers, or as separate bytes, depending on the size. */
const configs = [
  ['a small widget', { text: 'x' }],
  ['a widget with letters of several bytes', { text: 'Ärger 图片 😀' }],
  ['a large widget', { text: 'ä😀'.repeat(5000) }],
] as const

const widgets = await Promise.all(
  configs.map(async ([what, config]) => {
    const { slug } = await project.addWidget({ config })
    const target = `/api/v1/widgets/${slug}`
    return { what, config, target, whole: await ask(port, { target, fields: [withKey] }) }
  }),
)

for (const { what, config, target, whole } of widgets) {
  const etag = field(whole, 'etag') ?? ''
  const answered = {
    vary: 'X-API-Key, Origin, Accept-Encoding',
    'cache-control': 'private, no-cache',
    etag,
  }
  const noRange = { 'content-range': null, 'accept-ranges': null }
  const ok = { status: 200, body: whole.content, answered: { ...answered, ...noRange } }
  const asked = linesOf({ etag, ok, same: { status: 304, answered } }).flatMap(
    ([name, fields, { body, code, ...expected }]): Case[] => [
      {
        name: `GET with ${name} is ${expected.status}`,
        ...expected,
        target,
        fields: [withKey, ...fields],
        ...(body && { body }),
        ...(code !== undefined && { code }),
      },
      {
        name: `HEAD with ${name} is ${expected.status}`,
        ...expected,
        method: 'HEAD',
        target,
        fields: [withKey, ...fields],
      },
    ],
  )
  await t.test(what, async (t) => {
    t.equal(JSON.parse(whole.content.toString()).widget.config, JSON.stringify(config))
    await runCases(t, port, asked)
  })
  await t.test(`${what}, for whom it is not`, (t) => runCases(t, port, refused(target)))
  await t.test(`${what} has one tag for all keys and pages`, (t) =>
    runCases(t, port, [
      { name: 'another key', target, fields: [['X-API-Key', otherKey]], ...ok },
      { name: 'the key in the query', target: `${target}?api_key=${key}`, ...ok },
      {
        name: 'a page that the key is for',
        target,
        fields: [
          ['X-API-Key', keyOfSite],
          ['Origin', 'https://a.example'],
        ],
        ...ok,
      },
    ]),
  )
}
