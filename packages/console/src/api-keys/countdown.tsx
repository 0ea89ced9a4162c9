import { useEffect, useState } from 'react'
import { ExactTime } from '../controls/exact-time.tsx'
import { say } from '../words/words.ts'
import { type Remaining, remainingUntil } from './expiry.ts'

/** When a key ends: the time that is left, or that it has ended. */
export function Countdown({ end }: { end: Date }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = remainingUntil(end, now)
  return (
    <ExactTime at={end}>
      {left === null ? say('Has ended') : say('Ends in {time}', { time: timeOf(left) })}
    </ExactTime>
  )
}

/** The two largest units. */
function timeOf({ days, hours, minutes, seconds }: Remaining): string {
  if (days > 0) return say('{days} d {hours} h', { days, hours })
  if (hours > 0) return say('{hours} h {minutes} min', { hours, minutes })
  return say('{minutes} min {seconds} s', { minutes, seconds })
}
