import { slugPattern } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import { copyName, copySlug } from '../../src/resources/widgets/duplicate.js'

t.test('the name of a copy is derived from its original', async (t) => {
  t.equal(copyName('Hero'), 'Hero copy')
  t.equal(copyName('Hero copy'), 'Hero copy copy')
  t.equal(copyName('x'.repeat(195)), `${'x'.repeat(195)} copy`)
  t.equal(copyName('x'.repeat(200)), `${'x'.repeat(195)} copy`)
  t.equal(copyName(`${'x'.repeat(194)} yz`), `${'x'.repeat(194)} copy`)
  t.equal(copyName('🖼'.repeat(200)), `${'🖼'.repeat(195)} copy`)
})

t.test('the slug of a copy is valid and derived from its original', async (t) => {
  t.equal(copySlug('hero', 1), 'hero-copy')
  t.equal(copySlug('hero', 2), 'hero-copy-2')
  t.equal(copySlug('hero', 17), 'hero-copy-17')
  t.equal(copySlug('x'.repeat(100), 1), `${'x'.repeat(95)}-copy`)
  t.equal(copySlug('x'.repeat(100), 10), `${'x'.repeat(92)}-copy-10`)
  t.equal(copySlug(`${'x'.repeat(94)}-yyyyy`, 1), `${'x'.repeat(94)}-copy`)
  for (const n of [1, 2, 99, 1000]) {
    const slug = copySlug(`${'x-'.repeat(49)}yy`, n)
    t.match(slug, new RegExp(slugPattern))
    t.ok(slug.length <= 100)
  }
})
