import { Button } from '../controls/button.tsx'
import { t } from '../words/words.ts'
import { labelOfConflict, wordsOfSide } from './conflict-words.ts'
import css from './editor.module.css'
import { nameOf } from './order/names.ts'
import { isVisible, SidePreview } from './preview/side-preview.tsx'
import { useEdited, useEditing } from './use-editing.tsx'
import type { Conflict } from './working-copy/merge.ts'

/** Choices with previews. Each is two more pages that the browser keeps running. */
const mostPictured = 4

/** The fields that two people have changed in different ways: both values, and a choice for each. */
export function Conflicts() {
  const editing = useEditing()
  const conflicts = useEdited(({ copy }) => copy.conflicts)
  if (conflicts.length === 0) return null
  const pictured = new Set(conflicts.filter(isVisible).slice(0, mostPictured))
  return (
    <section className={`${css.conflicts} stack-2`} aria-label={t('Choices')}>
      <h2>{t('Another person has changed the same')}</h2>
      <p>{t('Nothing is lost. Choose which value counts; then your changes are saved.')}</p>
      <ul>
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.id}
            conflict={conflict}
            hasPreviews={pictured.has(conflict)}
            onChoose={(side) => editing.choose(conflict, side)}
          />
        ))}
      </ul>
    </section>
  )
}

type ChoiceProps = {
  conflict: Conflict
  hasPreviews: boolean
  onChoose(side: 'mine' | 'theirs'): void
}

function Choice({ conflict, hasPreviews, onChoose }: ChoiceProps) {
  const label = useLabel(conflict)
  return (
    <li className={`${css.choice} wrap`} data-previews={hasPreviews || undefined}>
      <strong>{label}</strong>
      {(['mine', 'theirs'] as const).map((side) => (
        <div key={side} className={`${css.side} stack-2`}>
          <Button onPress={() => onChoose(side)} {...buttonWords(label, conflict, side)} />
          {hasPreviews ? <SidePreview conflict={conflict} side={side} /> : null}
        </div>
      ))}
    </li>
  )
}

function buttonWords(label: string, conflict: Conflict, side: 'mine' | 'theirs') {
  const value = wordsOfSide(conflict, side)
  return side === 'mine'
    ? {
        'aria-label': t('{label}: mine, {value}', { label, value }),
        children: t('Mine: {value}', { value }),
      }
    : {
        'aria-label': t('{label}: theirs, {value}', { label, value }),
        children: t('Theirs: {value}', { value }),
      }
}

function useLabel(conflict: Conflict): string {
  const item = useEdited(({ copy }) => copy.mine.items.find(({ key }) => key === conflict.key))
  const asset = useEdited(({ assets }) => (item ? assets.get(item.assetId) : undefined))
  return labelOfConflict(conflict, item ? nameOf(item, asset) : t('A picture'))
}
