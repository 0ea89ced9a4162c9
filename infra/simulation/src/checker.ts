import { type Answer, answerOf, type History, type Read } from './history.js'
import type { State } from './postgres.js'

export type Violation = {
  read: Read
  /** Acknowledged before the read started, by seq. */
  acknowledged: number
  expected: Answer
  reason: string
}

/**
 * Every read is answered from the state that was acknowledged before it started, or from a later
 * one that was committed before it ended. One pass over reads and acknowledgements, by time.
 */
export function findViolations({ states, commits, reads, acks }: History): Violation[] {
  const violations: Violation[] = []
  const byStart = [...reads].sort((left, right) => left.startedAt - right.startedAt)
  const byTime = [...acks].sort((left, right) => left.at - right.at)
  let acknowledged = 0
  let nextAck = 0
  for (const read of byStart) {
    for (let ack = byTime[nextAck]; ack && ack.at < read.startedAt; ack = byTime[nextAck]) {
      acknowledged = Math.max(acknowledged, ack.head)
      nextAck += 1
    }
    const newest = lastBefore(commits, read.endedAt)
    if (isAnswerWithin(states, acknowledged, newest, read)) continue
    violations.push({
      read,
      acknowledged,
      expected: answerOf(states[acknowledged] ?? [], read.facts),
      reason: isAnswerWithin(states, 0, acknowledged, read)
        ? 'older than what was acknowledged before the read started'
        : 'no state that was ever committed answers this',
    })
  }
  return violations
}

/** Whether one state of `from` to `to` gives the answer: it has to be true as a whole. */
function isAnswerWithin(states: readonly State[], from: number, to: number, read: Read): boolean {
  for (let seq = to; seq >= from; seq -= 1) {
    if (isSame(answerOf(states[seq] ?? [], read.facts), read.answer)) return true
  }
  return false
}

const isSame = (left: Answer, right: Answer): boolean =>
  left === null || right === null
    ? left === right
    : left.every((version, index) => version === right[index])

/** The last seq that was committed before that place in the history; `commits` ascend. */
function lastBefore(commits: readonly number[], place: number): number {
  let low = 0
  let high = commits.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((commits[middle] ?? 0) < place) low = middle
    else high = middle - 1
  }
  return low
}
