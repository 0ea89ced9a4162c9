import t from '@vitrine/testing/t'
import type { BulkStep } from '../../src/library/commands.ts'
import type { Target } from '../../src/library/target.ts'
import type { Asset } from '../../src/server/assets.ts'
import { type Call, nameOf, openPage, refusal } from './service-double.ts'

const page = openPage(t)
const { changeMany } = await import('../../src/library/commands.ts')
const { undoOf } = await import('../../src/library/undo.ts')

const project = 'p'
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `a${index}`)
const byId = (count: number): Target => ({ kind: 'ids', ids: ids(count) })

type Body = {
  action: string
  assetIds?: string[]
  tags?: string[]
  assets?: { id: string; folderId?: string | null; altText?: string | null; decorative?: boolean }[]
}
const bodyOf = ({ body }: Call): Body => body as Body
const idsOf = (call: Call): string[] => {
  const { assetIds, assets = [] } = bodyOf(call)
  return assetIds ?? assets.map(({ id }) => id)
}
const changes = (): Call[] => page.calls.filter((call) => nameOf(call) === 'POST /assets/bulk')

const asset = (id: string, more: Partial<Asset> = {}) =>
  ({ id, folderId: null, altText: null, decorative: false, tags: [], ...more }) as unknown as Asset

/** A project with these pictures, in which some cannot be changed. */
function having(pictures: readonly Asset[], locked: readonly string[] = []) {
  page.answerBy((call) => {
    if (nameOf(call) === 'GET /assets') {
      const asked = call.query.getAll('id')
      return { content: pictures.filter(({ id }) => asked.includes(id)) }
    }
    const results = idsOf(call).map((id) => ({
      id,
      status: locked.includes(id) ? 'not_found' : 'ok',
    }))
    return { results }
  })
}

const move: BulkStep = { action: 'move', folderId: 'f' }
const noProgress = () => undefined

t.test('pictures are changed by calls that name 500 at most', async (t) => {
  having([])
  const parts: number[] = []
  const failed = await changeMany(project, byId(1201), move, (part) => parts.push(part))
  t.equal(failed, 0)
  t.same(
    changes().map((call) => idsOf(call).length),
    [500, 500, 201],
  )
  t.same(changes().flatMap(idsOf), ids(1201), 'each once, in their order')
  t.equal(parts.at(-1), 1)
  t.same(
    parts,
    parts.toSorted((a, b) => a - b),
  )
})

t.test('pictures that could not be changed are counted over all calls', async (t) => {
  having([], ['a1', 'a499', 'a500', 'a600'])
  t.equal(await changeMany(project, byId(601), { action: 'delete' }, noProgress), 4)
})

t.test('a change of values gives them to each picture', async (t) => {
  having([])
  const values = { altText: 'Waves', decorative: false }
  await changeMany(project, byId(2), { action: 'update', values }, noProgress)
  t.same(changes().map(bodyOf), [
    { action: 'update', assets: ids(2).map((id) => ({ id, ...values })) },
  ])
})

t.test('a refused call ends the change, and those before it stay done', async (t) => {
  page.answerBy(() => (page.calls.length === 1 ? { results: [] } : refusal(403, 'FORBIDDEN')))
  await t.rejects(changeMany(project, byId(1400), move, noProgress), { code: 'FORBIDDEN' })
  t.equal(changes().length, 2, 'the third is not sent')
})

const all: Target = { kind: 'filter', filter: { unused: true }, exceptIds: ['x'], expectedCount: 9 }
const job = (more: object) => ({
  id: 'j',
  total: 9,
  done: 0,
  failedCount: 0,
  state: 'RUNNING',
  ...more,
})

t.test('a change of all that match names the filter and how many a person has seen', async (t) => {
  page.answerBy((call) =>
    call.method === 'POST' ? { jobId: 'j' } : job({ state: 'DONE', done: 9 }),
  )
  t.equal(await changeMany(project, all, { action: 'tag', tags: ['sea'] }, noProgress), 0)
  t.same(page.names(), ['POST /assets/bulk', 'GET /jobs/j'])
  t.same(page.calls[0]?.body, {
    action: 'tag',
    tags: ['sea'],
    filter: { unused: true },
    exceptIds: ['x'],
    expectedCount: 9,
  })
})

t.test('its progress is that of the job, until the job has ended', async (t) => {
  const states = [job({ done: 3 }), job({ done: 9, failedCount: 2, state: 'DONE' })]
  page.answerBy((call) => (call.method === 'POST' ? { jobId: 'j' } : states.shift()))
  const parts: number[] = []
  const failed = await changeMany(project, all, move, (part) => parts.push(Math.round(part * 9)))
  t.equal(failed, 2)
  t.same(parts, [3, 9])
})

t.test('of a job that broke, the rest counts as not changed', async (t) => {
  page.answerBy((call) =>
    call.method === 'POST' ? { jobId: 'j' } : job({ done: 4, failedCount: 1, state: 'FAILED' }),
  )
  t.equal(await changeMany(project, all, move, noProgress), 6)
})

t.test('what cannot be taken back has no undo, and asks for nothing', async (t) => {
  having([])
  const tag: BulkStep = { action: 'tag', tags: ['sea'] }
  t.equal(await undoOf(project, byId(1), { action: 'delete' }), null)
  t.equal(await undoOf(project, all, tag), null)
  t.equal(await undoOf(project, byId(501), tag), null)
  t.same(page.calls, [])
})

t.test('the undo of a move puts each picture back into its own folder', async (t) => {
  having([asset('a0', { folderId: 'f1' }), asset('a1'), asset('a2', { folderId: 'f2' })])
  const undo = await undoOf(project, byId(3), move)
  page.calls.length = 0
  await undo?.()
  t.same(changes().map(bodyOf), [
    {
      action: 'update',
      assets: [
        { id: 'a0', folderId: 'f1' },
        { id: 'a1', folderId: null },
        { id: 'a2', folderId: 'f2' },
      ],
    },
  ])
})

t.test('the undo of a text gives each picture the one that it had', async (t) => {
  having([asset('a0', { altText: 'Boat' }), asset('a1', { decorative: true }), asset('a2')])
  const values = { altText: 'Waves', decorative: false }
  const undo = await undoOf(project, byId(3), { action: 'update', values })
  page.calls.length = 0
  await undo?.()
  t.same(bodyOf(changes()[0] as Call).assets, [
    { id: 'a0', altText: 'Boat', decorative: false },
    { id: 'a1', altText: null, decorative: true },
    { id: 'a2', altText: null, decorative: false },
  ])
})

t.test('the undo of tags removes those that were added, and no others', async (t) => {
  having([asset('a0', { tags: ['sea'] }), asset('a1', { tags: ['old'] }), asset('a2')])
  const undo = await undoOf(project, byId(3), { action: 'tag', tags: ['sea', 'sand', 'old'] })
  page.calls.length = 0
  await undo?.()
  t.same(changes().map(bodyOf), [
    { action: 'untag', tags: ['sea'], assetIds: ['a1', 'a2'] },
    { action: 'untag', tags: ['sand'], assetIds: ['a0', 'a1', 'a2'] },
    { action: 'untag', tags: ['old'], assetIds: ['a0', 'a2'] },
  ])
})

t.test('what was deleted since is left out of the undo', async (t) => {
  having([asset('a0', { folderId: 'f1' })])
  const undo = await undoOf(project, byId(2), move)
  page.calls.length = 0
  await undo?.()
  t.same(changes().flatMap(idsOf), ['a0'])
})

t.test('an undo that leaves pictures as they are says how many', async (t) => {
  having([asset('a0'), asset('a1'), asset('a2')], ['a1', 'a2'])
  const undo = await undoOf(project, byId(3), move)
  await t.rejects(undo?.() ?? Promise.resolve(), { message: '2 pictures were not changed.' })
  const tags = await undoOf(project, byId(3), { action: 'tag', tags: ['sea', 'sand'] })
  await t.rejects(tags?.() ?? Promise.resolve(), { message: '2 pictures were not changed.' })
})
