import type { Change } from '@vitrine/contracts'
import { findViolations as find } from '../history.js'
import type { Postgres, State } from './servers/postgres.js'

/** For each fact, the seq of the change that it shows; null for "not found". */
export type Answer = readonly number[] | null

export type Read = {
  replica: string
  /** The facts that the answer is made of. */
  facts: readonly number[]
  /** Positions in the history at which it arrived and was answered. */
  startedAt: number
  endedAt: number
  /** Virtual time, for the report. */
  startMs: number
  endMs: number
  answer: Answer
}

export type History = {
  /** By seq: the state after each change, and the position at which it was committed. */
  states: readonly State[]
  commits: readonly number[]
  reads: readonly Read[]
  /** A writer acknowledged to its client that every replica knows the log up to `head`. */
  acks: readonly { at: number; head: number }[]
}

/** Every fourth change deletes its fact until the next change of it, so that absence is tested too. */
const goneEvery = 4

/** The public answer that is made of these facts. */
export function answerOf(state: State, facts: readonly number[]): Answer {
  const versions = facts.map((fact) => state[fact] ?? 0)
  return versions.some((version) => version % goneEvery === goneEvery - 1) ? null : versions
}

/** Records the history of a run. Positions in it are numbers that ascend with every event. */
export function createRecorder(postgres: Postgres, trace: ((line: string) => void) | undefined) {
  const commits: number[] = [0]
  const reads: Read[] = []
  const acks: { at: number; head: number }[] = []
  let position = 0
  let onAck = (_head: number): void => undefined

  return {
    nextPosition: (): number => {
      position += 1
      return position
    },
    commit: (changed: readonly (readonly number[])[]): Change[] => {
      const changes = postgres.commit(changed)
      for (const { seq, tags } of changes) {
        position += 1
        commits[seq] = position
        trace?.(`postgres commits ${seq}: ${tags}`)
      }
      return changes
    },
    noteRead: (read: Read): void => {
      reads.push(read)
    },
    noteAck: (writer: string, head: number): void => {
      position += 1
      acks.push({ at: position, head })
      trace?.(`${writer} acknowledges ${head}`)
      onAck(head)
    },
    /** Calls the listener with the head of each later acknowledgement. */
    onAck: (listener: (head: number) => void): void => {
      onAck = listener
    },
    history: (): History => ({ states: postgres.states(), commits, reads, acks }),
  }
}

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
