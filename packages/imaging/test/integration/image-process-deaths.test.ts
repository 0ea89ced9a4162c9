// Needs a process of its own: it kills the children of the process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuSeconds, ended, imageChildren, jpeg, kill, readProc, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { createEndlessPicture } from '../endless-picture.js'
import { noise } from '../pictures.js'
import { smallerWebp } from '../smaller-webp.js'
import { startImages } from '../start-images.js'

const photo = await noise(40, 30).jpeg().toBuffer()

async function prepare(t: Test) {
  const directory = t.testdir({ picture: photo })
  const endless = await createEndlessPicture(t, join(directory, 'endless'))
  return { directory, endless, path: join(directory, 'picture'), output: join(directory, 'out') }
}

async function killChildren() {
  await Promise.all((await imageChildren()).map(kill))
}

t.test('an image survives the death of a process that waits for its data', async (t) => {
  const { endless, output, directory } = await prepare(t)
  const images = startImages(t)
  const work = images.render(endless.path, smallerWebp(), output)
  await endless.begun()
  t.strictSame(await readdir(directory), ['endless', 'picture'])
  await endless.replace(photo)
  await killChildren()
  t.match(await work, { sizeBytes: Number })
  t.match(images.deaths, [/SIGKILL/])
  t.strictSame((await readdir(directory)).sort(), ['endless', 'out', 'picture'])
})

t.test('an image survives the death of a process that is decoding it', async (t) => {
  const { directory, output } = await prepare(t)
  const path = join(directory, 'large')
  await writeFile(path, await jpeg({ width: 4000, height: 3000, progressive: true }))
  const images = startImages(t, { limits: { maxPixels: 100_000_000 } })
  const mezzanines = [{ name: '2048' }, { name: '1024' }]
  // A process that is done before the signal arrives dies while idle: then the image is sent again.
  while (images.deaths.length === 0) {
    // So that all of its CPU time is spent on this image.
    await images.render(join(directory, 'picture'), smallerWebp(), output)
    const [pid = 0] = await imageChildren()
    const before = await cpuSeconds(pid)
    let isDone = false
    const work = images.ingest(path, directory).finally(() => {
      isDone = true
    })
    await until(async () => isDone || (await cpuSeconds(pid)) > before + 0.1)
    if (!isDone) process.kill(pid, 'SIGKILL')
    t.match(await work, { source: { width: 4000 }, mezzanines })
  }
  t.match(images.deaths, [/SIGKILL/])
})

t.test('an image that kills two processes is rejected', async (t) => {
  const { endless, output, directory } = await prepare(t)
  const images = startImages(t)
  const upload = t.rejects(images.ingest(endless.path, directory), { code: 'UNSUPPORTED_IMAGE' })
  for (const _attempt of [1, 2]) {
    await endless.begun()
    await killChildren()
  }
  await upload

  const rendition = t.rejects(
    images.render(endless.path, smallerWebp(), output),
    { name: 'Error', message: /SIGKILL/ },
    'as a rendition it is an internal error',
  )
  for (const _attempt of [1, 2]) {
    await endless.begun()
    await killChildren()
  }
  await rendition
  t.equal(images.deaths.length, 4)
  t.strictSame((await readdir(directory)).sort(), ['endless', 'picture'], 'no files remain')
})

t.test('a process that died while idle is replaced', async (t) => {
  const { path, output } = await prepare(t)
  const images = startImages(t)
  await images.render(path, smallerWebp(), output)
  await killChildren()
  t.match(await images.render(path, smallerWebp(), output), { sizeBytes: Number })
})

t.test('a death does not affect other images', async (t) => {
  const { endless, path, output, directory } = await prepare(t)
  const images = startImages(t, { processes: 2 })
  const doomed = t.rejects(images.ingest(endless.path, directory), { code: 'UNSUPPORTED_IMAGE' })
  await endless.begun()
  const [first = 0] = await imageChildren()
  const others = Promise.all(
    Array.from({ length: 20 }, (_, i) => images.render(path, smallerWebp(), `${output}-${i}`)),
  )
  await kill(first)
  await endless.begun()
  t.equal((await others).length, 20)
  await killChildren()
  await doomed
})

t.test('an image is not rejected if no process can be started', async (t) => {
  const { path, output, directory } = await prepare(t)
  const images = startImages(t)
  const { execPath } = process
  t.teardown(() => {
    process.execPath = execPath
  })
  process.execPath = '/nonexistent/node'
  await t.rejects(images.ingest(path, directory), { code: 'OVERLOADED', retryAfterSeconds: 5 })
  await t.rejects(images.render(path, smallerWebp(), output), { code: 'OVERLOADED' })
  process.execPath = execPath
  await t.resolves(images.render(path, smallerWebp(), output), 'it recovers')
})

const parentProgram = fileURLToPath(new URL('../parent-program.js', import.meta.url))

t.test('image processes end with their parent, however it died', async (t) => {
  const { endless, directory } = await prepare(t)
  const parent = spawn(process.execPath, [parentProgram, endless.path, directory], {
    stdio: 'inherit',
  })
  await endless.begun()
  const [child = 0] = await imageChildren(parent.pid)
  t.match(await readProc(child, 'cmdline'), /program\.cjs/)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  t.ok(await ended(child))
})
