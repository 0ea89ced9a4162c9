import { formatLanguage } from '../words/formats.ts'

/** Languages of the embed's controls. */
const tags = [
  'ar',
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh',
] as const

export type Language = (typeof tags)[number]

export const languages = (): { id: Language; label: string }[] =>
  tags
    .map((id) => ({ id, label: formatLanguage(id) }))
    .sort((a, b) => a.label.localeCompare(b.label))

/** Norwegian is written in two ways, and the embed has the more common one. */
const norwegian = ['no', 'nn']

/** That of the reader, if the embed has it. */
export function ownLanguage(): Language {
  const [own = ''] = navigator.language.toLowerCase().split('-')
  const tag = norwegian.includes(own) ? 'nb' : own
  return tags.find((one) => one === tag) ?? 'en'
}
