import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Notice } from '../../controls/notice.tsx'
import { widgetQuery } from '../../publishing/queries.ts'
import { queries } from '../../server/queries.ts'
import { wordsOf } from '../../words/errors.ts'
import { t } from '../../words/words.ts'
import { usePosted, usual } from '../preview/posting.ts'
import { publishedOf } from '../preview/published.ts'
import { type Asset, shownAssetsQuery } from '../queries.ts'
import { fieldsOf, type Widget } from '../working-copy/fields.ts'
import css from './view.module.css'

/** A published widget as its visitors see it, in a window of its own. */
export default function ViewPage() {
  return (
    <QueryClientProvider client={queries}>
      <View />
    </QueryClientProvider>
  )
}

function View() {
  const path = useParams({ from: '/p/$projectId/widgets/$widgetId/view' })
  const { data: widget, error } = useQuery(widgetQuery(path.projectId, path.widgetId))
  const assets = useQuery(shownAssetsQuery(path, widget?.revision))
  const problem = error ?? assets.error
  return (
    <main className={css.view}>
      <h1 className="visually-hidden">{widget?.name ?? t('Loading')}</h1>
      {problem ? <Notice tone="bad">{wordsOf(problem)}</Notice> : null}
      {widget?.status === 'DRAFT' ? (
        <Notice tone="warn">{t('This widget is a draft. Visitors do not see it.')}</Notice>
      ) : null}
      {widget === undefined || assets.data === undefined || widget.status === 'DRAFT' ? null : (
        <Frame widget={widget} assets={assets.data} />
      )}
    </main>
  )
}

function Frame({ widget, assets }: { widget: Widget; assets: readonly Asset[] }) {
  const published = useMemo(
    () =>
      publishedOf(widget.id, fieldsOf(widget), new Map(assets.map((asset) => [asset.id, asset]))),
    [widget, assets],
  )
  const frame = usePosted(published, usual)
  return (
    <iframe
      ref={frame}
      title={widget.name}
      src="/embed/preview"
      sandbox="allow-scripts"
      className={css.frame}
    />
  )
}
