import type { State } from '../servers/postgres.js'

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

/** A writer acknowledged to its client that every replica knows the log up to `head`. */
export type Ack = { writer: string; at: number; ms: number; head: number }

export type History = {
  /** By seq: the state after each change, and the position at which it was committed. */
  states: readonly State[]
  commits: readonly number[]
  reads: readonly Read[]
  acks: readonly Ack[]
}

/** Every fourth change deletes its fact until the next change of it, so that absence is tested too. */
const goneEvery = 4

/** The public answer that is made of these facts. */
export function answerOf(state: State, facts: readonly number[]): Answer {
  const versions = facts.map((fact) => state[fact] ?? 0)
  return versions.some((version) => version % goneEvery === goneEvery - 1) ? null : versions
}
