import { maxSlugLength, slugPattern } from '@vitrine/contracts'
import { UniqueViolation } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import {
  firstFree,
  numbered,
  slugFrom,
  untilSlugIsFree,
  withSuffix,
} from '../../src/fields/slug.js'

t.test('a slug is in Latin letters for a name in any script', async (t) => {
  const table: Record<string, string> = {
    'Über uns!': 'uber-uns',
    Größe: 'grosse',
    Łódź: 'lodz',
    'Æsir & Þór': 'aesir-thor',
    Магазин: 'magazin',
    Подъезд: 'podezd',
    متجر: 'mtjr',
    עברית: 'bryt',
    漢字: 'han-zi',
    漢字カナ: 'han-zi-kana',
    한국어: 'hangugeo',
    Ελληνικά: 'ellinika',
    İstanbul: 'istanbul',
    'Cafe\u0301': 'cafe',
    '½ price': '1-2-price',
    '  A -- b__C ': 'a-b-c',
    '🎉 Party': 'party',
  }
  for (const [name, slug] of Object.entries(table)) t.equal(slugFrom(name, 'x'), slug, name)
})

t.test('a name without letters gives the fallback', async (t) => {
  for (const name of ['🎉', '---', '…', '\u200b', "'"]) {
    t.equal(slugFrom(name, 'project'), 'project', JSON.stringify(name))
  }
})

t.test('a slug is well-formed and at most 100 characters long', async (t) => {
  const names = ['a'.repeat(300), `${'a'.repeat(99)} b`, `${'漢'.repeat(200)}`, 'a '.repeat(150)]
  for (const name of [...names, "l'été", "d`accord 'x'", 'ß'.repeat(100)]) {
    for (const slug of [slugFrom(name, 'x'), numbered(slugFrom(name, 'x'), 12345)]) {
      t.match(slug, new RegExp(slugPattern), name)
      t.ok(slug.length <= maxSlugLength, name)
    }
  }
})

t.test('a long slug is cut to make room for a suffix', async (t) => {
  t.equal(withSuffix('hero', '-2'), 'hero-2')
  t.equal(withSuffix('a'.repeat(100), '-2'), `${'a'.repeat(98)}-2`)
  t.equal(withSuffix(`${'a'.repeat(97)}-bb`, '-2'), `${'a'.repeat(97)}-2`)
})

t.test('the first free number is found with few queries', async (t) => {
  let queries = 0
  const taken = new Set(Array.from({ length: 1000 }, (_, i) => numbered('hero', i + 1)))
  const takenOf = async (slugs: readonly string[]) => {
    queries += 1
    return new Set(slugs.filter((slug) => taken.has(slug)))
  }
  const next = () => firstFree((n) => numbered('hero', n), takenOf)
  t.equal(await next(), 'hero-1001')
  t.ok(queries <= 8, String(queries))
  taken.delete('hero-2')
  t.equal(await next(), 'hero-2')
  taken.delete('hero')
  t.equal(await next(), 'hero')
})

t.test('work is repeated only if its slug was taken, and not indefinitely', async (t) => {
  let calls = 0
  const failing = (times: number, error: Error) => async () => {
    calls += 1
    if (calls <= times) throw error
    return calls
  }
  const taken = new UniqueViolation('slugs', null)
  t.equal(await untilSlugIsFree('slugs', failing(3, taken)), 4)
  for (const other of [new UniqueViolation('others', null), new Error('broken')]) {
    calls = 0
    await t.rejects(untilSlugIsFree('slugs', failing(1, other)), other)
    t.equal(calls, 1)
  }
  calls = 0
  await t.rejects(untilSlugIsFree('slugs', failing(1e6, taken)), taken)
})
