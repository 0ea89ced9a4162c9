import { i18n } from '@lingui/core'
import { shown } from './shown.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

type Values = Readonly<Record<string, string | number>>

/**
 * Words for people. They are written in English at the call, as a literal, so that the build finds
 * them; parameters have the syntax of ICU: `t('{count, plural, one {# picture} other {# pictures}}', { count })`.
 */
export function t(words: string, values?: Values): string {
  const shownValues = values && shownIn(values)
  if (i18n.locale !== 'en' || isFormatted(words)) return i18n._(words, shownValues)
  if (shownValues === undefined) return words
  return words.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(shownValues[name]))
}

/** Whether words choose among forms. English words without are their own compiled form. */
const isFormatted = (words: string): boolean => words.includes(', plural,')

const shownIn = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? shown(value) : value,
    ]),
  )
