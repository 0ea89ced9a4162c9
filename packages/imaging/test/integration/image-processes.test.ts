import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gif, pngHeader } from '@vitrine/testing/hostile'
import t, { type Test } from '@vitrine/testing/t'
import { ingest, render } from '../../src/direct.js'
import { createEndlessPicture } from '../endless-picture.js'
import { noise } from '../pictures.js'
import { smallerWebp } from '../smaller-webp.js'
import { startImages } from '../start-images.js'

const limits = { maxPixels: 10_000_000 }

async function write(t: Test, bytes: Buffer) {
  const directory = t.testdir({ mezzanines: {} })
  const path = join(directory, 'picture')
  await writeFile(path, bytes)
  return { directory, path, output: join(directory, 'rendition') }
}

t.test('a rendition has the same bytes as one rendered in this process', async (t) => {
  const { path, output, directory } = await write(t, await noise(40, 30).jpeg().toBuffer())
  const images = startImages(t)
  const expected = await render(path, smallerWebp(), { limits })
  const { sizeBytes, tookMs } = await images.render(path, smallerWebp(), output)
  t.equal(sizeBytes, expected.length)
  t.ok(tookMs > 0)
  t.ok((await readFile(output)).equals(expected))
  t.equal((await stat(output)).mode & 0o777, 0o600, 'readable only by its owner')
  t.strictSame((await readdir(directory)).sort(), ['mezzanines', 'picture', 'rendition'])
})

t.test('an upload has the same result as in this process', async (t) => {
  const { path, directory } = await write(t, await noise(1600, 1200).jpeg().toBuffer())
  const images = startImages(t)
  const into = join(directory, 'mezzanines')
  const told = await images.ingest(path, into)
  const files = await Promise.all(told.mezzanines.map((mezzanine) => readFile(mezzanine.path)))
  t.equal(told.mezzanines.length, 1)
  t.strictSame(await ingest(path, { directory: into, limits }), told)
  const own = await Promise.all(told.mezzanines.map((mezzanine) => readFile(mezzanine.path)))
  t.ok(files.every((bytes, i) => own[i]?.equals(bytes)))
})

t.test('errors are the same as in this process', async (t) => {
  const table: [string, Buffer, code: string, message: RegExp][] = [
    ['no picture', Buffer.from('no picture'), 'UNSUPPORTED_IMAGE', /not an intact/],
    ['too large', pngHeader(16_000, 16_000), 'IMAGE_TOO_LARGE', /16000 × 16000 pixels/],
  ]
  const images = startImages(t)
  for (const [name, bytes, code, message] of table) {
    const error = { name: 'AppError', code, message }
    const { path, directory, output } = await write(t, bytes)
    await t.rejects(images.ingest(path, directory), error, `${name}, ingested`)
    await t.rejects(images.render(path, smallerWebp(), output), error, `${name}, rendered`)
    t.strictSame((await readdir(directory)).sort(), ['mezzanines', 'picture'], 'no files remain')
  }
  const { path, output } = await write(t, await noise(40, 30).jpeg().toBuffer())
  const missing = images.render(`${path}-missing`, smallerWebp(), output)
  await t.rejects(missing, { name: 'Error', message: /missing/ }, 'a missing file')
  const nowhere = images.render(path, smallerWebp(), join(path, 'below', 'a-file'))
  await t.rejects(nowhere, { name: 'Error', code: 'ENOTDIR' }, 'a path below a file')
  t.strictSame(images.deaths, [], 'no process died')
})

const given = { code: 'OVERLOADED', retryAfterSeconds: 5 }

t.test('an image that waits too long is given up, and is not rejected as invalid', async (t) => {
  const { directory, path, output } = await write(t, await noise(40, 30).jpeg().toBuffer())
  const endless = await createEndlessPicture(t, join(directory, 'endless'))
  const images = startImages(t, { timeoutSeconds: 10 })
  await t.rejects(images.render(endless.path, smallerWebp(), output), given)
  await t.rejects(images.ingest(endless.path, directory), given)
  t.match(images.deaths, [/SIGKILL/, /SIGKILL/], 'not tried again')
  await t.resolves(images.render(path, smallerWebp(), output), 'the next image gets a new process')
})

t.test('an image that takes too much CPU time is given up and rejected', async (t) => {
  const { directory, path, output } = await write(
    t,
    await noise(4000, 3000).jpeg({ progressive: true }).toBuffer(),
  )
  const images = startImages(t, {
    limits: { maxPixels: 100_000_000, cpuSeconds: { base: 0.01, perMegapixel: 0 } },
  })
  const plan = smallerWebp({ width: 4000, height: 3000 })
  const tooMuch = { code: 'IMAGE_TOO_COSTLY', message: /more than 0.0 seconds of CPU time/ }
  await t.rejects(images.render(path, plan, output), tooMuch)
  await t.rejects(images.ingest(path, join(directory, 'mezzanines')), tooMuch)
  t.match(images.deaths, [/SIGKILL/, /SIGKILL/], 'not tried again')
})

t.test('an animation of a thousand frames is given up while it is being encoded', async (t) => {
  const size = { width: 400, height: 300 }
  const frames = Array.from({ length: 1000 }, (_, i) => ({
    left: i % 300,
    top: i % 200,
    width: 90,
    height: 90,
    ...({ colour: i % 3, disposal: 1, delay: 5 } as const),
  }))
  const { path, output, directory } = await write(t, gif(size, frames as never))
  const images = startImages(t, {
    limits: { maxPixels: 200_000_000, cpuSeconds: { base: 0.1, perMegapixel: 0 } },
  })
  const plan = smallerWebp({ ...size, contentType: 'image/gif', frameCount: 1000 })
  await t.rejects(images.render(path, plan, output), { code: 'IMAGE_TOO_COSTLY' })
  t.match(images.deaths, [/SIGKILL/])
  t.strictSame((await readdir(directory)).sort(), ['mezzanines', 'picture'], 'no files remain')
})
