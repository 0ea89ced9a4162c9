import { lazy, Suspense, useEffect, useState } from 'react'
import { IconButton } from '../../controls/button.tsx'
import { Ring } from '../../controls/ring.tsx'
import { useMe } from '../../session/use-me.ts'
import { t } from '../../words/words.ts'
import { summaryOf } from '../ledger.ts'
import { openUploads } from '../uploads.ts'
import { Announcer } from './announcer.tsx'
import css from './tray.module.css'
import { useLedger } from './use-ledger.ts'

const TrayDialog = lazy(() => import('./tray-dialog.tsx'))

/** The state of all uploads, in the top bar. */
export function UploadTray() {
  const { id } = useMe()
  const ledger = useLedger()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void openUploads(id), [id])
  const summary = summaryOf(ledger)
  if (summary.total === 0) return null
  const isRunning = summary.ended < summary.total
  const part = summary.bytes === 0 ? 1 : summary.sentBytes / summary.bytes
  return (
    <>
      <span className={css.button} data-running={isRunning || undefined}>
        <IconButton
          icon={isRunning ? 'upload' : summary.failed > 0 ? 'alert' : 'check'}
          label={t('Uploads: {ended} of {total}', { ended: summary.ended, total: summary.total })}
          onPress={() => setOpen(true)}
          badge={
            isRunning ? (
              <span className={css.ring}>
                <Ring label={t('Uploads')} value={part} size={34} />
              </span>
            ) : summary.failed > 0 ? (
              <span className={css.failed}>{summary.failed}</span>
            ) : null
          }
        />
      </span>
      <Announcer summary={summary} />
      {isOpen ? (
        <Suspense fallback={null}>
          <TrayDialog ledger={ledger} summary={summary} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
