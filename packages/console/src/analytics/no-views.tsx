import { Link } from '@tanstack/react-router'
import { buttonClass } from '../controls/button.tsx'
import { Empty } from '../controls/notice.tsx'
import { say } from '../words/words.ts'

export const NoViews = ({ projectId }: { projectId: string }) => (
  <Empty
    icon="chart"
    title={say('No views in this time')}
    actions={
      <Link to={`/p/${projectId}/widgets` as string} className={buttonClass('primary')}>
        {say('Open the widgets')}
      </Link>
    }
  >
    {say(
      'Publish a widget and put its code into a page. The API key of the page must be one that shows and counts.',
    )}
  </Empty>
)
