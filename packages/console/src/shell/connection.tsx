import { useEffect, useState } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useIsOffline } from '../controls/offline.tsx'
import { oldestShown } from '../server/queries.ts'
import { formatAge } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './shell.module.css'

/** Says that there is no connection, and how old the data of the page are, for as long as there is none. */
export function Connection() {
  const isOffline = useIsOffline()
  return (
    <section className={`${css.offline} row-2`} hidden={!isOffline} aria-label={t('Connection')}>
      <Icon name="alert" size={16} />
      <p>
        <span role="status">
          {isOffline
            ? t(
                'You are offline. Changes can be sent when the connection is back; those in the editor are kept.',
              )
            : null}
        </span>{' '}
        {isOffline ? <Age /> : null}
      </p>
    </section>
  )
}

const tickMs = 5000

/** Beside the status, which would read out each change of it. */
function Age() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const oldest = oldestShown()
  if (oldest === null) return null
  return t('Data of this page: {age}.', { age: formatAge(new Date(oldest), new Date(now)) })
}
