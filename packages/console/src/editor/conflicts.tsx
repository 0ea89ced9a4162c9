import { Button } from '../controls/button.tsx'
import type { Layout } from '../controls/layout-picture.tsx'
import { layoutName } from '../publishing/layout-words.ts'
import { say } from '../words/words.ts'
import css from './editor.module.css'
import { nameOf } from './order/names.ts'
import { isVisible, SidePreview } from './preview/side-preview.tsx'
import { partWords } from './publish/difference-words.ts'
import { wordsOfValue } from './settings-form/setting-words.ts'
import { useEdited, useEditing } from './use-editing.tsx'
import type { Conflict } from './working-copy/merge.ts'

/** Choices with previews. Each is two more pages that the browser keeps running. */
const mostPictured = 4

/** What two people have changed in different ways: both values, and a choice for each. */
export function Conflicts() {
  const editing = useEditing()
  const conflicts = useEdited(({ copy }) => copy.conflicts)
  if (conflicts.length === 0) return null
  const pictured = new Set(conflicts.filter(isVisible).slice(0, mostPictured))
  return (
    <section className={css.conflicts} aria-label={say('Choices')}>
      <h2>{say('Another person has changed the same')}</h2>
      <p>{say('Nothing is lost. Choose which value counts; then your changes are saved.')}</p>
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
    <li className={css.choice} data-previews={hasPreviews || undefined}>
      <strong>{label}</strong>
      {(['mine', 'theirs'] as const).map((side) => (
        <div key={side} className={css.side}>
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
        'aria-label': say('{label}: mine, {value}', { label, value }),
        children: say('Mine: {value}', { value }),
      }
    : {
        'aria-label': say('{label}: theirs, {value}', { label, value }),
        children: say('Theirs: {value}', { value }),
      }
}

function useLabel({ part, key, field }: Conflict): string {
  const item = useEdited(({ copy }) => copy.mine.items.find((one) => one.key === key))
  const asset = useEdited(({ assets }) => (item ? assets.get(item.assetId) : undefined))
  if (part === 'order') return say('Order of the pictures')
  if (part !== 'item') return partWords(part, key)
  const name = item ? nameOf(item, asset) : say('A picture')
  if (field === 'caption') return say('Caption of “{name}”', { name })
  if (field === 'altText') return say('Alt text of “{name}”', { name })
  return field === 'link' ? say('Link of “{name}”', { name }) : name
}

/** Longer texts are cut off. */
const mostLetters = 60

function wordsOfSide({ part, field, ...conflict }: Conflict, side: 'mine' | 'theirs'): string {
  const value = conflict[side]
  if (part === 'order') return side === 'mine' ? say('my order') : say('their order')
  if (part === 'item' && field === null) {
    return value === undefined ? say('removed') : say('kept, with changes')
  }
  if (part === 'layout') return layoutName(value as Layout)
  const isLink = field === 'link' && value !== null
  const words = wordsOfValue(isLink ? (value as { url: string }).url : value)
  return words.length > mostLetters ? `${words.slice(0, mostLetters)}…` : words
}
