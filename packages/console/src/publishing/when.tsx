import { ExactTime } from '../controls/exact-time.tsx'
import { momentOf } from '../server/moments.ts'
import { useMe } from '../session/use-me.ts'
import { formatAge, formatDay } from '../words/formats.ts'

type Props = { /** As the API says it. */ at: string; as?: 'age' | 'day' }

/** A time of the API: how long ago, or the day; the exact moment as a tip. */
export function When({ at, as = 'age' }: Props) {
  const { timeZone } = useMe()
  const moment = momentOf(at, timeZone)
  return (
    <ExactTime at={moment}>
      {as === 'age' ? formatAge(moment, new Date()) : formatDay(moment)}
    </ExactTime>
  )
}
