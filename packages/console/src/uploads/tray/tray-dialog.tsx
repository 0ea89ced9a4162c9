import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { Icon, type IconName } from '../../controls/icon.tsx'
import { Notice } from '../../controls/notice.tsx'
import { Bar } from '../../controls/ring.tsx'
import { toastError } from '../../controls/toast.tsx'
import { formatBytes } from '../../words/formats.ts'
import { shown } from '../../words/shown.ts'
import { t } from '../../words/words.ts'
import type { Entry, Ledger, State, Summary } from '../ledger.ts'
import { uploads } from '../uploads.ts'
import css from './tray.module.css'

type Props = { ledger: Ledger; summary: Summary; onClose(): void }

/** Lines that are shown: the newest that need a look first. */
const mostLines = 200
const order: readonly State[] = [
  'failed',
  'sending',
  'hashing',
  'waiting',
  'known',
  'cancelled',
  'stored',
]

export default function TrayDialog({ ledger, summary, onClose }: Props) {
  return (
    <Dialog title={t('Uploads')} onClose={onClose} width="md">
      <Body ledger={ledger} summary={summary} onClear={onClose} />
    </Dialog>
  )
}

function Body({ ledger, summary, onClear }: Omit<Props, 'onClose'> & { onClear(): void }) {
  const entries = [...ledger.values()]
  const lost = entries.filter(uploads.isLost).length
  const retried = entries.filter(uploads.mayRetry).length
  const isRunning = summary.ended < summary.total
  const lines = entries
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .slice(0, mostLines)
  return (
    <>
      <Bar
        label={t('Uploads')}
        value={summary.bytes === 0 ? 1 : summary.sentBytes / summary.bytes}
      />
      <p>
        {t('{ended} of {total} ended · {sent} of {all}', {
          ended: summary.ended,
          total: summary.total,
          sent: formatBytes(summary.sentBytes),
          all: formatBytes(summary.bytes),
        })}
        <TimeLeft ms={uploads.timeLeft()} />
      </p>
      {lost > 0 ? <LostFiles lost={lost} /> : null}
      {summary.known > 0 ? <KnownFiles known={summary.known} /> : null}
      {reasonsOf(entries).map(([reason, count]) => (
        <Notice key={reason} tone="bad" icon="alert">
          {t('{count, plural, one {# file} other {# files}}: {reason}', { count, reason })}
        </Notice>
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard. */}
      <ul className={css.lines} tabIndex={0} aria-label={t('Files')}>
        {lines.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ul>
      <Actions retried={retried} isRunning={isRunning} onClear={onClear} />
    </>
  )
}

function LostFiles({ lost }: { lost: number }) {
  const [isTried, setTried] = useState(false)
  const resume = () =>
    void uploads
      .resume()
      .catch(toastError)
      .finally(() => setTried(true))
  if (isTried || !uploads.canResume()) {
    return (
      <Notice tone="warn" icon="alert">
        {t(
          '{lost, plural, one {# file was} other {# files were}} not sent before the page was closed. Drop the same files or folders again. Stored files are not sent twice.',
          { lost },
        )}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warn"
      icon="alert"
      action={
        <Button size="sm" onPress={resume}>
          {t('Resume')}
        </Button>
      }
    >
      {t(
        '{lost, plural, one {# file was} other {# files were}} not sent before the page was closed. The browser may ask whether the console can read them again.',
        { lost },
      )}
    </Notice>
  )
}

function KnownFiles({ known }: { known: number }) {
  const move = () => void uploads.moveKnown().catch(toastError)
  return (
    <Notice
      icon="image"
      action={
        <>
          <Button size="sm" onPress={uploads.sendKnown}>
            {t('Upload anyway')}
          </Button>
          <Button size="sm" onPress={move}>
            {t('Put into this folder')}
          </Button>
        </>
      }
    >
      {t(
        '{known, plural, one {# file is in this project already, and was not sent.} other {# files are in this project already, and were not sent.}}',
        { known },
      )}
    </Notice>
  )
}

type ActionsProps = { retried: number; isRunning: boolean; onClear(): void }

function Actions({ retried, isRunning, onClear }: ActionsProps) {
  const clear = () => {
    uploads.clear()
    onClear()
  }
  return (
    <div className="wrap">
      {retried === 0 ? null : (
        <Button icon="refresh" onPress={uploads.retryFailed}>
          {t('{count, plural, one {Retry # file} other {Retry # files}}', { count: retried })}
        </Button>
      )}
      {isRunning ? (
        <Button onPress={uploads.cancelAll}>{t('Cancel all')}</Button>
      ) : (
        <Button onPress={clear}>{t('Clear the list')}</Button>
      )}
    </div>
  )
}

function TimeLeft({ ms }: { ms: number | null }) {
  if (ms === null) return null
  const minutes = Math.ceil(ms / 60_000)
  return (
    <span className={css.left}>
      {' · '}
      {minutes <= 1 ? t('less than a minute left') : t('about {minutes} minutes left', { minutes })}
    </span>
  )
}

/** The most frequent first. */
function reasonsOf(entries: readonly Entry[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { state, reason } of entries) {
    if (state === 'failed' && reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5)
}

const icons: Readonly<Record<State, IconName>> = {
  waiting: 'clock',
  hashing: 'search',
  known: 'image',
  sending: 'upload',
  stored: 'check',
  failed: 'alert',
  cancelled: 'close',
}

function wordOf({ state, sent, size }: Entry): string {
  switch (state) {
    case 'waiting':
      return t('Waiting')
    case 'hashing':
      return t('Checking')
    case 'known':
      return t('Already here')
    // All bytes are sent; the service decodes the picture.
    case 'sending':
      return sent >= size
        ? t('Processing')
        : t('{part} %', { part: Math.round((100 * sent) / size) })
    case 'stored':
      return t('Stored')
    case 'failed':
      return t('Failed')
    case 'cancelled':
      return t('Cancelled')
  }
}

const Line = ({ entry }: { entry: Entry }) => (
  <li className={`${css.line} row-3`} data-state={entry.state}>
    <Icon name={icons[entry.state]} size={16} />
    <span className="fill truncate">
      <bdi title={entry.name}>{shown(entry.name)}</bdi>
      {entry.reason === null ? null : <span className={css.reason}>{entry.reason}</span>}
    </span>
    <span className={`${css.size} hint`}>{formatBytes(entry.size)}</span>
    <span className={`${css.state} hint`}>{wordOf(entry)}</span>
  </li>
)
