import { type Column, DataTable } from '../controls/data-table.tsx'
import { Icon } from '../controls/icon.tsx'
import { formatCount, formatDay, formatPart } from '../words/formats.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { clickRate, dateOf } from './figures.ts'
import type { Statistic } from './queries.ts'
import { measureWords } from './tiles.tsx'

const countColumns = (): Column<Statistic>[] => {
  const words = measureWords()
  return [
    {
      id: 'views',
      label: words.views,
      kind: 'number',
      cell: ({ views }) => formatCount(views),
    },
    {
      id: 'clicks',
      label: words.clicks,
      kind: 'number',
      cell: ({ clicks }) => formatCount(clicks),
    },
    {
      id: 'rate',
      label: t('Click rate'),
      kind: 'number',
      cell: (row) => {
        const rate = clickRate(row)
        return rate === null ? '–' : formatPart(rate, 1)
      },
    },
    {
      id: 'opens',
      label: words.opens,
      kind: 'number',
      cell: ({ opens }) => formatCount(opens),
    },
  ]
}

/** The numbers of the bars, the newest day first. */
export function DayTable({ content }: { content: readonly Statistic[] }) {
  const columns: Column<Statistic>[] = [
    {
      id: 'day',
      label: t('Day'),
      cell: ({ day }) => (day === undefined ? '' : formatDay(dateOf(day))),
    },
    ...countColumns(),
  ]
  return (
    <details className={css.asTable}>
      <summary>
        <Icon name="chevronRight" size={16} />
        {t('The same as a table')}
      </summary>
      <DataTable
        label={t('Figures by day')}
        columns={columns}
        rows={content.toReversed()}
        keyOf={({ day = '' }) => day}
      />
    </details>
  )
}
