import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { t } from '../../words/words.ts'
import { nameOf } from '../order/names.ts'
import { useEdited, useEditing } from '../use-editing.tsx'
import type { Conflict } from '../working-copy/merge.ts'
import { isChanged } from '../working-copy/working-copy.ts'
import css from './conflicts.module.css'
import { SidePreview } from './side-preview.tsx'
import { type Side, useWhoChanged } from './who.ts'
import { labelOfConflict, wordsOfSide } from './words.ts'

/** The fields that two people have changed in different ways: both widgets, and a button for each. */
export default function ConflictDialog({ onClose }: { onClose(): void }) {
  const editing = useEditing()
  const conflicts = useEdited(({ copy }) => copy.conflicts)
  const who = useWhoChanged()
  const choose = (some: readonly Conflict[], side: Side) => {
    for (const conflict of some) editing.choose(conflict, side)
    // With theirs there may be nothing left to publish.
    if (!isChanged(editing.get().copy)) onClose()
  }
  return (
    <Dialog
      title={t('{who} has changed the same', { who })}
      onClose={onClose}
      width="lg"
      actions={<Button onPress={onClose}>{t('Later')}</Button>}
    >
      <p>{t('Nothing is lost, and nothing is saved until you choose.')}</p>
      <div className={css.sides}>
        {(['mine', 'theirs'] as const).map((side) => (
          <section key={side} className="stack-3" aria-label={titleOf(side, who)}>
            <h3>{titleOf(side, who)}</h3>
            <SidePreview conflicts={conflicts} side={side} />
            <Button look="primary" onPress={() => choose(conflicts, side)}>
              {side === 'mine' ? t('Keep mine') : t('Take theirs')}
            </Button>
          </section>
        ))}
      </div>
      <ul className={css.fields}>
        {conflicts.map((conflict) => (
          <Field
            key={conflict.id}
            conflict={conflict}
            isAlone={conflicts.length === 1}
            onChoose={(side) => choose([conflict], side)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const titleOf = (side: Side, who: string): string =>
  side === 'mine' ? t('Yours') : t('By {who}', { who })

type FieldProps = { conflict: Conflict; isAlone: boolean; onChoose(side: Side): void }

/** One field, with both values. If there are several, each can be chosen apart. */
function Field({ conflict, isAlone, onChoose }: FieldProps) {
  const label = useLabel(conflict)
  return (
    <li>
      <strong>{label}</strong>
      {(['mine', 'theirs'] as const).map((side) => {
        const value = wordsOfSide(conflict, side)
        return isAlone ? (
          <span key={side}>{value}</span>
        ) : (
          <Button
            key={side}
            size="sm"
            aria-label={
              side === 'mine'
                ? t('{label}: keep mine, {value}', { label, value })
                : t('{label}: take theirs, {value}', { label, value })
            }
            onPress={() => onChoose(side)}
          >
            {value}
          </Button>
        )
      })}
    </li>
  )
}

function useLabel(conflict: Conflict): string {
  const item = useEdited(({ copy }) => copy.mine.items.find(({ key }) => key === conflict.key))
  const asset = useEdited(({ assets }) => (item ? assets.get(item.assetId) : undefined))
  return labelOfConflict(conflict, item ? nameOf(item, asset) : t('A picture'))
}
