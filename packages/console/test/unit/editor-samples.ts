import fc from 'fast-check'
import type { Asset } from '../../src/editor/queries.ts'
import type { Fields, Item, Widget } from '../../src/editor/working-copy/fields.ts'

/** A place of a list, whose picture is the part of the key before the dot. */
export const itemOf = (key: string, change: Partial<Item> = {}): Item => ({
  key,
  assetId: key.split('.')[0] ?? '',
  caption: null,
  altText: null,
  link: null,
  video: null,
  ...change,
})

/** A widget of these pictures, each once. */
export const fieldsWith = (ids: readonly string[], change: Partial<Fields> = {}): Fields => ({
  name: 'Summer',
  slug: 'summer',
  layout: 'GRID',
  config: {},
  theme: {},
  items: ids.map((id) => itemOf(`${id}.0`)),
  ...change,
})

/** What the server has, when a page has saved the fields. */
export const widgetOf = (fields: Fields, revision = 1): Widget =>
  ({
    ...fields,
    revision,
    id: 'w',
    projectId: 'p',
    status: 'DRAFT',
    items: fields.items.map(({ key: _, ...rest }) => rest),
  }) as unknown as Widget

export const assetOf = (id: string, change: Partial<Asset> = {}): Asset =>
  ({
    id,
    filename: `${id}.jpg`,
    altText: `Alt of ${id}`,
    decorative: false,
    width: 4,
    height: 3,
    contentType: 'image/jpeg',
    focalPoint: null,
    placeholder: null,
    originalUrl: `https://images.example/${id}`,
    ...change,
  }) as unknown as Asset

export const assetsOf = (ids: readonly string[]): ReadonlyMap<string, Asset> =>
  new Map(ids.map((id) => [id, assetOf(id)]))

/** Names, one for each place of a list of this length. */
export const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `p${index}`)

const text = fc.constantFrom(null, '', 'Dunes', 'Harbour')
const link = fc.constantFrom(null, { url: '/a', newTab: false }, { url: '/a', newTab: true })

/** What a person can write for a place of the list. */
export const texts: fc.Arbitrary<Pick<Item, 'caption' | 'altText' | 'link'>> = fc.record({
  caption: text,
  altText: text,
  link,
})

/** Lists of few pictures in any order, with any texts, so that two people meet. */
export const lists = (ids: readonly string[]): fc.Arbitrary<Item[]> =>
  fc
    .shuffledSubarray([...ids])
    .chain((some) => fc.tuple(...some.map((id) => texts.map((own) => itemOf(`${id}.0`, own)))))

const values = fc.dictionary(fc.constantFrom('gap', 'columns', 'lightbox'), fc.nat(2))

/** States of a widget as people make them. */
export const anyFields: fc.Arbitrary<Fields> = fc.record({
  name: fc.constantFrom('Summer', 'Winter', 'Spring'),
  slug: fc.constantFrom('summer', 'winter'),
  layout: fc.constantFrom('GRID', 'MASONRY'),
  config: values,
  theme: values,
  items: lists(['a', 'b', 'c', 'x', 'y']),
})
