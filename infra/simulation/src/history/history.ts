import type { State } from '../servers/postgres.js'

/** What was read of some facts: the change that each one came from; null: "there is no such thing". */
export type Answer = readonly number[] | null

export type Read = {
  replica: string
  /** Numbers of the facts that the answer is made of. */
  facts: readonly number[]
  /** Place in the history at which it arrived, and at which it was answered. */
  startedAt: number
  endedAt: number
  /** Virtual time, for people. */
  startMs: number
  endMs: number
  answer: Answer
}

/** A writer told its client that the log up to `head` is seen everywhere. */
export type Ack = { writer: string; at: number; ms: number; head: number }

export type History = {
  /** What each change of the log left behind, by seq, and the place at which it was committed. */
  states: readonly State[]
  commits: readonly number[]
  reads: readonly Read[]
  acks: readonly Ack[]
}

/** Every fourth change takes its fact away, until the next change of it: absence is an answer too. */
const goneEvery = 4

/** What the public is answered from these facts. */
export function answerOf(state: State, facts: readonly number[]): Answer {
  const versions = facts.map((fact) => state[fact] ?? 0)
  return versions.some((version) => version % goneEvery === goneEvery - 1) ? null : versions
}
