import { maxSlugLength, slugPattern } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { numbered, slugOf } from '../../src/publishing/slug.ts'
import { nameOf, openPage, refusal } from './service-double.ts'

const page = openPage(t)
const { createWidget, createWidgetOf } = await import('../../src/publishing/new-widget.ts')
const { duplicateWidget } = await import('../../src/widgets/commands.ts')

const isSlug = (slug: string): boolean =>
  new RegExp(slugPattern).test(slug) && slug.length <= maxSlugLength

t.test('whatever a widget is called, the service takes its slug', async () => {
  const part = fc.constantFrom('Summer', ' ', '-', '2026', 'É', 'ß', '漢字', '🌊', 'x'.repeat(97))
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(name, (given) => {
      const slug = slugOf(given)
      return slug === '' || (isSlug(slug) && slugOf(slug) === slug)
    }),
  )
})

t.test(
  'a numbered slug is one that the service takes, and another one for each number',
  async () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,40}$/)
    const slug = fc
      .array(word, { minLength: 1, maxLength: 5 })
      .map((words) => slugOf(words.join('-')))
    fc.assert(
      fc.property(slug, (given) => {
        const all = Array.from({ length: 20 }, (_, index) => numbered(given, index + 1))
        return all.every(isSlug) && new Set(all).size === all.length && all[0] === given
      }),
      { numRuns: 300 },
    )
  },
)

t.test('a number never follows two hyphens', async (t) => {
  t.equal(numbered(`${'x'.repeat(97)}-yz`, 2), `${'x'.repeat(97)}-2`)
})

t.test('letters of other alphabets are spelled as their readers spell them', async (t) => {
  t.equal(slugOf('Größe'), 'grosse')
  t.equal(slugOf('Œuvres & Ærø'), 'oeuvres-aero')
  t.equal(slugOf('İstanbul ışık'), 'istanbul-isik')
  t.equal(slugOf('Tiếng Việt'), 'tieng-viet')
  t.equal(slugOf('ﬁnal №5'), 'final-no5')
})

const summer = { name: 'Summer', slug: 'summer', layout: 'GRID' as const, assetIds: [] }
const created = (body: unknown) => ({ id: 'w', projectId: 'p', ...(body as object) })
const slugsSent = () => page.calls.map(({ body }) => (body as { slug: string }).slug)
const taken = () => refusal(409, 'WIDGET_SLUG_TAKEN')

t.test('a slug of ours gets the next number that is free', async (t) => {
  page.answerBy(({ body }) => (page.calls.length < 4 ? taken() : created(body)))
  const widget = await createWidget('p', summer, true)
  t.equal(widget.slug, 'summer-4')
  t.same(slugsSent(), ['summer', 'summer-2', 'summer-3', 'summer-4'])
})

t.test('a slug of a person is not replaced', async (t) => {
  page.answerBy(taken)
  await t.rejects(createWidget('p', summer, false), {
    code: 'WIDGET_SLUG_TAKEN',
  })
  t.equal(page.calls.length, 1)
})

t.test('it gives up after twenty, and at once for another reason', async (t) => {
  page.answerBy(taken)
  await t.rejects(createWidget('p', summer, true), { code: 'WIDGET_SLUG_TAKEN' })
  t.equal(new Set(slugsSent()).size, 20)
  page.answerBy(() => refusal(403, 'FORBIDDEN'))
  await t.rejects(createWidget('p', summer, true), { code: 'FORBIDDEN' })
  t.equal(page.calls.length, 1)
})

t.test(
  'a widget of selected pictures has them in their order, and a slug of its name',
  async (t) => {
    page.answerBy(({ body }) => created(body))
    await createWidgetOf('p', 'Große Fahrt', ['b', 'a', 'c'])
    t.same(page.calls[0]?.body, {
      name: 'Große Fahrt',
      slug: 'grosse-fahrt',
      layout: 'GRID',
      assetIds: ['b', 'a', 'c'],
    })
    await createWidgetOf('p', '漢字', [])
    t.equal(slugsSent().at(-1), 'widget', 'a name without Latin letters')
  },
)

t.test('a copy is made by the service', async (t) => {
  page.answerBy(() => created({ name: 'Copy' }))
  t.match(await duplicateWidget('p', 'w1'), { name: 'Copy' })
  t.same(page.calls.map(nameOf), ['POST /widgets/w1/duplicate'])
})
