import { AppError } from '@vitrine/contracts/errors'
import type { Clock } from './admission/render-queue.js'

type Options = {
  limitMs: number
  clock: Pick<Clock, 'after'>
  onLate: () => void
}

export function createTimeLimit({ limitMs, clock, onLate }: Options) {
  const late = new AppError('OVERLOADED', 'The image is not ready yet. Try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(limitMs / 2000)),
  })
  /**
   * Settles with the work. At the limit the request is rejected, but the work continues: the next request
   * finds its result, or joins it.
   *
   * @param discard receives a value that comes too late.
   * @throws the error of the work; AppError OVERLOADED at the limit.
   */
  return <Value>(work: Promise<Value>, discard: (value: Value) => void): Promise<Value> =>
    new Promise((resolve, reject) => {
      let isLate = false
      const cancel = clock.after(limitMs, () => {
        isLate = true
        onLate()
        reject(late)
      })
      work.finally(cancel).then((value) => (isLate ? discard(value) : resolve(value)), reject)
    })
}

export type TimeLimit = ReturnType<typeof createTimeLimit>
