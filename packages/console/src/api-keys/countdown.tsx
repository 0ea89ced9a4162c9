import { useEffect, useState } from 'react'
import { ExactTime } from '../controls/exact-time.tsx'
import { t } from '../words/words.ts'
import { remainingUntil, remainingWords } from './expiry.ts'

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
      {left === null ? t('Has ended') : t('Ends in {time}', { time: remainingWords(left) })}
    </ExactTime>
  )
}
