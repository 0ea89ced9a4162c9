import { randomUUID } from 'node:crypto'
import t, { type Test } from '@vitrine/testing/t'
import { createEventStream } from '../../src/index.js'
import { openCache } from './open-cache.js'

/** An empty stream. */
const open = async (t: Test) => createEventStream(await openCache(t), `test:${randomUUID()}`)

t.test('entries are read in order and removed', async (t) => {
  const stream = await open(t)
  t.equal(await stream.append(['a', 'b'], 10), 2)
  t.equal(await stream.append(['c'], 10), 3)
  const oldest = (await stream.read(2)) ?? []
  t.same(
    oldest.map(({ text }) => text),
    ['a', 'b'],
  )
  await stream.remove(oldest)
  t.match(await stream.read(10), [{ text: 'c' }])
})

t.test('a full stream takes nothing more, and loses nothing', async (t) => {
  const stream = await open(t)
  t.equal(await stream.append(['a', 'b'], 2), 2)
  t.equal(await stream.append(['c'], 2), 'full')
  t.equal(await stream.length(), 2)
  await stream.remove((await stream.read(1)) ?? [])
  t.equal(await stream.append(['c'], 2), 2)
})

t.test('an entry of another stream with the same id is not removed', async (t) => {
  const stream = await open(t)
  await stream.append(['a'], 10)
  const [entry] = (await stream.read(1)) ?? []
  if (entry) await stream.remove([{ ...entry, text: 'other' }])
  t.equal(await stream.length(), 1)
})
