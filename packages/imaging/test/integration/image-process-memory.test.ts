// Needs a process of its own: it measures the memory of the children of the process.
import { execFile } from 'node:child_process'
import { readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { imageChildren, readProc } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { reservedForCode } from '../../src/processes/confinement.js'
import { confined, mebibyte } from '../confined-images.js'
import { createEndlessPicture } from '../endless-picture.js'
import { plain, RED } from '../pictures.js'
import { smallerWebp } from '../smaller-webp.js'
import { startImages } from '../start-images.js'

const execute = promisify(execFile)

t.test('an image that is refused memory is rejected at once', async (t) => {
  const bomb = await plain(5000, 5000, RED).gif({ effort: 1 }).toBuffer()
  const { directory, images, small, pid } = await confined(t, 40 * mebibyte)
  const path = join(directory, 'bomb')
  await writeFile(path, bomb)
  const output = join(directory, 'bomb-out')
  const work = () => images.render(path, smallerWebp(), output)
  await t.rejects(work, { code: 'IMAGE_TOO_LARGE', message: /takes more memory/ })
  t.equal(images.deaths.length, 1, 'it is not retried')
  await t.resolves(small(), 'the next picture is processed')
  t.notMatch(await imageChildren(), [pid], 'by a new process')
})

t.test('an image with few rows takes little memory, however wide it is', async (t) => {
  const directory = t.testdir({})
  const path = join(directory, 'wide')
  await writeFile(path, await plain(16_000, 30, RED).jpeg().toBuffer())
  const maxMemoryBytes = 100 * mebibyte
  const images = startImages(t, { limits: { maxPixels: 100_000_000, maxMemoryBytes } })
  await t.resolves(images.ingest(path, directory))
  await t.resolves(images.render(path, smallerWebp(), join(directory, 'out')))
})

t.test('an image process is confined by the mechanisms that the system offers', async (t) => {
  const offers = (command: string, ...args: string[]) =>
    execute(command, [...args, 'true']).then(
      () => true,
      () => false,
    )
  const directory = t.testdir({})
  const busy = await createEndlessPicture(t, join(directory, 'busy'))
  const maxMemoryBytes = 100 * mebibyte
  const images = startImages(t, { limits: { maxPixels: 1000, maxMemoryBytes } })
  const work = t.rejects(images.ingest(busy.path, directory), { code: 'UNSUPPORTED_IMAGE' })
  await busy.begun()
  const [pid = 0] = await imageChildren()

  const limits = (await readProc(pid, 'limits')) ?? ''
  const hard = Number(/^Max data size\s+\d+\s+(\d+)/m.exec(limits)?.[1])
  const reserved = reservedForCode(await readFile('/proc/self/maps', 'latin1'))
  const expected = 308 * mebibyte + reserved
  t.equal(hard === expected, await offers('prlimit', `--data=${expected}`))
  const noNewPrivileges = /^NoNewPrivs:\t1$/m.test((await readProc(pid, 'status')) ?? '')
  t.equal(noNewPrivileges, await offers('setpriv', '--no-new-privs'))
  const networks = await Promise.all([pid, process.pid].map((id) => readlink(`/proc/${id}/ns/net`)))
  t.equal(networks[0] !== networks[1], await offers('unshare', '--user', '--net', '--ipc'))
  await busy.finish()
  await work
})
