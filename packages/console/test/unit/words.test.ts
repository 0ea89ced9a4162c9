import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { withoutBidiControls } from '@vitrine/contracts'
import t, { type Test } from '@vitrine/testing/t'
import { allWords } from '../../build/compiled-words.mjs'
import {
  formatAge,
  formatBytes,
  formatCount,
  formatDay,
  formatLanguage,
  formatList,
  formatPart,
  locale,
} from '../../src/words/formats.ts'
import { applyLanguage, directionOf } from '../../src/words/language.ts'
import { shown } from '../../src/words/shown.ts'
import { t as translate } from '../../src/words/words.ts'
import { accented, pseudoMessages } from '../browser/pseudo-locale.ts'
import { inBrowser } from './browser-globals.ts'

/** The words of a locale, until the test ends. */
function speaking(t: Test, name: string, messages: Record<string, unknown[]>): void {
  i18n.loadAndActivate({ locale: name, messages: messages as Parameters<typeof i18n.load>[1] })
  t.teardown(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
}

const english = () => Object.fromEntries(allWords().map((word) => [word, compileMessage(word)]))

t.test('names in sentences do not change the direction of text', async (t) => {
  const name = 'photo\u202egpj.exe\u2069'
  t.equal(translate('Added: {name}', { name }), 'Added: photogpj.exe')
  const all = String.fromCodePoint(...Array.from({ length: 0x3000 }, (_, point) => point))
  t.equal(shown(all), withoutBidiControls(all), 'as the services do')
})

t.test('English words have the numbers of the region where the browser is', async (t) => {
  inBrowser(t, { navigator: { language: 'de-DE' } })
  t.equal(locale(), 'en-DE')
  t.equal(formatCount(1234.5), '1.234,5')
  t.equal(formatPart(0.125, 1), '12,5 %'.replace(' ', formatPart(0.125, 1).at(4) ?? ''))
  inBrowser(t, { navigator: { language: 'en' } })
  t.equal(locale(), 'en-US')
  t.equal(formatCount(1234.5), '1,234.5')
  t.equal(formatPart(0.125, 0, true), '+13%')
  t.equal(formatList(['Ada', 'Ben', 'Cleo']), 'Ada, Ben, or Cleo')
  t.equal(formatLanguage('de'), 'German')
  t.equal(formatDay(new Date(2026, 10, 5), true), 'Nov 5')
})

t.test('a browser without a valid language has the numbers of the United States', async (t) => {
  for (const language of ['c', '', 'en_US', 'POSIX']) {
    inBrowser(t, { navigator: { language } })
    t.equal(locale(), 'en-US', language)
    t.equal(formatCount(1234.5), '1,234.5', language)
  }
})

t.test('sizes have a unit of a thousand, and a digit below ten', async (t) => {
  inBrowser(t, { navigator: { language: 'en-US' } })
  const sizes: [number, string][] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1234, '1.2 kB'],
    [12_345, '12 kB'],
    [25_000_000, '25 MB'],
    [5e13, '50 TB'],
    [5e15, '5,000 TB'],
  ]
  for (const [bytes, words] of sizes) t.equal(formatBytes(bytes), words)
  t.equal(formatBytes(12_345, 2), '12.35 kB')
})

t.test('ages are in the largest whole unit, before and after', async (t) => {
  inBrowser(t, { navigator: { language: 'en-US' } })
  const now = new Date('2026-11-24T12:00:00Z')
  const ages: [string, string][] = [
    ['2026-11-24T12:00:00Z', 'now'],
    ['2026-11-24T11:59:01Z', '59 seconds ago'],
    ['2026-11-24T11:58:01Z', '1 minute ago'],
    ['2026-11-24T09:00:00Z', '3 hours ago'],
    ['2026-11-23T11:00:00Z', 'yesterday'],
    ['2026-11-25T13:00:00Z', 'tomorrow'],
    ['2026-12-01T12:00:00Z', 'in 7 days'],
    ['2026-09-01T12:00:00Z', '2 months ago'],
    ['2020-11-24T12:00:00Z', '6 years ago'],
  ]
  for (const [at, words] of ages) t.equal(formatAge(new Date(at), now), words, at)
})

t.test('a page has the language and the direction of its words', async (t) => {
  t.equal(directionOf('en'), 'ltr')
  t.equal(directionOf('uz'), 'ltr')
  for (const tag of ['ar', 'ar-XB', 'he', 'fa', 'ur', 'dv', 'uz-Arab']) {
    t.equal(directionOf(tag), 'rtl', tag)
  }
  const documentElement = { lang: '', dir: '' }
  applyLanguage({ documentElement } as Document)
  t.same(documentElement, { lang: 'en', dir: 'ltr' })
  speaking(t, 'ar-XB', {})
  applyLanguage({ documentElement } as Document)
  t.same(documentElement, { lang: 'ar-XB', dir: 'rtl' })
  t.equal(locale(), 'ar-XB', 'and the numbers')
})

t.test('words with a count have the right form for none, one and many', async (t) => {
  speaking(t, 'en-US', english())
  const words = '{count, plural, one {# change} other {# changes}}'
  t.equal(translate(words, { count: 0 }), '0 changes')
  t.equal(translate(words, { count: 1 }), '1 change')
  t.equal(translate(words, { count: 1234 }), '1,234 changes')
})

t.test('every count of the catalogue has a form for one and for others', async (t) => {
  const counted = allWords().filter((word) => word.includes(', plural,'))
  t.ok(counted.length > 20)
  for (const word of counted) {
    const plurals = [...word.matchAll(/\{\w+, plural,/g)].length
    t.equal([...word.matchAll(/\bone \{/g)].length, plurals, word)
    t.equal([...word.matchAll(/\bother \{/g)].length, plurals, word)
  }
})

t.test('the pseudo-locale translates every text, keeps parameters, and is longer', async (t) => {
  t.equal(accented('Go to a page'), 'Ğóó tóó áá ṕááğéé')
  const messages = pseudoMessages('en-XA')
  t.same(Object.keys(messages), allWords())
  speaking(t, 'en-XA', messages)
  t.equal(translate('Sign in'), '⟦Šííğñ ííñ⟧')
  t.equal(
    translate('{count, plural, one {# change} other {# changes}}', { count: 2 }),
    '⟦2 çħááñğééš⟧',
  )
  t.equal(translate('More about {name}', { name: 'Ada' }), '⟦Móóŕéé áábóóúút Ada⟧')
  const texts = allWords().filter((word) => !word.includes('{'))
  const length = (all: readonly string[]) => all.join('').length
  t.ok(length(texts.map((word) => translate(word))) > 1.3 * length(texts))
})
