import { AppError } from '@vitrine/errors'

/**
 * Runs at most `slots` tasks at once and lets at most `maxWaiting` wait, first come first served.
 *
 * @returns a function that runs a task, or rejects at once with AppError OVERLOADED.
 */
export function createSlots({ slots, maxWaiting }: { slots: number; maxWaiting: number }) {
  let free = slots
  const waiting: (() => void)[] = []

  const take = async (): Promise<void> => {
    if (free > 0) {
      free -= 1
      return
    }
    if (waiting.length >= maxWaiting) {
      throw new AppError('OVERLOADED', 'Too many images are being made. Try again.', {
        retryAfterSeconds: 1,
      })
    }
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  }

  /** A slot goes straight to whoever waits longest: it is never free in between. */
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    await take()
    try {
      return await task()
    } finally {
      release()
    }
  }
}

export type Slots = ReturnType<typeof createSlots>
