import { findViolations as find } from '@vitrine/proofs'
import { type Answer, answerOf, type History, type Read } from './history.js'

export type Violation = {
  read: Read
  /** The newest seq that was acknowledged before the read started. */
  acknowledged: number
  expected: Answer
  reason: string
}

/** Checks that every read shows one state that is as new as the acknowledgements before it. */
export function findViolations({ states, commits, reads, acks }: History): Violation[] {
  const found = find({
    states: states.map((state, seq) => ({ state, begunAt: commits[seq] ?? 0 })),
    acknowledgements: acks.map(({ at, head }) => ({ at, index: head })),
    reads,
    shows: (read, state) => isSame(answerOf(state, read.facts), read.answer),
  })
  return found.map(({ read, acknowledged, shown }) => ({
    read,
    acknowledged,
    expected: answerOf(states[acknowledged] ?? [], read.facts),
    reason:
      shown === null
        ? 'no state that was ever committed answers this'
        : 'older than the last acknowledgement before the read started',
  }))
}

const isSame = (left: Answer, right: Answer): boolean =>
  left === null || right === null
    ? left === right
    : left.every((version, index) => version === right[index])
