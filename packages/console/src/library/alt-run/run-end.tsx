import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../controls/button.tsx'
import { Empty } from '../../controls/notice.tsx'
import { t } from '../../words/words.ts'
import { filterOf } from '../conditions.ts'
import { leftQuery } from './queue.ts'
import type { AltRunSearch } from './search.ts'

type Props = { projectId: string; conditions: AltRunSearch; onAgain(): void }

/** After the last picture: all have their texts, or some were skipped. */
export default function RunEnd({ projectId, conditions, onAgain }: Props) {
  const { data: left } = useQuery(leftQuery(projectId, conditions))
  if (left === undefined) return null
  const isFiltered = Object.keys(filterOf(conditions)).length > 0
  return (
    <Empty
      icon="check"
      title={
        left > 0
          ? t('This was the last picture')
          : isFiltered
            ? t('Every picture that matches has its text')
            : t('Every picture has its text')
      }
      actions={
        <>
          {left > 0 ? (
            <Button onPress={onAgain}>{t('Begin with those that are left')}</Button>
          ) : null}
          <Link to="/p/$projectId/library" params={{ projectId }} search={conditions}>
            {t('Back to the library')}
          </Link>
        </>
      }
    >
      {left > 0
        ? t('{left, plural, one {# was skipped.} other {# were skipped.}}', { left })
        : t('New pictures without one appear here again.')}
    </Empty>
  )
}
