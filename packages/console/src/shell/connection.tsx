import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Icon } from '../controls/icon.tsx'
import { say } from '../words/words.ts'
import css from './shell.module.css'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)

/** Says that there is no connection, for as long as there is none. */
export function Connection() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  return (
    <div role="status">
      {isOnline ? null : (
        <p className={css.offline}>
          <Icon name="alert" size={16} />
          {say(
            'You are offline. What you see may be older; changes wait until the connection is back.',
          )}
        </p>
      )}
    </div>
  )
}
