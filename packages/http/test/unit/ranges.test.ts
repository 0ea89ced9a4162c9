import t from '@vitrine/testing/t'
import { parseRange } from '../../src/semantics/ranges.js'

const size = 100

t.test('a single range is truncated at the end', async (t) => {
  const cases: [header: string, start: number, end: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-9', 0, 9],
    ['bytes=99-99', 99, 99],
    ['bytes=50-', 50, 99],
    ['bytes=50-100', 50, 99],
    [`bytes=50-${'9'.repeat(400)}`, 50, 99],
    ['bytes=-1', 99, 99],
    ['bytes=-100', 0, 99],
    ['bytes=-101', 0, 99],
    ['bytes=007-008', 7, 8],
    ['BYTES=1-2', 1, 2],
  ]
  for (const [header, start, end] of cases) t.same(parseRange(header, size), { start, end }, header)
  t.same(parseRange('bytes=0-', 1), { start: 0, end: 0 }, 'of a single byte')
})

t.test('a range without any byte is unsatisfiable', async (t) => {
  for (const header of ['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
    t.equal(parseRange(header, size), 'unsatisfiable', header)
  }
})

t.test('any other header is ignored', async (t) => {
  const headers = [
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5',
    'bytes=9-8',
    'bytes=200-100',
    'bytes=a-b',
    'bytes=1-2x',
    'bytes=+1-2',
    'bytes=1.5-2',
    'bytes= 1-2',
    'bytes=--1',
    'bytes=0-1,5-6',
    'bytes=0-1,',
    'pixels=0-1',
    '0-1',
  ]
  for (const header of headers) t.equal(parseRange(header, size), null, header)
})
