import { i18n } from '@lingui/core'
import { shown } from './shown.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

type Values = Readonly<Record<string, string | number>>

/**
 * Words for people. They are written in English at the call, as a literal, so that the build finds
 * them; parameters have the syntax of ICU: `t('{count, plural, one {# picture} other {# pictures}}', { count })`.
 */
export const t = (words: string, values?: Values): string =>
  values === undefined && i18n.locale === 'en' ? words : i18n._(words, values && shownIn(values))

const shownIn = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? shown(value) : value,
    ]),
  )
