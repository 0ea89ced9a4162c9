import { isOutOfMemory } from './check.js'

/** More than the longest message that says that memory was refused, characters. */
const overlapLength = 400

/**
 * Watches what a process writes for a message that memory was refused, wherever chunks split it and
 * however much follows: each thread of V8 that is refused memory adds a stack trace of its own.
 */
export function watchOutput() {
  let end = ''
  let isRefused = false
  return {
    read: (chunk: Buffer): void => {
      const text = end + chunk.toString('latin1')
      isRefused ||= isOutOfMemory(text)
      end = text.slice(-overlapLength)
    },
    saysOutOfMemory: (): boolean => isRefused,
    /** Ignores the output so far. */
    forget: (): void => {
      end = ''
      isRefused = false
    },
  }
}
