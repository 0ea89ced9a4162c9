import { useSyncExternalStore } from 'react'
import { t } from '../words/words.ts'
import css from './form.module.css'

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine)

/** Why a button that makes a change cannot be pressed now. */
export const OfflineReason = () => (
  <p role="status" className={`${css.offline} optional`}>
    {useIsOffline() ? t('You are offline. This can be sent when the connection is back.') : null}
  </p>
)
