import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryBudget } from '@vitrine/imaging'
import { imageChildren, until } from '@vitrine/testing'
import { flatPng } from '@vitrine/testing/hostile'
import t, { type Test } from '@vitrine/testing/t'
import { createEndlessPicture } from '../endless-picture.js'
import { writePicture } from '../files.js'
import { noise } from '../pictures.js'
import { smallerWebp } from '../smaller-webp.js'
import { startImages } from '../start-images.js'

const photo = await noise(40, 30).jpeg().toBuffer()
const empty = { code: 'UNSUPPORTED_IMAGE' }

async function prepare(t: Test) {
  const directory = t.testdir({ picture: photo })
  return {
    directory,
    path: join(directory, 'picture'),
    output: join(directory, 'out'),
    endless: (name: string) => createEndlessPicture(t, join(directory, name)),
  }
}

t.test('processes are started on demand, up to the limit', async (t) => {
  const { directory, endless } = await prepare(t)
  const [a, b, c] = [await endless('a'), await endless('b'), await endless('c')]
  const images = startImages(t, { processes: 2 })
  t.strictSame(await imageChildren(), [], 'none when idle')

  const first = t.rejects(images.ingest(a.path, directory), empty)
  await a.begun()
  t.equal((await imageChildren()).length, 1)
  const second = t.rejects(images.ingest(b.path, directory), empty)
  await b.begun()
  const third = t.rejects(images.ingest(c.path, directory), empty)
  t.equal((await imageChildren()).length, 2, 'the third waits')
  await a.finish()
  await first
  await c.begun()
  t.equal((await imageChildren()).length, 2)
  await Promise.all([b.finish(), c.finish(), second, third])
})

t.test('a process handles one image at a time, in order of arrival', async (t) => {
  const { path, output } = await prepare(t)
  const images = startImages(t)
  const done: number[] = []
  const processes = new Set<number>()
  const work = [0, 1, 2, 3].map(async (i) => {
    await images.render(path, smallerWebp(), `${output}-${i}`)
    done.push(i)
    for (const pid of await imageChildren()) processes.add(pid)
  })
  await Promise.all(work)
  t.strictSame(done, [0, 1, 2, 3])
  t.equal(processes.size, 1)
})

t.test('idle processes end before a large image, and its own with it', async (t) => {
  const { directory, path, output, endless } = await prepare(t)
  const [a, b, large] = [await endless('a'), await endless('b'), await endless('large')]
  const images = startImages(t, { processes: 2 })
  const small = [a, b].map(({ path }) => t.rejects(images.ingest(path, directory), empty))
  await Promise.all([a.begun(), b.begun()])
  await Promise.all([a.finish(), b.finish(), ...small])
  t.equal((await imageChildren()).length, 2, 'both stay for the next image')

  const memoryBytes = 300 * 1024 * 1024
  const work = images.render(large.path, smallerWebp(), `${output}-large`, { memoryBytes })
  await large.begun()
  t.equal((await imageChildren()).length, 1, 'the idle one has ended')
  await large.finish(photo)
  await work
  t.strictSame(await imageChildren(), [], 'that of the large image has ended')
  await t.resolves(images.render(path, smallerWebp(), output), 'the next one gets a new process')
})

t.test('idle processes of others with the same budget end when most of it is taken', async (t) => {
  const { directory, path } = await prepare(t)
  const memory = createMemoryBudget(400 * 1024 * 1024)
  const limits = { maxPixels: 100_000_000 }
  const others = startImages(t, { limits, memory })
  await others.ingest(path, directory)
  const [idle = 0] = await imageChildren()
  const images = startImages(t, { limits, memory })
  await images.ingest(path, directory)
  t.ok((await imageChildren()).includes(idle), 'a small one leaves it')
  const size = { width: 8000, height: 8000, bitDepth: 8, channels: 3 } as const
  const large = writePicture(t, flatPng({ ...size, isInterlaced: true }))
  await images.ingest(large, directory)
  t.notOk((await imageChildren()).includes(idle))
})

t.test('an idle process ends', async (t) => {
  const { path, output } = await prepare(t)
  const images = startImages(t, { idleSeconds: 0.05 })
  await images.render(path, smallerWebp(), output)
  t.ok(await until(async () => (await imageChildren()).length === 0))
  await t.resolves(images.render(path, smallerWebp(), output), 'another one starts on demand')
  t.strictSame(images.deaths, [], 'this is not reported as a death')
})

t.test('an image aborted while it waits is never started', async (t) => {
  const { directory, endless, path, output } = await prepare(t)
  const busy = await endless('busy')
  const images = startImages(t)
  const first = t.rejects(images.ingest(busy.path, directory), empty)
  await busy.begun()
  const client = new AbortController()
  const waiting = images.render(path, smallerWebp(), output, { signal: client.signal })
  client.abort(new Error('the client left'))
  await t.rejects(waiting, { message: 'the client left' }, 'at once')
  await busy.finish()
  await first
  await images.render(path, smallerWebp(), `${output}-next`)
  t.strictSame((await readdir(directory)).sort(), ['busy', 'out-next', 'picture'])

  const late = images.render(path, smallerWebp(), output, { signal: client.signal })
  await t.rejects(late, { message: 'the client left' }, 'aborted beforehand')
})

t.test('an upload aborted after its start ends its process', async (t) => {
  const { directory, endless, path, output } = await prepare(t)
  const endlessly = await endless('endless')
  const images = startImages(t)
  const client = new AbortController()
  const begun = images.ingest(endlessly.path, directory, { signal: client.signal })
  await endlessly.begun()
  const [pid] = await imageChildren()
  client.abort(new Error('the client left'))
  await t.rejects(begun, { message: 'the client left' }, 'at once')
  await images.render(path, smallerWebp(), output)
  t.notOk((await imageChildren()).includes(pid ?? 0), 'the next image has another one')
  t.strictSame(images.deaths, [], 'this is not reported as a death')
})

t.test('a rendition aborted after its start occupies its process until it is done', async (t) => {
  const { directory, endless, path, output } = await prepare(t)
  const busy = await endless('busy')
  const images = startImages(t)
  const client = new AbortController()
  const begun = images.render(busy.path, smallerWebp(), output, { signal: client.signal })
  await busy.begun()
  client.abort(new Error('the client left'))
  await t.rejects(begun, { message: 'the client left' }, 'at once')

  let isNextDone = false
  const next = images.render(path, smallerWebp(), `${output}-next`).then(() => {
    isNextDone = true
  })
  t.equal((await imageChildren()).length, 1)
  t.notOk(isNextDone)
  await busy.finish()
  await next
  t.strictSame((await readdir(directory)).sort(), ['busy', 'out-next', 'picture'])
})

t.test('an image that is aborted too late leaves no files', async (t) => {
  const { directory, endless, path, output } = await prepare(t)
  const late = await endless('late')
  const images = startImages(t)
  const client = new AbortController()
  const begun = images.render(late.path, smallerWebp(), output, { signal: client.signal })
  await late.begun()
  client.abort(new Error('the client left'))
  await t.rejects(begun, { message: 'the client left' })
  await late.finish(photo)
  await images.render(path, smallerWebp(), `${output}-next`)
  t.strictSame((await readdir(directory)).sort(), ['late', 'out-next', 'picture'])
})

t.test('closing ends idle processes', async (t) => {
  const { path, output } = await prepare(t)
  const images = startImages(t)
  await images.render(path, smallerWebp(), output)
  await images.close()
  t.strictSame(await imageChildren(), [])
  const late = images.render(path, smallerWebp(), output)
  await t.rejects(late, { code: 'OVERLOADED', message: /shutting down/ })
  t.strictSame(images.deaths, [])
})

t.test('closing waits for images in progress and rejects waiting ones', async (t) => {
  const { directory, endless, path, output } = await prepare(t)
  const busy = await endless('busy')
  const images = startImages(t)
  const begun = t.rejects(images.ingest(busy.path, directory), empty)
  await busy.begun()
  const waiting = t.rejects(images.render(path, smallerWebp(), output), { code: 'OVERLOADED' })
  const closed = images.close()
  await busy.finish()
  await Promise.all([begun, waiting, closed])
  t.strictSame(await imageChildren(), [])
  t.strictSame(images.deaths, [])
})

t.test('closing waits for a limited time', async (t) => {
  const { directory, endless } = await prepare(t)
  const busy = await endless('busy')
  const images = startImages(t)
  const begun = t.rejects(images.ingest(busy.path, directory))
  await busy.begun()
  await images.close()
  await begun
  t.strictSame(await imageChildren(), [])
  t.match(images.deaths, [/SIGKILL/], 'and does not retry it')
})
