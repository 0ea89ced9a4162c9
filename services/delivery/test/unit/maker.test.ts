import { setImmediate } from 'node:timers/promises'
import { AppError } from '@vitrine/errors'
import { type Plan, parseRendition, plan, type Source } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import t from 'tap'
import { createRenditionMaker, type RenditionMaker } from '../../src/renditions/maker.js'
import { deferred } from '../deferred.js'

const source: Source = {
  contentType: 'image/png',
  width: 64,
  height: 48,
  frameCount: 1,
  hasAlpha: false,
}
const large = { ...source, width: 6400, height: 4800 }
const planOf = (query: Record<string, string>, of = source) => {
  const made = plan(parseRendition(query, undefined), of)
  if (made === null) throw new Error('this is the original')
  return made
}
const small = planOf({ w: '32' })
const smaller = planOf({ w: '16' })

type Read = (key: string) => Promise<Buffer | null>

/** What a maker stands on: a store that answers as it is told, and slots without end. */
const on = (read: Read) => ({
  store: { read } as unknown as ObjectStore,
  slots: <Result>(task: () => Promise<Result>) => task(),
  render: (original: Buffer, { key }: Plan) => Promise.resolve(Buffer.from(`${original} ${key}`)),
})

const make = (maker: RenditionMaker, plan = small) =>
  maker.make({ projectId: 'project', assetId: 'asset', source }, plan)

t.test('requests for one rendition at the same time share one making', async (t) => {
  let reads = 0
  const maker = createRenditionMaker(
    on(async () => {
      reads += 1
      return Buffer.from('picture')
    }),
  )
  const [one, other, third] = await Promise.all([make(maker), make(maker), make(maker, smaller)])
  t.equal(one, other)
  t.equal(String(one), `picture ${small.key}`)
  t.equal(String(third), `picture ${smaller.key}`)
  t.equal(reads, 2)
  await make(maker)
  t.equal(reads, 3, 'nothing is shared with those who come later')
})

t.test('the smallest copy that is good enough is used, else the original', async (t) => {
  const table: [query: Record<string, string>, missing: string[], used: string][] = [
    [{ w: '640' }, [], 'mezzanine-1024'],
    [{ w: '1000' }, [], 'mezzanine-2048'],
    [{ w: '2000' }, [], 'original'],
    [{ w: '640' }, ['mezzanine-1024'], 'original'],
  ]
  for (const [query, missing, used] of table) {
    const maker = createRenditionMaker(
      on(async (key) => {
        const name = key.split('/').at(-1) ?? ''
        return missing.includes(name) ? null : Buffer.from(name)
      }),
    )
    const picture = { projectId: 'project', assetId: 'asset', source: large }
    const made = await maker.make(picture, planOf(query, large))
    t.match(String(made), used, `${JSON.stringify(query)} without ${missing}`)
  }
})

t.test('a failure is shared by those who waited, and forgotten then', async (t) => {
  const outcomes: Read[] = [
    () => Promise.reject(new AppError('STORE_UNAVAILABLE', 'away')),
    async () => null,
  ]
  const maker = createRenditionMaker(on(() => outcomes.shift()?.('') ?? Promise.resolve(null)))
  const failing = [make(maker), make(maker)]
  for (const attempt of failing) await t.rejects(attempt, { code: 'STORE_UNAVAILABLE' })
  t.equal(await make(maker), null, 'the original is gone')
})

t.test('an original that can no longer be decoded is a fault of ours', async (t) => {
  const broken = new AppError('UNSUPPORTED_IMAGE', 'no picture')
  const maker = createRenditionMaker({
    ...on(async () => Buffer.from('no picture')),
    render: () => Promise.reject(broken),
  })
  await t.rejects(make(maker), {
    name: 'Error',
    message: 'asset asset cannot be rendered',
    cause: broken,
  })
})

t.test('a rendition that takes too long is overload, with its Retry-After', async (t) => {
  const slow = new AppError('OVERLOADED', 'too long', { retryAfterSeconds: 5 })
  const maker = createRenditionMaker({
    ...on(async () => Buffer.from('picture')),
    render: () => Promise.reject(slow),
  })
  await t.rejects(make(maker), { name: 'AppError', code: 'OVERLOADED', retryAfterSeconds: 5 })
})

t.test('no slot is held while bytes are fetched', async (t) => {
  const fetched = deferred<Buffer>()
  const held: string[] = []
  const maker = createRenditionMaker({
    ...on(() => fetched.promise),
    slots: (task) => {
      held.push('slot')
      return task()
    },
  })
  const making = make(maker)
  await setImmediate()
  t.same(held, [])
  fetched.resolve(Buffer.from('picture'))
  await making
  t.same(held, ['slot'])
})
