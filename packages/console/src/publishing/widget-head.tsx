import { Link } from '@tanstack/react-router'
import { Badge } from '../controls/notice.tsx'
import { t } from '../words/words.ts'
import type { Widget } from './commands.ts'
import { codeOf, editorOf, historyOf } from './places.ts'
import css from './publishing.module.css'

type Props = { widget: Pick<Widget, 'id' | 'projectId' | 'slug' | 'status'> }

/** Below the title of a page about one widget: where it stands, and its other pages. */
export const WidgetHead = ({ widget: { id, projectId, slug, status } }: Props) => (
  <span className={`${css.head} row`}>
    <Badge tone={status === 'PUBLISHED' ? 'good' : 'neutral'}>
      {status === 'PUBLISHED' ? t('Live') : t('Draft')}
    </Badge>
    <code>{slug}</code>
    <Place to={`/p/${projectId}/widgets`}>{t('All widgets')}</Place>
    <Place to={editorOf(projectId, id)}>{t('Editor')}</Place>
    <Place to={codeOf(projectId, id)}>{t('Code')}</Place>
    <Place to={historyOf(projectId, id)}>{t('History')}</Place>
  </span>
)

const Place = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
    {children}
  </Link>
)
