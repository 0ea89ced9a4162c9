import type { Test } from 'tap'

/** Runs the work with the clock of this process shifted. */
export async function withClock<Result>(t: Test, byMs: number, work: () => Promise<Result>) {
  const RealDate = Date
  const ShiftedDate = class extends RealDate {
    constructor(...args: [] | [number]) {
      super(args.length === 0 ? RealDate.now() + byMs : args[0])
    }

    static override now() {
      return RealDate.now() + byMs
    }
  }
  const restore = t.intercept(globalThis, 'Date', { value: ShiftedDate })
  try {
    return await work()
  } finally {
    restore.restore()
  }
}
