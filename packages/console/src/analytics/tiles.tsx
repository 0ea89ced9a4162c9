import { useNavigate } from '@tanstack/react-router'
import { formatCount, formatPart } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { type Counts, clickRate, growth } from './figures.ts'
import type { Measure } from './search.ts'

type Props = { totals: Counts; before: Counts | undefined; days: number; show: Measure }

export const measureWords = (): Record<Measure, string> => ({
  views: t('Views'),
  clicks: t('Clicks'),
  opens: t('Opened'),
})

/** The sums. Those that the bars can show are buttons. */
export function Tiles({ totals, before, days, show }: Props) {
  const navigate = useNavigate({ from: '/p/$projectId/analytics' })
  const words = measureWords()
  const tile = (measure: Measure) => (
    <button
      type="button"
      className={`${css.tile} lines card`}
      aria-pressed={measure === show}
      onClick={() => void navigate({ search: (old) => ({ ...old, show: measure }), replace: true })}
    >
      <span className={`${css.name} aside`}>{words[measure]}</span>
      <strong>{formatCount(totals[measure])}</strong>
      <Trend now={totals[measure]} before={before?.[measure]} days={days} />
    </button>
  )
  const rate = clickRate(totals)
  const rateBefore = before === undefined ? null : clickRate(before)
  return (
    <div className={`${css.tiles} stack-3`}>
      {tile('views')}
      {tile('clicks')}
      <div className={`${css.tile} lines card`}>
        <span className={`${css.name} aside`}>{t('Click rate')}</span>
        <strong>{rate === null ? '–' : formatPart(rate, 1)}</strong>
        <span className="fine">
          {rateBefore === null
            ? t('clicks per view')
            : t('{rate} before', { rate: formatPart(rateBefore, 1) })}
        </span>
      </div>
      {tile('opens')}
    </div>
  )
}

type TrendProps = { now: number; before: number | undefined; days: number }

function Trend({ now, before, days }: TrendProps) {
  const change = before === undefined ? null : growth(now, before)
  if (change === null) {
    return <span className="fine">{t('in {days} days', { days })}</span>
  }
  const direction = change > 0.005 ? 'up' : change < -0.005 ? 'down' : 'same'
  const sign = direction === 'up' ? '↑' : direction === 'down' ? '↓' : '→'
  return (
    <span className="fine">
      <span className={css.change} data-direction={direction}>
        <span aria-hidden="true">{sign} </span>
        {formatPart(change, 0, true)}
      </span>{' '}
      {t('against the {days} days before', { days })}
    </span>
  )
}
