import { tags } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { createEdgeAnswers } from '../../src/edge-answers.js'
import { longestRestMs } from '../../src/rest.js'
import { createFixture } from './fixture.js'

function start() {
  const now = { ms: 5000 }
  const lease = { holds: true }
  const answers = createEdgeAnswers({
    clock: { monotonicMs: () => now.ms },
    holdsLease: () => lease.holds,
  })
  /** An answer, and whether it was broken off. */
  const begin = (...names: string[]) => {
    const state = { isBrokenOff: false }
    const breakOff = () => {
      state.isBrokenOff = true
    }
    return Object.assign(state, answers.begin(names, breakOff))
  }
  return { now, lease, answers, begin }
}

const [a, b] = [tags.asset('a'), tags.asset('b')]

t.test('no cache may keep an answer that has not begun when something changes', (t) => {
  const { answers, begin } = start()
  const [changed, unchanged] = [begin(a), begin(b)]
  answers.drop([a])
  t.equal(changed.mayBeKept(), false)
  t.equal(changed.mayContinue(), true, 'its client gets it')
  t.equal(unchanged.mayBeKept(), true)
  t.equal(answers.restMs(), 0, 'no cache can have a part of it')
  answers.drop([a])
  t.equal(changed.isBrokenOff, false, 'nor is it broken off by the next change')
  t.end()
})

t.test('an answer that has begun is broken off, and caches get time to notice', (t) => {
  const { now, answers, begin } = start()
  const [changed, unchanged] = [begin(a), begin(b)]
  for (const answer of [changed, unchanged]) answer.mayBeKept()
  answers.drop([a])
  t.same([changed.isBrokenOff, unchanged.isBrokenOff], [true, false])
  t.equal(changed.mayContinue(), false)
  t.equal(answers.restMs(), longestRestMs)
  changed.end()
  now.ms += longestRestMs
  answers.drop([a])
  t.equal(answers.restMs(), 0)
  t.end()
})

t.test('an answer that ended a moment ago may still be on its way into a cache', (t) => {
  const { now, answers, begin } = start()
  const answer = begin(a)
  answer.mayBeKept()
  answer.end()
  now.ms += 300
  answers.drop([b])
  t.equal(answers.restMs(), 0)
  answers.drop([a])
  t.equal(answers.restMs(), longestRestMs - 300, 'counted from its end')
  now.ms += 10 * longestRestMs
  answers.drop([a])
  t.equal(answers.restMs(), 0)
  t.end()
})

t.test('a change of everything, and the end of the lease, concern all answers', (t) => {
  for (const what of ['everything', 'lease'] as const) {
    const { answers, begin } = start()
    const all = [begin(a), begin(b)]
    if (what === 'lease') answers.dropAll()
    else answers.drop([tags.everything])
    t.same(
      all.map((answer) => answer.mayBeKept()),
      [false, false],
      what,
    )
  }
  t.end()
})

t.test('without a lease no cache may keep an answer, and none continues that one may keep', (t) => {
  const { lease, begin } = start()
  const [begun, later] = [begin(a), begin(a)]
  begun.mayBeKept()
  lease.holds = false
  t.equal(begun.mayContinue(), false)
  t.equal(later.mayBeKept(), false)
  t.equal(later.mayContinue(), true)
  t.end()
})

t.test('a replica breaks off its answers soon after its lease has ended', async (t) => {
  const fixture = createFixture()
  const { replica } = await fixture.replica({ hasCaches: true })
  const edge = replica.edgeAnswers
  let brokenOff = 0
  const breakOff = () => {
    brokenOff += 1
  }
  edge?.begin([a], breakOff).mayBeKept()
  fixture.isDown = true
  await fixture.time.advance(2700)
  t.equal(brokenOff, 0)
  await fixture.time.advance(450)
  t.equal(brokenOff, 1, 'before it can be fenced')
})

t.test(
  'a replica that leaves breaks off its answers, and stays in the register for their rest',
  async (t) => {
    const fixture = createFixture()
    const { replica } = await fixture.replica({ hasCaches: true })
    let isBrokenOff = false
    const breakOff = () => {
      isBrokenOff = true
    }
    replica.edgeAnswers?.begin([a], breakOff).mayBeKept()
    const stopping = replica.stop()
    t.equal(isBrokenOff, true)
    await fixture.time.advance(longestRestMs - 1)
    t.equal(fixture.register.size, 1)
    await fixture.time.advance(1)
    await stopping
    t.equal(fixture.register.size, 0)
  },
)

t.test('a replica without caches, or without answers, leaves at once', async (t) => {
  for (const hasCaches of [true, false]) {
    const fixture = createFixture()
    const { replica } = await fixture.replica({ hasCaches })
    t.equal(replica.edgeAnswers === null, !hasCaches)
    await replica.stop()
    t.equal(fixture.register.size, 0)
  }
})

t.test('changes that the log or its copy shows late concern answers too', async (t) => {
  await t.test('the log was pruned', async (t) => {
    const fixture = createFixture()
    fixture.commit('x', '1')
    const { replica } = await fixture.replica({ hasCaches: true })
    const answer = replica.edgeAnswers?.begin([a], () => undefined)
    for (const key of ['a', 'b', 'c']) fixture.commit(key, '1')
    fixture.changes.splice(0, 3)
    await fixture.time.advance(1000)
    t.equal(answer?.mayBeKept(), false)
  })
  await t.test('the copy of the log', async (t) => {
    const fixture = createFixture()
    const { replica, read } = await fixture.replica({ hasCaches: true })
    await read('a')
    const answer = replica.edgeAnswers?.begin(['tag:a'], () => undefined)
    fixture.isDown = true
    await fixture.time.advance(2850)
    // The lease ends between two checks of it, and is renewed before the next one.
    fixture.time.stop(150)
    fixture.redis.held.set(1, { seq: 1, tags: ['tag:a'] })
    await t.rejects(Promise.resolve(read('a')))
    t.equal(answer?.mayBeKept(), false)
  })
})
