import t from '@vitrine/testing/t'
import { type Case, runCases } from './cases.js'
import { addRepresentations, createdAt, type Representation } from './representations.js'
import { serve } from './server.js'

type Fields = Case['fields']
type Line = [name: string, fields: NonNullable<Fields>]

const second = 1000
const dateAt = (offsetSeconds: number) =>
  new Date(createdAt.getTime() + offsetSeconds * second).toUTCString()

/** RFC 9110, 13.1.2 and 13.1.3: the client already has the representation. */
const notModified = ({ etag, lastModified }: Representation): Line[] => [
  ['If-None-Match with the tag', [['If-None-Match', etag]]],
  ['If-None-Match compares weakly: W/ does not matter', [['If-None-Match', `W/${etag}`]]],
  ['If-None-Match with the tag first of a list', [['If-None-Match', `${etag}, "x"`]]],
  ['If-None-Match with the tag last of a list', [['If-None-Match', `"x", W/"y", ${etag}`]]],
  ['If-None-Match with a list without spaces', [['If-None-Match', `"x",${etag},"y"`]]],
  ['If-None-Match with empty elements of a list', [['If-None-Match', `, ,"x",\t,${etag},`]]],
  ['If-None-Match with a comma inside of another tag', [['If-None-Match', `"a,b", ${etag}`]]],
  ['If-None-Match with a backslash inside of another tag', [['If-None-Match', `"\\", ${etag}`]]],
  ['If-None-Match with bytes above ASCII in another tag', [['If-None-Match', `"\xe9", ${etag}`]]],
  ['If-None-Match with an empty tag beside', [['If-None-Match', `"", ${etag}`]]],
  [
    'If-None-Match over two field lines',
    [
      ['If-None-Match', '"x"'],
      ['If-None-Match', etag],
    ],
  ],
  ['If-None-Match: *', [['If-None-Match', '*']]],
  ['a field name in capitals', [['IF-NONE-MATCH', etag]]],
  ['If-Modified-Since with the date', [['If-Modified-Since', lastModified]]],
  ['If-Modified-Since with a later date', [['If-Modified-Since', dateAt(3600)]]],
  ['If-Modified-Since as RFC 850 wrote it', [['If-Modified-Since', rfc850(dateAt(0))]]],
  ['If-Modified-Since as asctime writes it', [['If-Modified-Since', asctime(dateAt(0))]]],
  [
    'If-None-Match counts before an If-Modified-Since that is older',
    [
      ['If-None-Match', etag],
      ['If-Modified-Since', dateAt(-3600)],
    ],
  ],
  [
    'If-None-Match counts before Range',
    [
      ['If-None-Match', etag],
      ['Range', 'bytes=0-3'],
    ],
  ],
  [
    'If-None-Match counts before a Range beyond the end',
    [
      ['If-None-Match', etag],
      ['Range', 'bytes=99999999999-'],
    ],
  ],
  [
    'If-Modified-Since counts before Range',
    [
      ['If-Modified-Since', lastModified],
      ['Range', 'bytes=0-3'],
    ],
  ],
  [
    'If-Match that holds is followed by If-None-Match',
    [
      ['If-Match', etag],
      ['If-None-Match', etag],
    ],
  ],
  [
    'If-Unmodified-Since that holds is followed by If-Modified-Since',
    [
      ['If-Unmodified-Since', lastModified],
      ['If-Modified-Since', lastModified],
    ],
  ],
  [
    'a reload has the cache ask the origin, which may still say that nothing changed',
    [
      ['If-None-Match', etag],
      ['Cache-Control', 'no-cache'],
    ],
  ],
]

/** Conditions that do not prevent a 200: other tags, older dates, and invalid tags and dates. */
const modified = ({ etag, lastModified }: Representation): Line[] => [
  ['If-None-Match with another tag', [['If-None-Match', '"x"']]],
  ['If-None-Match with a tag without its quotes', [['If-None-Match', etag.slice(1, -1)]]],
  ['If-None-Match with half of the tag', [['If-None-Match', `${etag.slice(0, 9)}"`]]],
  ['If-None-Match with the tag in capitals', [['If-None-Match', etag.toUpperCase()]]],
  ['If-None-Match with the tag inside of another', [['If-None-Match', `"x${etag.slice(1)}`]]],
  ['If-None-Match with a small w/', [['If-None-Match', `w/${etag}`]]],
  ['If-None-Match with a quote that stays open', [['If-None-Match', etag.slice(0, -1)]]],
  ['If-None-Match with nothing in it', [['If-None-Match', '']]],
  ['If-None-Match with commas alone', [['If-None-Match', ', ,,']]],
  ['If-None-Match with "*" as a tag', [['If-None-Match', '"*"']]],
  ['If-None-Match with thousands of tags', [['If-None-Match', '"x",'.repeat(3000)]]],
  ['If-None-Match with thousands of quotes', [['If-None-Match', '"'.repeat(12_000)]]],
  ['If-None-Match with thousands of spaces', [['If-None-Match', `"x"${' '.repeat(12_000)}x`]]],
  ['If-Modified-Since with an older date', [['If-Modified-Since', dateAt(-1)]]],
  ['If-Modified-Since with no date', [['If-Modified-Since', 'yesterday']]],
  ['If-Modified-Since with a year alone', [['If-Modified-Since', '2099']]],
  ['If-Modified-Since with seconds', [['If-Modified-Since', '4102444800']]],
  ['If-Modified-Since as ISO 8601 has it', [['If-Modified-Since', '2099-01-01T00:00:00Z']]],
  ['If-Modified-Since with an offset', [['If-Modified-Since', 'Thu, 01 Jan 2099 00:00:00 +0000']]],
  ['If-Modified-Since with a day of no month', [['If-Modified-Since', rolled]]],
  ['If-Modified-Since with nothing in it', [['If-Modified-Since', '']]],
  [
    'If-Modified-Since is ignored beside an If-None-Match that differs',
    [
      ['If-None-Match', '"x"'],
      ['If-Modified-Since', lastModified],
    ],
  ],
  [
    'If-Modified-Since is ignored beside an If-None-Match that is none',
    [
      ['If-None-Match', 'x'],
      ['If-Modified-Since', lastModified],
    ],
  ],
  ['If-Match with the tag', [['If-Match', etag]]],
  ['If-Match with the tag in a list', [['If-Match', `"x", W/"y", ${etag}`]]],
  ['If-Match: *', [['If-Match', '*']]],
  ['If-Unmodified-Since with the date', [['If-Unmodified-Since', lastModified]]],
  ['If-Unmodified-Since with a later date', [['If-Unmodified-Since', dateAt(3600)]]],
  ['If-Unmodified-Since with no date', [['If-Unmodified-Since', 'x']]],
  ['If-Unmodified-Since as ISO 8601 has it', [['If-Unmodified-Since', '1999-01-01']]],
  [
    'If-Unmodified-Since is ignored beside an If-Match that holds',
    [
      ['If-Match', etag],
      ['If-Unmodified-Since', dateAt(-3600)],
    ],
  ],
]

/** RFC 9110, 13.1.1 and 13.1.4: the client expects another representation. */
const failed = ({ etag }: Representation): Line[] => [
  ['If-Match with another tag', [['If-Match', '"x"']]],
  ['If-Match compares strongly: a weak tag never matches', [['If-Match', `W/${etag}`]]],
  ['If-Match with an invalid tag', [['If-Match', etag.slice(1, -1)]]],
  ['If-Unmodified-Since with an older date', [['If-Unmodified-Since', dateAt(-1)]]],
  ['If-Unmodified-Since with an old spelling', [['If-Unmodified-Since', asctime(dateAt(-60))]]],
  [
    'If-Match counts before If-None-Match',
    [
      ['If-None-Match', etag],
      ['If-Match', '"x"'],
    ],
  ],
  [
    'If-Match counts before Range',
    [
      ['Range', 'bytes=0-3'],
      ['If-Match', '"x"'],
    ],
  ],
  [
    'If-Unmodified-Since counts before If-None-Match',
    [
      ['If-None-Match', etag],
      ['If-Unmodified-Since', dateAt(-3600)],
    ],
  ],
]

/** V8 parses it as the second of March. */
const rolled = 'Tue, 30 Feb 2099 00:00:00 GMT'

/** `Wednesday, 04-Mar-26 05:06:07 GMT` */
function rfc850(date: string): string {
  const [, day, month, year, time] = date.split(' ')
  return `Wednesday, ${day}-${month}-${year?.slice(2)} ${time} GMT`
}

/** `Wed Mar  4 05:06:07 2026` */
function asctime(date: string): string {
  const [weekday, day, month, year, time] = date.split(' ')
  return `${weekday?.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`
}

const port = await serve(t)
const representations = await addRepresentations(t, port, ['a small original', 'a large rendition'])

for (const representation of representations) {
  const { name, target, bytes, etag, lastModified } = representation
  const casesOf = (method: string, lines: Line[], rest: Omit<Case, 'name' | 'target'>): Case[] =>
    lines.map(([what, fields]) => ({
      name: `${method} with ${what} is ${rest.status}`,
      method,
      target,
      ...rest,
      fields: [...representation.fields, ...fields],
    }))
  const validators = { etag, 'last-modified': lastModified }
  await t.test(name, (t) =>
    runCases(t, port, [
      ...casesOf('GET', notModified(representation), { status: 304, answered: validators }),
      ...casesOf('HEAD', notModified(representation), { status: 304, answered: validators }),
      ...casesOf('GET', modified(representation), { status: 200, body: bytes }),
      ...casesOf('GET', failed(representation), { status: 412, code: 'PRECONDITION_FAILED' }),
      ...casesOf('HEAD', failed(representation), { status: 412 }),
    ]),
  )
}

const [{ target } = { target: '' }] = representations
await t.test('conditions are evaluated only if the answer would be a success', (t) =>
  runCases(t, port, [
    {
      name: 'If-None-Match: * for a missing resource is 404',
      target: target.replace(/[^/]*$/, '00000000-0000-4000-8000-000000000000'),
      fields: [['If-None-Match', '*']],
      status: 404,
      code: 'ASSET_NOT_FOUND',
    },
    {
      name: 'If-Match for a missing resource is 404',
      target: target.replace(/[^/]*$/, '00000000-0000-4000-8000-000000000000'),
      fields: [['If-Match', '"x"']],
      status: 404,
      code: 'ASSET_NOT_FOUND',
    },
    {
      name: 'If-None-Match: * of a rendition that cannot be is 400',
      target: `${target}?w=0`,
      fields: [['If-None-Match', '*']],
      status: 400,
      code: 'VALIDATION_FAILED',
    },
  ]),
)
