import t from 'tap'
import { slugFrom, slugPattern } from '../../src/slug.js'

t.test('a name becomes the slug that a person would write', async (t) => {
  const table: [string, string | null][] = [
    ['Shop window', 'shop-window'],
    ['  Über uns!  ', 'uber-uns'],
    ['2026 — Spring/Summer', '2026-spring-summer'],
    ['---', null],
    ['日本', null],
    [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
  ]
  for (const [name, slug] of table) {
    t.equal(slugFrom(name), slug, name)
    if (slug !== null) t.match(slug, new RegExp(slugPattern))
  }
})
