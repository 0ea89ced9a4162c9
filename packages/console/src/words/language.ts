import { i18n } from '@lingui/core'

/** Scripts that are read from right to left and have languages with speakers today. */
const rightToLeft = /^(?:Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)$/

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.test(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'

/** The page has the language and the direction of its words. */
export function applyLanguage({ documentElement }: Document = document): void {
  documentElement.lang = i18n.locale
  documentElement.dir = directionOf(i18n.locale)
}
