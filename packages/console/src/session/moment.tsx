import { ExactTime } from '../controls/exact-time.tsx'
import { momentOf } from '../server/moments.ts'
import { formatAge, formatDay } from '../words/formats.ts'
import { useMe } from './use-me.ts'

/** A time of the API as a moment. */
export function useMomentOf(): (wallTime: string) => Date {
  const { timeZone } = useMe()
  return (wallTime) => momentOf(wallTime, timeZone)
}

type Props = { /** As the API says it. */ at: string; as?: 'age' | 'day' }

/** `3 minutes ago`, or the day. The exact time is a tip. */
export function Moment({ at, as = 'age' }: Props) {
  const moment = useMomentOf()(at)
  return (
    <ExactTime at={moment}>
      {as === 'age' ? formatAge(moment, new Date()) : formatDay(moment)}
    </ExactTime>
  )
}
