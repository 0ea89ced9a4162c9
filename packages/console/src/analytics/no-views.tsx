import { Link } from '@tanstack/react-router'
import { buttonClass } from '../controls/button.tsx'
import { Empty } from '../controls/notice.tsx'
import { t } from '../words/words.ts'

export const NoViews = ({ projectId }: { projectId: string }) => (
  <Empty
    icon="chart"
    title={t('No views in this time')}
    actions={
      <Link to={`/p/${projectId}/widgets` as string} className={buttonClass('primary')}>
        {t('Open the widgets')}
      </Link>
    }
  >
    {t(
      'Publish a widget and put its code into a page. The API key of the page must be one that shows and counts.',
    )}
  </Empty>
)
