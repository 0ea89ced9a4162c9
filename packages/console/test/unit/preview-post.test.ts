import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { publishedOf } from '../../src/editor/preview/published.ts'
import { codeOf, editorOf, historyOf, keysOf, viewOf } from '../../src/publishing/places.ts'
import { anyFields, assetOf, assetsOf, fieldsWith, itemOf, texts } from './editor-samples.ts'

const known = assetsOf(['a', 'b', 'c', 'x', 'y'])

t.test(
  'the preview has what delivery would answer: settings as they are, pictures in order',
  async (t) => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const { widget, assets } = publishedOf('w', fields, known)
        t.same(
          [
            widget.id,
            widget.slug,
            widget.layout,
            JSON.parse(widget.config),
            JSON.parse(widget.theme),
          ],
          ['w', fields.slug, fields.layout, fields.config, fields.theme],
        )
        t.same(
          assets.map(({ id, caption, link }) => ({ id, caption, link })),
          fields.items.map(({ assetId, caption, link }) => ({ id: assetId, caption, link })),
        )
      }),
      { numRuns: 50 },
    )
  },
)

t.test(
  'a text of the place counts before that of the picture, an empty one on purpose',
  async () => {
    const pictures = new Map([
      ['a', assetOf('a')],
      ['bare', assetOf('bare', { altText: null })],
      ['line', assetOf('line', { altText: 'A line', decorative: true })],
    ])
    fc.assert(
      fc.property(fc.constantFrom('a', 'bare', 'line'), texts, (id, own) => {
        const fields = { ...fieldsWith([]), items: [itemOf(`${id}.0`, own)] }
        const [shown] = publishedOf('w', fields, pictures).assets
        const ofPicture = { a: 'Alt of a', bare: null, line: '' }[id]
        return shown?.altText === (own.altText ?? ofPicture)
      }),
      { numRuns: 100 },
    )
  },
)

t.test('a picture that is not known yet is left out, and is there as soon as it is', async (t) => {
  const fields = fieldsWith(['a', 'new', 'b'])
  const shown = (pictures: Parameters<typeof publishedOf>[2]) =>
    publishedOf('w', fields, pictures).assets.map(({ id }) => id)
  t.same(shown(known), ['a', 'b'])
  t.same(shown(new Map([...known, ['new', assetOf('new')]])), ['a', 'new', 'b'])
  t.same(shown(new Map()), [])
})

t.test(
  'what is posted can be posted, and holds nothing that the public does not get',
  async (t) => {
    const published = publishedOf('w', fieldsWith(['a', 'b']), known)
    t.same(structuredClone(published), published)
    const allowed = [
      'id',
      'url',
      'filename',
      'contentType',
      'width',
      'height',
      'focalPoint',
      'placeholder',
      'caption',
      'link',
      'video',
      'altText',
    ]
    for (const asset of published.assets) t.same(Object.keys(asset).sort(), allowed.toSorted())
    t.same(Object.keys(published.widget).sort(), ['config', 'id', 'layout', 'slug', 'theme'])
  },
)

t.test('each page of a widget has an address of its own, below that of the editor', async () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (project, widget) => {
      const editor = editorOf(project, widget)
      const pages = [codeOf, historyOf, viewOf].map((of) => of(project, widget))
      return (
        new Set(pages).size === pages.length &&
        pages.every((page) => page.startsWith(`${editor}/`)) &&
        editor === `/p/${project}/widgets/${widget}` &&
        keysOf(project) === `/p/${project}/keys`
      )
    }),
    { numRuns: 20 },
  )
})
