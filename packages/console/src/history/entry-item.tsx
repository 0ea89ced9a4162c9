import { Button } from '../controls/button.tsx'
import { Icon, type IconName } from '../controls/icon.tsx'
import { May } from '../permissions/permissions.tsx'
import { When } from '../publishing/when.tsx'
import { t } from '../words/words.ts'
import { Changes } from './changes.tsx'
import { entryWords } from './entry-words.ts'
import css from './history.module.css'
import type { Entry } from './queries.ts'

type Props = { projectId: string; entry: Entry; isNewest: boolean; onRestore(): void }

export const EntryItem = ({ projectId, entry, isNewest, onRestore }: Props) => (
  <li className={css.entry} data-tone={toneOf(entry)}>
    <span className={css.sign}>
      <Icon name={iconOf(entry)} size={16} />
    </span>
    <div className={css.what}>
      <div className={css.head}>
        <div>
          <h2>{entryWords(entry)}</h2>
          <p>
            <When at={entry.createdAt} />
          </p>
        </div>
        {isNewest ? null : (
          <May call="updateWidget">
            <Button size="sm" look="quiet" icon="refresh" onPress={onRestore}>
              {t('Restore …')}
            </Button>
          </May>
        )}
      </div>
      <Changes projectId={projectId} changes={entry.changes} isNew={isCreation(entry)} />
    </div>
  </li>
)

const isCreation = ({ action }: Entry): boolean =>
  action === 'widget.create' || action === 'widget.duplicate'

const statusOf = ({ changes }: Entry): unknown =>
  (changes.status as { to?: unknown } | undefined)?.to

function toneOf(entry: Entry): string {
  if (statusOf(entry) === 'PUBLISHED') return 'live'
  return statusOf(entry) === 'DRAFT' && !isCreation(entry) ? 'gone' : 'changed'
}

function iconOf(entry: Entry): IconName {
  if (isCreation(entry)) return 'plus'
  if (statusOf(entry) === 'PUBLISHED') return 'upload'
  return statusOf(entry) === 'DRAFT' ? 'archive' : 'edit'
}
