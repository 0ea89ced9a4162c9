import t from '@vitrine/testing/t'
import { ask, type Case, runCases } from './cases.js'
import { field } from './connection.js'
import { addRepresentations, type Representation } from './representations.js'
import { serve } from './server.js'

type Fields = NonNullable<Case['fields']>

const beyondAnyNumber = '9'.repeat(400)

/** RFC 9110, 14.1.2: one range and the bytes that it selects, both ends included. */
const satisfiable = (
  size: number,
): [what: string, range: string, first: number, last: number][] => {
  const last = size - 1
  return [
    ['the first byte', 'bytes=0-0', 0, 0],
    ['the first bytes', 'bytes=0-15', 0, 15],
    ['bytes in the middle', 'bytes=7-9', 7, 9],
    ['the last byte by its number', `bytes=${last}-${last}`, last, last],
    ['the last byte, open', `bytes=${last}-`, last, last],
    ['the last byte as a suffix', 'bytes=-1', last, last],
    ['a suffix', 'bytes=-16', size - 16, last],
    ['all but the first byte', 'bytes=1-', 1, last],
    ['everything, open', 'bytes=0-', 0, last],
    ['everything by its numbers', `bytes=0-${last}`, 0, last],
    ['everything as a suffix', `bytes=-${size}`, 0, last],
    ['a suffix longer than the whole', `bytes=-${size + 1}`, 0, last],
    ['an end beyond the last byte', `bytes=5-${size}`, 5, last],
    ['an end beyond any number', `bytes=5-${beyondAnyNumber}`, 5, last],
    ['a suffix beyond any number', `bytes=-${beyondAnyNumber}`, 0, last],
    ['leading zeros', 'bytes=007-0009', 7, 9],
    ['the unit in capitals', 'BYTES=1-2', 1, 2],
  ]
}

const unsatisfiable = (size: number): [what: string, range: string][] => [
  ['a start just beyond the end', `bytes=${size}-`],
  ['both ends beyond', `bytes=${size}-${size + 9}`],
  ['a start beyond any number', `bytes=${beyondAnyNumber}-`],
  ['a suffix of no bytes', 'bytes=-0'],
]

/** RFC 9110, 14.2: a server may ignore Range, and must ignore it if it is not applicable. */
const ignored: [what: string, range: string][] = [
  ['two ranges', 'bytes=0-1,5-6'],
  ['two ranges that overlap', 'bytes=0-9,5-15'],
  ['one range of two beyond the end', 'bytes=0-1,99999999999-'],
  ['thousands of ranges', `bytes=${'0-1,'.repeat(3500)}5-6`],
  ['an end before the start', 'bytes=9-8'],
  ['an end before the start, beyond the end', 'bytes=99999999999-99999999998'],
  ['a hyphen alone', 'bytes=-'],
  ['no range', 'bytes='],
  ['a unit alone', 'bytes'],
  ['no unit', '0-1'],
  ['another unit', 'pixels=0-1'],
  ['a unit that begins alike', 'bytesx=0-1'],
  ['letters', 'bytes=a-b'],
  ['letters after it', 'bytes=1-2x'],
  ['a sign', 'bytes=+1-2'],
  ['a fraction', 'bytes=1.5-2'],
  ['hexadecimal', 'bytes=0x1-2'],
  ['a space after the unit', 'bytes =1-2'],
  ['a space before the hyphen', 'bytes=1 -2'],
  ['two hyphens', 'bytes=1--2'],
  ['nothing in it', ''],
]

/** RFC 9110, 13.1.5: the range applies if the client's part is of the same representation. */
const conditions = ({
  etag,
  lastModified,
  isOriginal,
}: Representation): [what: string, condition: string, isMet: boolean][] => [
  ['the tag', etag, true],
  ['the tag as a weak one, which never matches', `W/${etag}`, false],
  ['another tag', '"x"', false],
  ['a list of tags, which it may not be', `${etag}, "x"`, false],
  ['a star, which it may not be', '*', false],
  ['the tag without its quotes', etag.slice(1, -1), false],
  ['nothing in it', '', false],
  isOriginal
    ? ['the date of an original, whose bytes never change', lastModified, true]
    : ['a date of a rendition, which says nothing of its bytes', lastModified, false],
  ['a later date', new Date(Date.parse(lastModified) + 1000).toUTCString(), false],
  ['an older date', new Date(Date.parse(lastModified) - 1000).toUTCString(), false],
  ['no date', 'yesterday', false],
]

const port = await serve(t)

const names = ['a small original', 'a large original', 'a small rendition', 'a large rendition']

for (const representation of await addRepresentations(t, port, names)) {
  const { name, target, bytes, answer, etag } = representation
  const size = bytes.length
  const part = (first: number, last: number) => ({
    status: 206,
    body: bytes.subarray(first, last + 1),
    answered: {
      'content-range': `bytes ${first}-${last}/${size}`,
      etag,
      ...same('content-type', 'cache-control', 'last-modified', 'vary', 'content-disposition'),
    },
  })
  const same = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, field(answer, name)]))
  const whole = { status: 200, body: bytes, answered: { 'content-range': null, etag } }
  const beyond = {
    status: 416,
    code: 'RANGE_NOT_SATISFIABLE',
    answered: { 'content-range': `bytes */${size}` },
  }
  const get = (fields: Fields) => ({ target, fields: [...representation.fields, ...fields] })

  await t.test(name, (t) =>
    runCases(t, port, [
      ...satisfiable(size).map(([what, range, first, last]) => ({
        name: `Range with ${what} is 206`,
        ...get([['Range', range]]),
        ...part(first, last),
      })),
      ...unsatisfiable(size).map(([what, range]) => ({
        name: `Range with ${what} is 416`,
        ...get([['Range', range]]),
        ...beyond,
      })),
      ...ignored.map(([what, range]) => ({
        name: `Range with ${what} is ignored`,
        ...get([['Range', range]]),
        ...whole,
      })),
      ...conditions(representation).map(([what, condition, isMet]) => ({
        name: `If-Range with ${what} is ${isMet ? 206 : 200}`,
        ...get([
          ['Range', 'bytes=2-5'],
          ['If-Range', condition],
        ]),
        ...(isMet ? part(2, 5) : whole),
      })),
      {
        name: 'If-Range that does not hold goes before a Range beyond the end',
        ...get([
          ['Range', `bytes=${size}-`],
          ['If-Range', '"x"'],
        ]),
        ...whole,
      },
      {
        name: 'If-Range that holds leaves a Range beyond the end as it is',
        ...get([
          ['Range', `bytes=${size}-`],
          ['If-Range', etag],
        ]),
        ...beyond,
      },
      { name: 'If-Range without a Range is ignored', ...get([['If-Range', etag]]), ...whole },
      {
        name: 'two Range lines are ignored',
        ...get([
          ['Range', 'bytes=0-1'],
          ['Range', 'bytes=5-6'],
        ]),
        ...whole,
      },
      {
        name: 'a HEAD has no ranges',
        method: 'HEAD',
        ...get([['Range', 'bytes=0-3']]),
        status: 200,
        answered: { 'content-range': null, 'content-length': String(size) },
      },
      {
        name: 'a HEAD has no range that is beyond',
        method: 'HEAD',
        ...get([['Range', `bytes=${size}-`]]),
        status: 200,
        answered: { 'content-length': String(size) },
      },
    ]),
  )

  await t.test(`${name} is the sum of its parts`, async (t) => {
    const length = Math.ceil(size / 7)
    const parts: Buffer[] = []
    for (let first = 0; first < size; first += length) {
      const range = ['Range', `bytes=${first}-${first + length - 1}`] as const
      const { status, content } = await ask(port, get([range, ['If-Range', etag]]))
      t.equal(status, 206)
      parts.push(content)
    }
    t.ok(Buffer.concat(parts).equals(bytes))
  })
}
