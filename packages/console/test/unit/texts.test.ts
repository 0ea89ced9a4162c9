import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  changeOf,
  fieldsOf,
  noFolder,
  shownOf,
  valuesOf,
  withValue,
} from '../../src/library/details/fields.ts'
import type { Asset } from '../../src/library/queries.ts'
import type { Folder } from '../../src/server/folders.ts'

const asset = (more: Partial<Asset> = {}) =>
  ({ altText: 'A boat', decorative: false, tags: ['sea'], folderId: null, ...more }) as Asset
const folder = (id: string, path: string) => ({ id, path }) as Folder

t.test('a form that nobody has changed sends nothing', async () => {
  const tag = fc.stringMatching(/^[a-z]{1,6}$/)
  const any = fc.record({
    altText: fc.option(fc.stringMatching(/^[A-Za-z ]*[a-z]$/)),
    tags: fc.uniqueArray(tag, { maxLength: 5 }),
    folderId: fc.option(fc.uuid()),
  })
  fc.assert(
    fc.property(any, ({ altText, tags, folderId }) => {
      const one = asset({ altText: altText?.trim() ?? null, tags, folderId })
      return Object.keys(changeOf(one, fieldsOf(one))).length === 0
    }),
  )
})

t.test('the fields that differ are sent alone', async (t) => {
  const one = asset()
  const fields = fieldsOf(one)
  t.same(changeOf(one, { ...fields, altText: ' Two boats ' }), { altText: 'Two boats' })
  t.same(changeOf(one, { ...fields, altText: '  ' }), { altText: null })
  t.same(changeOf(one, { ...fields, tags: 'sea, sand' }), { tags: ['sea', 'sand'] })
  t.same(changeOf(one, { ...fields, folder: 'f' }), { folderId: 'f' })
  t.same(changeOf(asset({ folderId: 'f' }), { ...fields, folder: noFolder }), { folderId: null })
})

t.test('a decorative picture has no text', async (t) => {
  const one = asset()
  t.same(changeOf(one, { ...fieldsOf(one), decorative: true }), { altText: null, decorative: true })
})

t.test('each field is taken over by its name', async (t) => {
  const theirs = asset({ altText: 'Dunes', decorative: true, tags: ['a', 'b'], folderId: 'f' })
  const taken = shownOf(theirs, [folder('f', '/Summer')]).reduce(
    (fields, { name, value }) => withValue(fields, name, value),
    fieldsOf(asset()),
  )
  t.same(taken, fieldsOf(theirs))
  t.same(valuesOf(taken), { altText: 'Dunes', tags: 'a, b', folder: 'f', decorative: 'yes' })
})

t.test('a folder is shown by its path, and a choice in words', async (t) => {
  const words = (one: Asset) =>
    Object.fromEntries(
      shownOf(one, [folder('f', '/Summer')]).map(({ name, words, value }) => [
        name,
        words ?? value,
      ]),
    )
  t.match(words(asset({ folderId: 'f', decorative: true })), {
    folder: '/Summer',
    decorative: 'yes',
  })
  t.match(words(asset({ folderId: 'gone' })), { folder: 'No folder', decorative: 'no' })
})
