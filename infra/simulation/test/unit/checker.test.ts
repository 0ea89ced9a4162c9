import t from 'tap'
import { findViolations } from '../../src/history/checker.js'
import type { Answer, History } from '../../src/history/history.js'

/** Two facts. Changes 1 and 2 are of the first one, 3 deletes the second one, 4 restores it. */
const states = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 3],
  [2, 4],
]
/** Committed at 10, 20, 30, 40. */
const commits = [0, 10, 20, 30, 40]
const ack = (head: number, at: number) => ({ writer: 'w', at, ms: at, head })
const read = (startedAt: number, endedAt: number, answer: Answer, facts = [0, 1]) => {
  const times = { startedAt, endedAt, startMs: startedAt, endMs: endedAt }
  return { replica: 'r', facts, answer, ...times }
}
const check = (reads: History['reads'], acks: History['acks']) =>
  findViolations({ states, commits, reads, acks }).map(({ acknowledged, reason }) => ({
    acknowledged,
    reason,
  }))

const older = 'older than the last acknowledgement before the read started'
const never = 'no state that was ever committed answers this'

const cases = [
  { name: 'the acknowledged state', read: read(26, 27, [2, 0]), acks: [ack(2, 25)], found: [] },
  { name: 'a later state', read: read(16, 27, [2, 0]), acks: [ack(1, 15)], found: [] },
  {
    name: 'an older state before the acknowledgement',
    read: read(21, 29, [1, 0]),
    acks: [ack(2, 25)],
    found: [],
  },
  {
    name: 'an older state after the acknowledgement',
    read: read(26, 27, [1, 0]),
    acks: [ack(2, 25)],
    found: [{ acknowledged: 2, reason: older }],
  },
  {
    name: 'an older state after a smaller, later acknowledgement',
    read: read(28, 29, [1, 0]),
    acks: [ack(2, 25), ack(1, 27)],
    found: [{ acknowledged: 2, reason: older }],
  },
  {
    name: 'absence while the fact is deleted',
    read: read(36, 37, null),
    acks: [ack(3, 35)],
    found: [],
  },
  {
    name: 'absence after the fact was restored',
    read: read(46, 47, null),
    acks: [ack(4, 45)],
    found: [{ acknowledged: 4, reason: older }],
  },
  {
    name: 'a state that was not yet committed',
    read: read(11, 12, [2, 0]),
    acks: [],
    found: [{ acknowledged: 0, reason: never }],
  },
  {
    name: 'parts of two states',
    read: read(46, 47, [1, 4]),
    acks: [],
    found: [{ acknowledged: 0, reason: never }],
  },
]
for (const { name, read, acks, found } of cases) {
  t.test(`${found.length === 0 ? 'right' : 'wrong'}: ${name}`, async (t) => {
    t.strictSame(check([read], acks), found)
  })
}

t.test('all wrong reads are found', async (t) => {
  const reads = [read(46, 47, [1, 0]), read(26, 27, [2, 0]), read(27, 28, [1, 0])]
  t.equal(check(reads, [ack(2, 25), ack(4, 45)]).length, 2)
})
