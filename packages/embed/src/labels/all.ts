import type { Labels } from './labels.js'
import { labels as ar } from './languages/ar.js'
import { labels as cs } from './languages/cs.js'
import { labels as da } from './languages/da.js'
import { labels as de } from './languages/de.js'
import { labels as en } from './languages/en.js'
import { labels as es } from './languages/es.js'
import { labels as fi } from './languages/fi.js'
import { labels as fr } from './languages/fr.js'
import { labels as he } from './languages/he.js'
import { labels as it } from './languages/it.js'
import { labels as ja } from './languages/ja.js'
import { labels as ko } from './languages/ko.js'
import { labels as nb } from './languages/nb.js'
import { labels as nl } from './languages/nl.js'
import { labels as pl } from './languages/pl.js'
import { labels as pt } from './languages/pt.js'
import { labels as ru } from './languages/ru.js'
import { labels as sv } from './languages/sv.js'
import { labels as tr } from './languages/tr.js'
import { labels as uk } from './languages/uk.js'
import { labels as zh } from './languages/zh.js'

const languages: Readonly<Record<string, Labels>> = {
  ar,
  cs,
  da,
  de,
  en,
  es,
  fi,
  fr,
  he,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  sv,
  tr,
  uk,
  zh,
  nb,
}

/**
 * Resolves a language tag to a language that has labels, `en` by default. Resolving first keeps the
 * number of cached variants small.
 *
 * @param tag BCP 47, such as `pt-BR`.
 */
export function languageFor(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-')
  // nb and nn are covered by their macrolanguage.
  if (language === 'no') return 'nb'
  return Object.hasOwn(languages, language) ? language : 'en'
}

/** The labels in a language, or in English if there are none. */
export const labelsFor = (tag: string): Labels => languages[languageFor(tag)] ?? en
