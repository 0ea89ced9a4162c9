import { momentOf } from '../server/moments.ts'
import { formatAge, formatMoment } from '../words/formats.ts'
import { useMe } from './use-me.ts'

/** A time of the API as a moment. */
export function useMomentOf(): (wallTime: string) => Date {
  const { timeZone } = useMe()
  return (wallTime) => momentOf(wallTime, timeZone)
}

/** `3 minutes ago`, and exactly as a tip. */
export function Moment({ at }: { at: string }) {
  const moment = useMomentOf()(at)
  return (
    <time dateTime={moment.toISOString()} title={formatMoment(moment)}>
      {formatAge(moment, new Date())}
    </time>
  )
}
