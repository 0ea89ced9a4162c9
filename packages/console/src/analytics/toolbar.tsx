import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '../controls/button.tsx'
import { Menu, MenuItem } from '../controls/menu.tsx'
import { NativeSelect } from '../controls/native-select.tsx'
import { toastError } from '../controls/toast.tsx'
import { download } from '../server/download.ts'
import { t } from '../words/words.ts'
import css from './analytics.module.css'
import { csvPath, type Grouping, type Scope, widgetNamesQuery } from './queries.ts'
import { type Measure, periods } from './search.ts'

const all = ''

export function Toolbar({ scope, show }: { scope: Scope; show: Measure }) {
  const { projectId, widgetId, days } = scope
  const { data: widgets = [] } = useQuery(widgetNamesQuery(projectId))
  const navigate = useNavigate({ from: '/p/$projectId/analytics' })
  const save = (by: Grouping) => {
    const name = `${by === 'day' ? 'days' : by === 'asset' ? 'pictures' : 'widgets'}-${days}.csv`
    download(csvPath(scope, by), 'text/csv', name).catch(toastError)
  }
  return (
    <div className={css.toolbar}>
      <NativeSelect
        label={t('Widget')}
        value={widgetId ?? all}
        options={[
          { id: all, label: t('All widgets') },
          ...widgets.map(({ id, name }) => ({ id, label: name })),
        ]}
        onChange={(id) =>
          void navigate({ search: (old) => ({ ...old, widget: id === all ? undefined : id }) })
        }
      />
      <nav className={css.periods} aria-label={t('Period')}>
        {periods.map((count) => (
          <Link
            key={count}
            from="/p/$projectId/analytics"
            to="."
            search={{ days: count, widget: widgetId, show }}
            replace
            aria-current={count === days ? 'true' : undefined}
          >
            {t('{count} days', { count })}
          </Link>
        ))}
      </nav>
      <Menu label={t('Download')} trigger={<Button icon="download">{t('CSV')}</Button>}>
        <MenuItem label={t('By day')} onAction={() => save('day')} />
        <MenuItem label={t('By picture')} onAction={() => save('asset')} />
        {widgetId === undefined ? (
          <MenuItem label={t('By widget')} onAction={() => save('widget')} />
        ) : null}
      </Menu>
    </div>
  )
}
