import { wordsOfValue } from '../../publishing/setting-words.ts'
import { t } from '../../words/words.ts'
import type { Setting } from './setting.ts'
import { unitWords } from './setting-groups.ts'

type Range = { minimum: number; maximum: number; unit: string }

const rangeOf = ({ minimum, maximum, unit }: Range): string =>
  `${minimum}–${maximum}${unit === '' ? '' : ` ${unitWords(unit)}`}`

/** Below the field of a key: its range, and the value that applies without one. */
export function hintOf(name: string, setting: Setting): string {
  if (name === 'aspectRatio') return t('Width / height, such as 16/9, or auto')
  if (name === 'fontFamily') return t('Names of fonts, separated by commas')
  if (name === 'columnsAt') return t('One on each line, such as “900: 4” for four from 900 px on')
  if (name === 'labels') return t('One on each line, such as “next: Weiter”')
  if (setting.kind === 'whole' || setting.kind === 'either') {
    const { fallback } = setting
    const words = setting.kind === 'either' ? setting.words.map((word) => `“${word}”`) : []
    const usual =
      fallback === undefined ? [] : [t('Default: {value}', { value: wordsOfValue(fallback) })]
    return [[rangeOf(setting), ...words].join(', '), ...usual].join(' · ')
  }
  return setting.kind === 'text' && setting.pattern !== undefined ? setting.description : ''
}

/** Why a text is no value of the key; it is not taken over. */
export function problemOf(name: string, setting: Setting): string {
  if (name === 'aspectRatio') return t('Not a shape: two numbers such as 16/9, or auto.')
  if (name === 'fontFamily') return t('Not names of fonts: letters, digits and commas.')
  switch (setting.kind) {
    case 'whole':
      return t('A whole number is needed: {range}.', { range: rangeOf(setting) })
    case 'either': {
      const words = setting.words.map((word) => `“${word}”`).join(', ')
      return t('A whole number is needed: {range}, or {words}.', {
        range: rangeOf(setting),
        words,
      })
    }
    case 'colour':
      return t('This is no colour, and is not used. Write one such as #1a2b3c or tomato.')
    case 'columns':
      return t('Each line is a width in pixels, a colon and 1 to 12 columns; at most six lines.')
    case 'texts':
      return t('Each line is a name, a colon and a text of at most 200 characters.')
    case 'text':
      return t('At most {count} characters.', { count: setting.maxLength })
    default:
      return setting.description
  }
}
