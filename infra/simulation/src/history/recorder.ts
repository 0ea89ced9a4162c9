import type { Change } from '@vitrine/contracts'
import type { Scheduler } from '../environment/scheduler.js'
import type { Postgres } from '../servers/postgres.js'
import type { Ack, History, Read } from './history.js'

type RecorderDeps = {
  scheduler: Scheduler
  postgres: Postgres
  trace: ((line: string) => void) | undefined
}

/** Records the history of a run. Positions in it are numbers that ascend with every event. */
export function createRecorder({ scheduler, postgres, trace }: RecorderDeps) {
  const commits: number[] = [0]
  const reads: Read[] = []
  const acks: Ack[] = []
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
      acks.push({ writer, at: position, ms: scheduler.nowMs(), head })
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
