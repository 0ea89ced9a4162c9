import t from 'tap'
import { headersToCopy } from '../../src/peers/served.js'

t.test('a peer sends the same headers as we do, except those a server adds itself', async (t) => {
  const headers = headersToCopy({
    'content-type': 'image/webp',
    etag: '"a"',
    'x-request-id': 'b',
    'set-cookie': ['c', 'd'],
    'content-length': '12',
    connection: 'keep-alive',
    'keep-alive': 'timeout=72',
    date: 'Sat, 21 Nov 2026 15:00:00 GMT',
    vary: undefined,
  })
  t.same(headers, {
    'content-type': 'image/webp',
    etag: '"a"',
    'x-request-id': 'b',
    'set-cookie': 'c,d',
  })
})
