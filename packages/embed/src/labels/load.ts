import type { Labels } from './labels.js'
import { labels as english } from './languages/en.js'

/** Set by the build: where the languages are, up to the language, and which there are. */
declare const LABELS: string
declare const LANGUAGES: string

/**
 * The labels in a page's language, in English where there are none or they cannot be had. English
 * comes along; each of the others is a file of its own.
 *
 * @param tag BCP 47, such as `pt-BR`.
 */
export async function loadLabels(tag: string): Promise<Labels> {
  const language = tag.slice(0, 2).toLowerCase()
  if (!language || !LANGUAGES.includes(language)) return english
  // Out of the call: the bundler would look for it.
  const file = `${LABELS}${language}.js`
  return import(file).then(
    ({ labels }) => labels,
    () => english,
  )
}
