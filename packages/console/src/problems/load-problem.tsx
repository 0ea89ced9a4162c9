import { useQueryClient } from '@tanstack/react-query'
import { VitrineError } from '@vitrine/sdk'
import { Button } from '../controls/button.tsx'
import { Notice, Skeleton } from '../controls/notice.tsx'
import { wordsOf } from '../words/errors.ts'
import { t } from '../words/words.ts'

/** Whether the same call may succeed later: it may not if the service understood and refused it. */
const canPass = (error: unknown): boolean =>
  !(error instanceof VitrineError) || error.status >= 500 || error.status === 429

/**
 * In place of data that could not be read; nothing without an error. Its button repeats all failed reads of the page,
 * because they mostly have one cause.
 */
export function LoadProblem({ error }: { error: unknown }) {
  const queries = useQueryClient()
  if (!error) return null
  const readAgain = () =>
    queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  return (
    <Notice
      tone="bad"
      action={
        canPass(error) ? (
          <Button size="sm" onPress={() => void readAgain()}>
            {t('Try again')}
          </Button>
        ) : undefined
      }
    >
      <span role="alert">{wordsOf(error)}</span>
    </Notice>
  )
}

type LoadingProps = { data: unknown; error: unknown; lines: number }

/** What stands above data until they are read: grey lines, or why they could not be read. */
export const Loading = ({ data, error, lines }: LoadingProps) =>
  data === undefined && !error ? <Skeleton lines={lines} /> : <LoadProblem error={error} />
