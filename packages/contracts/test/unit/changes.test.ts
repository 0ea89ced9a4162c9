import t from '@vitrine/testing/t'
import {
  decodeAck,
  decodeAuditReport,
  decodeAuditRequest,
  decodeChangeNotification,
} from '../../src/changes.js'

const change = { seq: 9_007_199_254_740_991, tags: ['widget:1', 'slug:a'] }
const newest = { logId: 'one', upTo: change.seq, changes: [change] }
const ack = { replica: 'a', seq: 0 }
const request = { id: '1', change }
const report = { id: '1', replica: 'a', compared: 2, stale: ['widget:1'] }

const kinds: [name: string, decode: (text: string) => unknown, messages: object[]][] = [
  ['change notification', decodeChangeNotification, [newest, { logId: '', upTo: 1, changes: [] }]],
  ['an acknowledgement', decodeAck, [ack]],
  ['a request to audit', decodeAuditRequest, [request]],
  ['a report of an audit', decodeAuditReport, [report, { ...report, stale: [] }]],
]

for (const [name, decode, messages] of kinds) {
  t.test(`${name} can be encoded and decoded`, async (t) => {
    for (const message of messages) t.same(decode(JSON.stringify(message)), message)
  })

  t.test(`a text that is not ${name} is rejected`, async (t) => {
    const others = kinds.flatMap(([, other, sent]) => (other === decode ? [] : sent))
    const garbage = ['', '{', 'null', '[]', '1', '"x"', ...others.map((m) => JSON.stringify(m))]
    for (const text of garbage) t.equal(decode(text), null, text)
  })
}

t.test('a seq is a non-negative integer, and tags are strings', async (t) => {
  for (const text of [
    '{"logId":"one","upTo":"1","changes":[]}',
    '{"upTo":1,"changes":[]}',
    '{"logId":"one","upTo":-1,"changes":[]}',
    '{"logId":"one","upTo":1.5,"changes":[]}',
    '{"logId":"one","upTo":9007199254740993,"changes":[]}',
    '{"logId":"one","upTo":1,"changes":[{"seq":1}]}',
    '{"logId":"one","upTo":1,"changes":[{"seq":1,"tags":[2]}]}',
    '{"logId":"one","upTo":1,"changes":[null]}',
  ]) {
    t.equal(decodeChangeNotification(text), null, text)
  }
})
