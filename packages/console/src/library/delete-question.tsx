import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../controls/dialog.tsx'
import { Badge, Skeleton } from '../controls/notice.tsx'
import { TextField } from '../controls/text-field.tsx'
import { wordsOf } from '../server/error-words.ts'
import { say } from '../words/words.ts'
import { usageQuery } from './queries.ts'
import css from './selection.module.css'
import { widgetsOf } from './usage.ts'

/** Beyond so many the number must be typed, and widgets are not listed: each picture is a call. */
const mostListed = 20

type Props = {
  projectId: string
  count: number
  /** The pictures, if they were selected one by one. */
  ids: readonly string[] | null
  onClose(): void
  act(): Promise<unknown>
}

export default function DeleteQuestion({ projectId, count, ids, onClose, act }: Props) {
  const [typed, setTyped] = useState('')
  const isMany = count > mostListed
  return (
    <Confirm
      title={say('{count, plural, one {Delete this picture?} other {Delete # pictures?}}', {
        count,
      })}
      label={say('Delete')}
      isOpen
      onClose={onClose}
      act={act}
      wordsOf={wordsOf}
      isReady={!isMany || typed.trim() === String(count)}
    >
      {ids === null || isMany ? (
        <p>
          {say(
            'Widgets that show them go on without them, at once and everywhere. This cannot be undone.',
          )}
        </p>
      ) : (
        <UsedIn projectId={projectId} ids={ids} />
      )}
      {isMany ? (
        <TextField
          label={say('Type {count} to confirm', { count })}
          value={typed}
          onChange={setTyped}
        />
      ) : null}
    </Confirm>
  )
}

/** The widgets that lose a picture, live ones first. */
function UsedIn({ projectId, ids }: { projectId: string; ids: readonly string[] }) {
  const lists = useQueries({
    queries: ids.map((id) => ({ ...usageQuery(projectId, id), staleTime: 0 })),
  })
  const error = lists.find((list) => list.error)?.error
  if (error) {
    return <p>{say('Where they are used is not known: {reason}', { reason: wordsOf(error) })}</p>
  }
  if (lists.some(({ isPending }) => isPending)) return <Skeleton lines={2} />
  const widgets = widgetsOf(lists.map(({ data = [] }) => data))
  if (widgets.length === 0) return <p>{say('No widget shows them. This cannot be undone.')}</p>
  return (
    <>
      <p>
        {say('These widgets go on without them, at once and everywhere. This cannot be undone.')}
      </p>
      <ul className={css.used}>
        {widgets.map(({ id, name, status, count }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={css.uses}>
              {say('{count, plural, one {# picture} other {# pictures}}', { count })}
            </span>
            <Badge tone={status === 'PUBLISHED' ? 'good' : 'neutral'}>
              {status === 'PUBLISHED' ? say('Live') : say('Draft')}
            </Badge>
          </li>
        ))}
      </ul>
    </>
  )
}
