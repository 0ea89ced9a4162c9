import { useRef } from 'react'
import { t } from '../../words/words.ts'
import type { Summary } from '../ledger.ts'

/** Says how far the uploads are: at the beginning, each tenth, and at the end. */
export function Announcer({ summary }: { summary: Summary }) {
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
