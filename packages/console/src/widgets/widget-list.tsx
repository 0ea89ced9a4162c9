import { useQuery } from '@tanstack/react-query'
import { someAssetsQuery } from '../server/assets.ts'
import { firstPictures, type ListedWidget, missingQuery, viewsQuery } from './queries.ts'
import type { Sheet } from './sheets.tsx'
import { WidgetRow } from './widget-row.tsx'
import css from './widgets.module.css'

type Props = {
  projectId: string
  pages: readonly (readonly ListedWidget[])[]
  onSheet(sheet: Sheet): void
}

export const WidgetList = ({ projectId, pages, onSheet }: Props) => (
  <ul className={css.list}>
    {pages.map((widgets) => (
      <Rows key={widgets[0]?.id ?? ''} projectId={projectId} widgets={widgets} onSheet={onSheet} />
    ))}
  </ul>
)

/** Rows of one page of the API, whose pictures are read in one call. */
function Rows({ projectId, widgets, onSheet }: Omit<Props, 'pages'> & Page) {
  const pictures = useQuery(someAssetsQuery(projectId, firstPictures(widgets)))
  const missing = useQuery(missingQuery(projectId))
  const views = useQuery(viewsQuery(projectId))
  return widgets.map((widget) => (
    <WidgetRow
      key={widget.id}
      widget={widget}
      pictures={pictures.data}
      missing={missing.data}
      views={views.data && (views.data.get(widget.id) ?? 0)}
      onSheet={onSheet}
    />
  ))
}

type Page = { widgets: readonly ListedWidget[] }
