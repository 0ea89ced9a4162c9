import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { namesStrongly, namesWeakly, parseIfMatch } from '../../src/semantics/entity-tags.js'
import { evaluatePreconditions } from '../../src/semantics/preconditions.js'

const etag = '"tag"'
const lastModified = 'Sun, 06 Nov 1994 08:49:37 GMT'
const before = 'Sun, 06 Nov 1994 08:49:36 GMT'
const after = 'Sun, 06 Nov 1994 08:49:38 GMT'

t.test('a list names a tag strongly, weakly or not at all', async (t) => {
  const lists: [list: string, isStrong: boolean, isWeak: boolean][] = [
    ['"tag"', true, true],
    ['W/"tag"', false, true],
    ['"a", "tag"', true, true],
    ['"a",W/"tag" ,"b"', false, true],
    ['W/"tag", "tag"', true, true],
    [',, "tag",\t,', true, true],
    ['"a,b", "tag"', true, true],
    ['*', true, true],
    ['"*"', false, false],
    ['*, "tag"', false, false],
    ['"tag", *', false, false],
    ['"tag" "b"', false, false],
    ['"tag"x', false, false],
    ['tag', false, false],
    ['w/"tag"', false, false],
    ['W/ "tag"', false, false],
    ['"tag', false, false],
    ['"a""tag"', false, false],
    ['"t ag"', false, false],
    ['', false, false],
    [',', false, false],
  ]
  for (const [list, isStrong, isWeak] of lists) {
    t.equal(namesStrongly(list, etag), isStrong, `strongly: ${list}`)
    t.equal(namesWeakly(list, etag), isWeak, `weakly: ${list}`)
  }
})

t.test('any list of tags names its elements', async (t) => {
  const opaque = fc
    .stringMatching(/^[\x21\x23-\x7e\x80-\xff]{0,20}$/)
    .filter((text) => text !== 'tag')
    .map((text) => `"${text}"`)
  const others = fc.array(opaque, { maxLength: 5 })
  fc.assert(
    fc.property(others, others, fc.boolean(), (head, tail, isWeak) => {
      const without = [...head, ...tail].join(', ')
      t.equal(namesWeakly(without, etag), false, without)
      const list = [...head, `${isWeak ? 'W/' : ''}${etag}`, ...tail].join(', ')
      t.equal(namesWeakly(list, etag), true, list)
      t.equal(namesStrongly(list, etag), !isWeak, list)
    }),
    { numRuns: 200 },
  )
})

t.test('conditions are evaluated in the order of RFC 9110, 13.2.2', async (t) => {
  const cases: [headers: Record<string, string>, outcome: 200 | 304 | 412][] = [
    [{}, 200],
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-none-match': '' }, 200],
    [{ 'if-modified-since': lastModified }, 304],
    [{ 'if-modified-since': after }, 304],
    [{ 'if-modified-since': before }, 200],
    [{ 'if-modified-since': 'x' }, 200],
    [{ 'if-none-match': '"x"', 'if-modified-since': lastModified }, 200],
    [{ 'if-none-match': etag, 'if-modified-since': before }, 304],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': '' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-unmodified-since': lastModified }, 200],
    [{ 'if-unmodified-since': after }, 200],
    [{ 'if-unmodified-since': before }, 412],
    [{ 'if-unmodified-since': 'x' }, 200],
    [{ 'if-match': etag, 'if-unmodified-since': before }, 200],
    [{ 'if-match': '"x"', 'if-none-match': etag }, 412],
    [{ 'if-match': etag, 'if-none-match': etag }, 304],
    [{ 'if-unmodified-since': before, 'if-none-match': etag }, 412],
    [{ 'if-none-match': etag, 'cache-control': 'no-cache' }, 304],
  ]
  const outcomes = { 200: 'proceed', 304: 'not-modified', 412: 'failed' } as const
  for (const [headers, status] of cases) {
    const outcome = evaluatePreconditions(headers, { etag, lastModified })
    t.equal(outcome, outcomes[status], JSON.stringify(headers))
  }
})

t.test('without a Last-Modified date, date conditions are ignored', async (t) => {
  for (const name of ['if-modified-since', 'if-unmodified-since']) {
    for (const date of [before, lastModified, after]) {
      t.equal(evaluatePreconditions({ [name]: date }, { etag }), 'proceed')
    }
  }
})

t.test('If-Match is *, or a list whose weak tags match nothing', async (t) => {
  t.equal(parseIfMatch(' * '), '*')
  t.same(parseIfMatch('"1", W/"2",, "3"'), ['"1"', '"3"'])
  t.same(parseIfMatch('W/"1"'), [])
  for (const list of ['', ' ', ',', '1', '"1', '"1" "2"', '*, "1"']) {
    t.equal(parseIfMatch(list), null, list)
  }
})
