import { useState } from 'react'
import { formatCount, formatDay } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { dateOf, slotOf, ticksOf } from './figures.ts'
import type { Statistic } from './queries.ts'
import type { Measure } from './search.ts'
import { measureWords } from './tiles.tsx'

/** px; the width is that of the page. */
const height = 220

type Props = { content: readonly Statistic[]; show: Measure }

/** A bar for each day. The table below it has the same numbers. */
export function Chart({ content, show }: Props) {
  const [pointed, setPointed] = useState<number | null>(null)
  const values = content.map((row) => row[show])
  const ticks = ticksOf(Math.max(0, ...values))
  const top = ticks.at(-1) ?? 1
  const name = measureWords()[show]
  const chosen = pointed === null ? undefined : content[pointed]
  const best = content.toSorted((a, b) => b[show] - a[show])[0]
  return (
    <figure className={`${css.chart} card stack-4`}>
      <figcaption>
        <h2>{t('{name} by day', { name })}</h2>
        <p className={css.readout}>
          {chosen?.day === undefined ? (
            best?.day === undefined || best[show] === 0 ? null : (
              t('Most on {day}: {count}', {
                day: formatDay(dateOf(best.day)),
                count: formatCount(best[show]),
              })
            )
          ) : (
            <>
              <strong>{formatCount(chosen[show])}</strong> {formatDay(dateOf(chosen.day))}
            </>
          )}
        </p>
      </figcaption>
      <div className={`${css.plot} stack-3`}>
        <div className={`${css.ticks} fine`} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
              {formatCount(tick)}
            </span>
          ))}
        </div>
        <Bars
          label={t('{name} by day. The table below has the numbers.', { name })}
          values={values}
          ticks={ticks}
          pointed={pointed}
          onPoint={setPointed}
        />
      </div>
      <Dates content={content} />
    </figure>
  )
}

type BarsProps = {
  label: string
  values: readonly number[]
  ticks: readonly number[]
  pointed: number | null
  onPoint(index: number | null): void
}

function Bars({ label, values, ticks, pointed, onPoint }: BarsProps) {
  const top = ticks.at(-1) ?? 1
  const percent = (part: number) => `${Math.round(part * 1e5) / 1e3}%`
  return (
    <svg
      className={css.bars}
      width="100%"
      height={height}
      role="img"
      aria-label={label}
      onPointerLeave={() => onPoint(null)}
    >
      {ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100%"
          y1={height - (tick / top) * (height - 1) - 0.5}
          y2={height - (tick / top) * (height - 1) - 0.5}
        />
      ))}
      {values.map((value, index) => {
        const { start, width } = slotOf(index, values.length)
        const tall = (value / top) * height
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: days have no other order.
          <g key={index} onPointerEnter={() => onPoint(index)} data-pointed={index === pointed}>
            <rect
              className={css.hit}
              x={percent(index / values.length)}
              width={percent(1 / values.length)}
              height={height}
            />
            <rect
              className={css.bar}
              x={percent(start)}
              width={percent(width)}
              y={height - tall}
              height={tall}
              rx="2"
            />
          </g>
        )
      })}
    </svg>
  )
}

/** The first day, the last one, and some between. */
function Dates({ content }: { content: readonly Statistic[] }) {
  const last = content.length - 1
  const places = content.length <= 7 ? content.map((_, i) => i) : [0, Math.round(last / 2), last]
  return (
    <div className={`${css.dates} fine`} data-all={content.length <= 7} aria-hidden="true">
      {places.map((index) => {
        const day = content[index]?.day
        return <span key={index}>{day === undefined ? '' : formatDay(dateOf(day), true)}</span>
      })}
    </div>
  )
}
