/** 2026-01-01T00:00:00Z. */
const epochMs = 1_767_225_600_000

/**
 * The two clocks of one machine, in virtual time. They run at the same rate. The monotonic clock
 * stands still while the machine is suspended; the wall clock can be stepped.
 */
export function createMachineClock(nowMs: () => number, rate: number, zeroMs: number) {
  let suspendedAtMs: number | null = null
  let suspendedMs = 0
  let steppedMs = 0
  const monotonicMs = () => zeroMs + rate * ((suspendedAtMs ?? nowMs()) - suspendedMs)

  return {
    monotonicMs,
    wallMs: (): number => epochMs + steppedMs + rate * nowMs(),
    /** Virtual time until the monotonic clock shows `dueMs`, unless the machine is suspended. */
    virtualMsUntil: (dueMs: number): number => (dueMs - monotonicMs()) / rate,
    suspend: (): void => {
      suspendedAtMs ??= nowMs()
    },
    resume: (): void => {
      if (suspendedAtMs === null) return
      suspendedMs += nowMs() - suspendedAtMs
      suspendedAtMs = null
    },
    step: (ms: number): void => {
      steppedMs += ms
    },
  }
}

export type MachineClock = ReturnType<typeof createMachineClock>
