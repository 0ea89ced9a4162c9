import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../controls/button.tsx'
import { lazyPart } from '../../controls/on-demand.tsx'
import { Ring } from '../../controls/ring.tsx'
import { useMe } from '../../session/use-me.ts'
import { t } from '../../words/words.ts'
import { type Summary, summaryOf } from '../ledger.ts'
import { openUploads } from '../uploads.ts'
import { useLedger } from '../use-ledger.ts'
import css from './tray.module.css'

const TrayDialog = lazyPart(() => import('./tray-dialog.tsx'))

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
              <span className={`${css.ring} center`}>
                <Ring label={t('Uploads')} value={part} size={34} />
              </span>
            ) : summary.failed > 0 ? (
              <span className={css.failed}>{summary.failed}</span>
            ) : null
          }
        />
      </span>
      {isRunning ? (
        <span className={`${css.words} hint`} aria-hidden="true">
          {t('Uploading {ended} of {total}', { ended: summary.ended, total: summary.total })}
        </span>
      ) : null}
      <Announcer summary={summary} />
      {isOpen ? (
        <TrayDialog ledger={ledger} summary={summary} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

/** Says how far the uploads are: at the beginning, each tenth, and at the end. */
function Announcer({ summary }: { summary: Summary }) {
  const said = useRef('')
  const { total, ended, failed, stored } = summary
  const tenth = Math.floor((10 * ended) / total)
  const isOver = ended === total
  const step = `${total}:${isOver ? 'end' : tenth}`
  const words = useRef('')
  if (said.current !== step) {
    said.current = step
    words.current = isOver
      ? t('Uploads ended: {stored} stored, {failed} failed.', { stored, failed })
      : t('{ended} of {total} uploads ended.', { ended, total })
  }
  return (
    <span className="visually-hidden" role="status">
      {words.current}
    </span>
  )
}
