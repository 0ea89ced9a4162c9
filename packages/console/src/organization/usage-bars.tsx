import { useQuery } from '@tanstack/react-query'
import { Meter } from '../controls/meter.tsx'
import { Notice, Skeleton } from '../controls/notice.tsx'
import { Panel } from '../controls/panel.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { formatBytes, formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { type Budget, budgetsOf } from './budgets.ts'
import css from './organization.module.css'
import { usageQuery } from './queries.ts'

export function UsageBars({ orgId }: { orgId: string }) {
  const { data, error } = useQuery(usageQuery(orgId))
  const budgets = data === undefined ? [] : budgetsOf(data)
  const spent = budgets.filter(({ used, limit }) => used >= limit)
  return (
    <Panel
      title={t('Usage')}
      lead={t('Beyond a budget, nothing more is added. Everything that is there stays.')}
    >
      <LoadProblem error={error} />
      {data === undefined && !error ? <Skeleton lines={6} /> : null}
      {spent.length > 0 ? (
        <Notice tone="warn" icon="alert">
          {t('Spent: {names}. Remove some, or ask who runs this installation for more.', {
            names: spent.map(({ label }) => label).join(', '),
          })}
        </Notice>
      ) : null}
      <div className={css.budgets}>
        {budgets.map((budget) => (
          <Meter
            key={budget.id}
            label={budget.label}
            used={budget.used}
            limit={budget.limit}
            words={wordsFor(budget)}
          />
        ))}
      </div>
    </Panel>
  )
}

function wordsFor({ used, limit, isBytes }: Budget): string {
  const format = isBytes ? formatBytes : formatCount
  return t('{used} of {limit}', { used: format(used), limit: format(limit) })
}
