import type { Layout } from '../../controls/layout-picture.tsx'
import { layoutName } from '../../publishing/layout-words.ts'
import { labelOf, wordsOfKey, wordsOfText } from '../../publishing/setting-words.ts'
import { t } from '../../words/words.ts'
import type { Differences, ValueDifference } from '../working-copy/differences.ts'

export type Line = { id: string; label: string; from: string; to: string }

export const partWords = (part: string, key: string): string => {
  if (part === 'name') return t('Name')
  if (part === 'slug') return t('Slug')
  if (part === 'layout') return t('Layout')
  return labelOf(key)
}

/** A value of a widget; texts that people have written stay as they are. */
export function valueOfPart(part: string, key: string, value: unknown): string {
  if (part === 'layout') return layoutName(value as Layout)
  return part === 'config' || part === 'theme' ? wordsOfKey(key, value) : wordsOfText(value)
}

export const lineOf = ({ part, key, from, to }: ValueDifference): Line => ({
  id: `${part}.${key}`,
  label: partWords(part, key),
  from: valueOfPart(part, key, from),
  to: valueOfPart(part, key, to),
})

/** One sentence for each kind of change of the list. */
export function listWords({ added, removed, moved, edited }: Differences): string[] {
  const count = (many: readonly unknown[]) => ({ count: many.length })
  const lines: string[] = []
  if (added.length > 0) {
    lines.push(t('{count, plural, one {# picture added} other {# pictures added}}', count(added)))
  }
  if (removed.length > 0) {
    lines.push(
      t('{count, plural, one {# picture removed} other {# pictures removed}}', count(removed)),
    )
  }
  if (moved.length > 0) {
    lines.push(t('{count, plural, one {# picture moved} other {# pictures moved}}', count(moved)))
  }
  if (edited.length > 0) {
    lines.push(
      t(
        '{count, plural, one {Texts or link of # picture} other {Texts or links of # pictures}}',
        count(edited),
      ),
    )
  }
  return lines
}

/** All in one line. */
export const summaryOf = (differences: Differences): string =>
  [
    ...differences.values.map(({ part, key }) => partWords(part, key)),
    ...listWords(differences),
  ].join(', ')
