import type { Test } from 'tap'

/** Runs as on a machine whose clock has this time zone. */
export function inZone<Result>(zone: string, run: () => Result): Result {
  const former = process.env.TZ
  process.env.TZ = zone
  try {
    return run()
  } finally {
    if (former === undefined) Reflect.deleteProperty(process.env, 'TZ')
    else process.env.TZ = former
  }
}

/** East and west of Greenwich, with changes of the clock at midnight and by half an hour, and without any. */
export const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Marquesas',
] as const

/** Runs a subtest for each time zone, with the local time of that zone. */
export function inEachZone(t: Test, run: (t: Test, zone: string) => void): void {
  for (const zone of zones) {
    t.test(zone, async (t) => {
      inZone(zone, () => run(t, zone))
    })
  }
}
