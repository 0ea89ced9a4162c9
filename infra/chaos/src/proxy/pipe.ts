import type { Socket } from 'node:net'
import { type Direction, type Fault, faultIn, none } from './fault.js'

type PipeOptions = {
  direction: Direction
  source: Socket
  sink: Socket
  /** Called with every chunk before it is treated; may change the fault. */
  onChunk: (direction: Direction, chunk: Buffer) => void
  /** Resets the connection. */
  reset: () => void
  /** From 0 up to 1. */
  random: () => number
}

/** `end` of the stream is queued like bytes are, so that it can't overtake them. */
type Parcel = { dueMs: number; content: Buffer | 'end' }

/** One direction of a connection, under a fault that may change at any time. */
export function createPipe({ direction, source, sink, onChunk, reset, random }: PipeOptions) {
  let fault: Fault = none
  let queue: Parcel[] = []
  let timer: NodeJS.Timeout | undefined
  let hasLost = false
  let bytesLeft = Number.POSITIVE_INFINITY

  const deliver = (): void => {
    clearTimeout(timer)
    if (fault.kind === 'hold') return
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const waitMs = next.dueMs - performance.now()
      if (waitMs > 0) {
        timer = setTimeout(deliver, waitMs)
        return
      }
      queue.shift()
      write(next.content)
    }
  }

  const write = (content: Buffer | 'end'): void => {
    if (sink.destroyed) return
    if (content === 'end') {
      sink.end()
      return
    }
    // As a slow link does it: what the sink can't take yet is not taken from the source.
    if (!sink.write(content)) source.pause()
  }

  const dueMs = (bytes: number): number => {
    const now = performance.now()
    const earliest = Math.max(now, queue.at(-1)?.dueMs ?? 0)
    if (fault.kind === 'throttle') return earliest + (bytes / fault.bytesPerSecond) * 1000
    if (fault.kind !== 'delay') return earliest
    return Math.max(earliest, now + fault.ms + random() * (fault.jitterMs ?? 0))
  }

  const take = (content: Buffer | 'end'): void => {
    if (content !== 'end') onChunk(direction, content)
    if (fault.kind === 'swallow') {
      hasLost = true
      return
    }
    const bytes = content === 'end' ? 0 : content.length
    if (bytes > bytesLeft) {
      sink.write((content as Buffer).subarray(0, bytesLeft), () => reset())
      bytesLeft = 0
      return
    }
    bytesLeft -= bytes
    queue.push({ dueMs: dueMs(bytes), content })
    if (fault.kind === 'hold') source.pause()
    deliver()
  }

  source.on('data', (chunk: Buffer) => take(chunk))
  source.on('end', () => take('end'))
  sink.on('drain', () => {
    if (fault.kind !== 'hold') source.resume()
  })

  return {
    /** Whether the other side learns of what happens to this one. */
    tells: () => fault.kind !== 'swallow' && fault.kind !== 'hold',
    setFault: (next: Fault): void => {
      fault = faultIn(direction, next)
      bytesLeft = fault.kind === 'cut-after' ? fault.bytes : Number.POSITIVE_INFINITY
      if (fault.kind === 'hold') source.pause()
      else source.resume()
      if (hasLost && fault.kind !== 'swallow') reset()
      else deliver()
    },
    close: (): void => {
      clearTimeout(timer)
      queue = []
    },
  }
}

export type Pipe = ReturnType<typeof createPipe>
