import type { Socket } from 'node:net'
import { type Direction, type Fault, faultIn, none } from './fault.js'

type PipeOptions = {
  direction: Direction
  source: Socket
  sink: Socket
  /** Called with every chunk before the fault applies to it; may change the fault. */
  onChunk: (direction: Direction, chunk: Buffer) => void
  reset: () => void
  /** Within [0, 1). */
  random: () => number
}

/** The end of the stream is queued like bytes, so that it cannot overtake them. */
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
    // Backpressure: the source is paused while the sink is full.
    if (!sink.write(content)) source.pause()
  }

  const dueMs = (): number => {
    const now = performance.now()
    const earliest = Math.max(now, queue.at(-1)?.dueMs ?? 0)
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
    queue.push({ dueMs: dueMs(), content })
    if (fault.kind === 'hold') source.pause()
    deliver()
  }

  source.on('data', (chunk: Buffer) => take(chunk))
  source.on('end', () => take('end'))
  sink.on('drain', () => {
    if (fault.kind !== 'hold') source.resume()
  })

  return {
    /** Whether the other side learns that this one closed. */
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
