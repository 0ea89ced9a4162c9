import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { BrowserContext } from 'playwright-core'
import { allWords } from '../../build/compiled-words.mjs'

/** With accents and 30 % longer: `en-XA`. The same in the other direction, with Arabic numbers and dates: `ar-XB`. */
export type PseudoLocale = 'en-XA' | 'ar-XB'

const plain = 'aceghiklnoprsuyzACEGIKLNORSUYZ'
const marked = 'áçéğħíķłñóṕŕšúýžÁÇÉĞÍĶŁÑÓŔŠÚÝŽ'
const vowels = /[aeiouAEIOU]/g

/** Each vowel is doubled, which makes English about a third longer, and most letters have accents. */
export const accented = (words: string): string =>
  [...words.replaceAll(vowels, '$&$&')]
    .map((letter) => marked[plain.indexOf(letter)] ?? letter)
    .join('')

type Choices = Record<string, unknown>

/** A message is a list of texts and parameters, `[name, kind, choices]`, whose choices are messages or numbers. */
const translate = (message: unknown): unknown =>
  Array.isArray(message) ? message.map((part) => translatePart(part)) : message

function translatePart(part: unknown): unknown {
  if (typeof part === 'string') return accented(part)
  const [name, kind, choices] = part as [string, string?, Choices?]
  if (kind === undefined) return [name]
  if (typeof choices !== 'object') return part
  const entries = Object.entries(choices).map(([choice, one]) => [choice, translate(one)])
  return [name, kind, Object.fromEntries(entries)]
}

/** Around each message. The other direction is an override, so that Latin letters run from right to left. */
const around: Record<PseudoLocale, [string, string]> = {
  'en-XA': ['⟦', '⟧'],
  'ar-XB': ['\u202e', '\u202c'],
}

/** The catalogue in the pseudo-locale, as the build compiles it. */
export function pseudoMessages(locale: PseudoLocale): Record<string, unknown[]> {
  const [before, after] = around[locale]
  return Object.fromEntries(
    allWords().map((words) => {
      const message = translate(compileMessage(words)) as unknown[]
      return [words, [before, ...message, after]]
    }),
  )
}

const english = /\{locale:(["'`])en\1,messages:\{\}\}/
const assets = join(import.meta.dirname, '../../dist/assets')

/** The script of the build that has the catalogue of English, which is empty. */
function scriptWithWords(): { name: string; script: string } {
  for (const name of readdirSync(assets).filter((one) => one.endsWith('.js'))) {
    const script = readFileSync(join(assets, name), 'utf8')
    if (english.test(script)) return { name, script }
  }
  throw new Error(`no script in ${assets} has the catalogue of English`)
}

/** Pages that are loaded from now on have these words: the start of the console gets another catalogue on its way. */
export async function speak(context: BrowserContext, locale: PseudoLocale): Promise<void> {
  const words = JSON.stringify({ locale, messages: pseudoMessages(locale) })
  const { name, script } = scriptWithWords()
  const body = script.replace(english, () => words)
  await context.route(`**/console/assets/${name}`, (route) =>
    route.fulfill({ body, contentType: 'text/javascript' }),
  )
}
