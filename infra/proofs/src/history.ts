/**
 * The writes to one subject and the reads of it. All times are of one clock that never
 * steps; it may be a counter of events.
 */
export type History<State, Read extends TimedRead> = {
  /** In the order in which they took effect, each with the earliest time at which it did. */
  states: readonly { state: State; begunAt: number }[]
  /** From `at` on, its writer claims, no read shows a state before the one with this index. */
  acknowledgements: readonly { at: number; index: number }[]
  reads: readonly Read[]
  shows: (read: Read, state: State) => boolean
}

/** `startedAt`: before the request was sent. `endedAt`: after the answer was received. */
type TimedRead = { startedAt: number; endedAt: number }

export type Violation<Read> = {
  read: Read
  /** Index of the newest state that was acknowledged before the read started. */
  acknowledged: number
  /** Index of the newest, older state that the read shows; null if no state so far looked like it. */
  shown: number | null
}

/**
 * Every read must show one state as a whole: the newest one that was acknowledged before the read
 * started, or a later one that had begun before the read ended.
 */
export function findViolations<State, Read extends TimedRead>(
  history: History<State, Read>,
): Violation<Read>[] {
  const { states, acknowledgements, reads, shows } = history
  const newestShown = (read: Read, from: number, to: number): number | null => {
    for (let index = to; index >= from; index -= 1) {
      const found = states[index]
      if (found !== undefined && shows(read, found.state)) return index
    }
    return null
  }

  const violations: Violation<Read>[] = []
  const acksByTime = acknowledgements.toSorted((a, b) => a.at - b.at)
  let acknowledged = 0
  let nextAck = 0
  for (const read of reads.toSorted((a, b) => a.startedAt - b.startedAt)) {
    for (let ack = acksByTime[nextAck]; ack && ack.at < read.startedAt; ack = acksByTime[nextAck]) {
      acknowledged = Math.max(acknowledged, ack.index)
      nextAck += 1
    }
    if (newestShown(read, acknowledged, newestBegun(states, read.endedAt)) !== null) continue
    violations.push({ read, acknowledged, shown: newestShown(read, 0, acknowledged - 1) })
  }
  return violations
}

/** Index of the last state that had begun by then. Binary search: `begunAt` ascends. */
function newestBegun(states: readonly { begunAt: number }[], time: number): number {
  let low = 0
  let high = states.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((states[middle]?.begunAt ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}
