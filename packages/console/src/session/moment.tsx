import { ExactTime } from '../controls/exact-time.tsx'
import { momentOf } from '../server/moments.ts'
import { formatAge } from '../words/formats.ts'
import { useMe } from './use-me.ts'

/** A time of the API as a moment. */
export function useMomentOf(): (wallTime: string) => Date {
  const { timeZone } = useMe()
  return (wallTime) => momentOf(wallTime, timeZone)
}

/** `3 minutes ago`, and the exact time as a tip. */
export function Moment({ at }: { at: string }) {
  const moment = useMomentOf()(at)
  return <ExactTime at={moment}>{formatAge(moment, new Date())}</ExactTime>
}
