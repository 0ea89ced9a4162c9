import { Badge } from '../controls/notice.tsx'
import { t } from '../words/words.ts'

/** Whether visitors see a widget. */
export const StatusBadge = ({ status }: { status: 'PUBLISHED' | 'DRAFT' }) =>
  status === 'PUBLISHED' ? <Badge tone="good">{t('Live')}</Badge> : <Badge>{t('Draft')}</Badge>
