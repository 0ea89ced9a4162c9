import t from '@vitrine/testing/t'
import type { Asset } from '../../src/server/assets.ts'
import { nameOf, openPage, refusal } from './service-double.ts'

const page = openPage(t)
const { queries } = await import('../../src/server/queries.ts')
const { updateAsset, createFolder, updateFolder, deleteFolder } = await import(
  '../../src/library/commands.ts'
)
const { saveText, takeBackText } = await import('../../src/library/alt-run/save-text.ts')

// Each picture that is kept has a timer, which would keep the process.
t.teardown(() => queries.clear())

const boat = {
  id: 'a',
  projectId: 'p',
  revision: 3,
  filename: 'boat.jpg',
  altText: null,
  decorative: false,
  tags: ['sea'],
  folderId: null,
} as unknown as Asset
const dune = { ...boat, id: 'b', filename: 'dune.jpg' } as Asset
const list = ['assets', 'p', 'list', {}, 'createdAt,desc', 0]
const one = ['assets', 'p', 'one', 'a']
const stale = () => refusal(412, 'PRECONDITION_FAILED')

/** The list and the details of a page that shows the picture. */
function showing(asset: Asset) {
  queries.clear()
  queries.setQueryData(list, { content: [asset, dune], totalElements: 2 })
  queries.setQueryData(one, asset)
  const shown = () => ({
    inList: queries.getQueryData<{ content: Asset[] }>(list)?.content.map(({ altText }) => altText),
    inDetails: queries.getQueryData<Asset>(one)?.altText,
  })
  return shown
}

t.test('a change is shown in list and details before the service answers', async (t) => {
  const shown = showing(boat)
  let during: unknown
  page.answerBy(() => {
    during = shown()
    return { ...boat, altText: 'A boat', revision: 4 }
  })
  const updated = await updateAsset(boat, { altText: 'A boat' })
  t.same(during, { inList: ['A boat', null], inDetails: 'A boat' })
  t.equal(updated.revision, 4)
  t.equal(queries.getQueryData<Asset>(one)?.revision, 4, 'the next change is of the new revision')
})

t.test(
  'a change names the revision that the person has seen, and its own fields alone',
  async (t) => {
    showing(boat)
    page.answerBy(() => boat)
    await updateAsset(boat, { folderId: 'f' })
    const [call] = page.calls
    t.equal(call && nameOf(call), 'PUT /assets/a')
    t.equal(call?.headers.get('If-Match'), '"3"')
    t.same(call?.body, { folderId: 'f' })
  },
)

for (const [why, answer] of [
  ['is refused', () => refusal(403, 'FORBIDDEN')],
  ['is of an old revision', stale],
] as const) {
  t.test(`a change that ${why} is taken back where it was shown`, async (t) => {
    const shown = showing(boat)
    page.answerBy(answer)
    await t.rejects(updateAsset(boat, { altText: 'A boat' }))
    t.same(shown(), { inList: [null, null], inDetails: null })
  })
}

t.test('a picture that no page shows is changed all the same', async (t) => {
  queries.clear()
  page.answerBy(() => ({ ...boat, altText: 'A boat' }))
  await updateAsset(boat, { altText: 'A boat' })
  t.equal(queries.getQueryData(list), undefined, 'and no list of one picture appears')
})

t.test('after a change the lists, folders and counts are read again', async (t) => {
  showing(boat)
  for (const key of [
    ['folders', 'p'],
    ['project', 'p'],
    ['assets', 'other', 'list'],
  ]) {
    queries.setQueryData(key, [])
  }
  page.answerBy(() => boat)
  await updateAsset(boat, { tags: [] })
  const isOld = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated
  t.same([list, ['folders', 'p'], ['project', 'p']].map(isOld), [true, true, true])
  t.equal(isOld(['assets', 'other', 'list']), false, 'those of another project are not')
})

/** The service, in which another person has changed the picture once. */
function changedByOthers(now: Asset) {
  const puts: { revision: string | null; body: unknown }[] = []
  page.answerBy((call) => {
    if (call.method === 'GET') return now
    const revision = call.headers.get('If-Match')
    puts.push({ revision, body: call.body })
    if (revision !== `"${now.revision}"`) return stale()
    return { ...now, ...(call.body as Partial<Asset>), revision: now.revision + 1 }
  })
  return puts
}

t.test('in the run a text is saved over a change of other fields by another person', async (t) => {
  showing(boat)
  const puts = changedByOthers({ ...boat, tags: ['sea', 'harbour'], revision: 7 })
  const saved = await saveText(boat, { altText: 'A boat', decorative: false })
  t.equal(saved.altText, 'A boat')
  t.same(saved.tags, ['sea', 'harbour'], 'which stays')
  t.same(
    puts.map(({ revision }) => revision),
    ['"3"', '"7"'],
  )
})

t.test('a text of another person is shown, and replaced only by saving again', async (t) => {
  const theirs = { ...boat, altText: 'A ship', revision: 7 } as Asset
  showing(boat)
  const puts = changedByOthers(theirs)
  await t.rejects(saveText(boat, { altText: 'A boat', decorative: false }), {
    message: 'Another person has written: “A ship”. Save again to replace it.',
  })
  t.equal(puts.length, 1, 'nothing is sent over it')
  const again = queries.getQueryData<Asset>(one)
  t.equal(again?.altText, 'A ship')
  t.equal((await saveText(again as Asset, { altText: 'A boat' })).altText, 'A boat')
})

t.test('a picture that another person has called decorative says so', async (t) => {
  showing(boat)
  changedByOthers({ ...boat, decorative: true, revision: 7 })
  await t.rejects(saveText(boat, { altText: 'A boat' }), {
    message: 'Another person has marked it as decorative. Save again to replace that.',
  })
})

t.test('other refusals of a text are passed on', async (t) => {
  showing(boat)
  page.answerBy(() => refusal(404, 'ASSET_NOT_FOUND'))
  await t.rejects(saveText(boat, { altText: 'A boat' }), { code: 'ASSET_NOT_FOUND' })
})

const after = { ...boat, altText: 'A boat', revision: 4 } as Asset

t.test('a text is taken back to the former one, decorative or not', async (t) => {
  showing(after)
  for (const before of [boat, { ...boat, altText: 'Old' }, { ...boat, decorative: true }]) {
    const puts = changedByOthers(after)
    await takeBackText({ before: before as Asset, after })
    const { altText, decorative } = before
    t.same(puts, [{ revision: '"4"', body: { altText, decorative } }])
  }
})

t.test('it is taken back over a change of other fields, but not of the text', async (t) => {
  showing(after)
  const puts = changedByOthers({ ...after, filename: 'ship.jpg', revision: 9 })
  await takeBackText({ before: boat, after })
  t.equal(puts.at(-1)?.revision, '"9"')
  changedByOthers({ ...after, altText: 'A ship', revision: 10 })
  await t.rejects(takeBackText({ before: boat, after }), {
    message: 'Another person has changed this since, so it is kept.',
  })
})

const folder = {
  id: 'f',
  projectId: 'p',
  name: 'Beach',
  path: 'Beach',
  parentId: null,
  revision: 2,
}

t.test('a folder is made at the top or in another one', async (t) => {
  page.answerBy(() => folder)
  await createFolder('p', 'Beach', null)
  await createFolder('p', 'Dunes', 'f')
  t.same(
    page.calls.map(({ body }) => body),
    [{ name: 'Beach' }, { name: 'Dunes', parentId: 'f' }],
  )
})

t.test('a folder that was changed since is neither changed nor deleted', async (t) => {
  const given = folder as Parameters<typeof deleteFolder>[0]
  page.answerBy(stale)
  await t.rejects(updateFolder(given, { parentId: null }), { code: 'PRECONDITION_FAILED' })
  await t.rejects(deleteFolder(given), { code: 'PRECONDITION_FAILED' })
  t.same(
    page.calls.map((call) => [nameOf(call), call.headers.get('If-Match'), call.query.toString()]),
    [
      ['PUT /folders/f', '"2"', ''],
      ['DELETE /folders/f', '"2"', 'recursive=true'],
    ],
  )
})
