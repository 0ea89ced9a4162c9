import t from 'tap'
import { decodeChange, encodeChange } from '../../src/changes.js'

t.test('a change survives the wire, beyond the range of doubles', async (t) => {
  const change = { seq: 9_007_199_254_740_993n, tags: ['widget:1', 'slug:a'] }
  t.same(decodeChange(encodeChange(change)), change)
})

t.test('what is not a change is told apart', async (t) => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"seq":1,"tags":[]}',
    '{"seq":"-1","tags":[]}',
    '{"seq":"1","tags":[2]}',
  ]) {
    t.equal(decodeChange(text), null, text)
  }
})
