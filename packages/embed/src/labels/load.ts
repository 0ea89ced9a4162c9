import type { Labels } from './labels.js'
import { labels as english } from './languages/en.js'

/** Set by the build: the path prefix of the language files, and the available languages. */
declare const LABELS: string
declare const LANGUAGES: string

/**
 * Loads the labels in a page's language, or English if there are none or they cannot be loaded.
 * English is bundled; each other language is a separate file.
 *
 * @param tag BCP 47, such as `pt-BR`.
 */
export async function loadLabels(tag: string): Promise<Labels> {
  const language = tag.slice(0, 2).toLowerCase()
  if (!language || !LANGUAGES.includes(language)) return english
  // A variable, because the bundler would resolve a literal inside `import()`.
  const file = `${LABELS}${language}.js`
  return import(file).then(
    ({ labels }) => labels,
    () => english,
  )
}
