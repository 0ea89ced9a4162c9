// Needs a process of its own: it measures the CPU time of an image process.
import { cpuSeconds, imageChildren, jpeg, readProc, until } from '@vitrine/testing'
import { hostileFiles, largePng } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import { checkUpload, leavesNothingBehind, startHostileUploads } from '../hostile-uploads.js'

const uploads = await startHostileUploads(t)

t.test('a hostile file is accepted as an image or rejected', async (t) => {
  // The suite of imaging processes all of them.
  const files = (await hostileFiles()).filter((_, index) => index % 20 === 0)
  for (const file of files) await checkUpload(t, uploads, file)
})

t.test('rejected files leave nothing behind', async (t) => {
  await leavesNothingBehind(t, uploads)
})

t.test('the service is still the same process and has not loaded a decoder', async (t) => {
  const maps = await readProc(uploads.pid, 'maps')
  t.match(maps, /node/, 'the maps are readable')
  t.notMatch(maps, /vips|sharp/)
  await uploads.upload({ name: 'warm', bytes: Buffer.from('no picture') })
  const [child = 0] = await imageChildren(uploads.pid)
  t.match(await readProc(child, 'maps'), /vips/, 'unlike the process that decodes')
})

t.test('a PNG of 16,000 × 16,000 pixels is rejected by its header', async (t) => {
  const bytes = largePng()
  t.ok(bytes.length < 1_000_000, `${bytes.length} bytes`)
  // The process is already running, so the CPU time measured is that of this image alone.
  await uploads.upload({ name: 'warm', bytes: Buffer.from('no picture') })
  const [pid = 0] = await imageChildren(uploads.pid)
  const before = await cpuSeconds(pid)
  t.match(await uploads.upload({ name: 'large', bytes }), {
    status: 400,
    body: { code: 'IMAGE_TOO_LARGE', message: /16000 × 16000 pixels/ },
  })
  const spent = (await cpuSeconds(pid)) - before
  t.ok(spent <= 0.2, `${spent} s of CPU time in the process that read it; to decode it takes 2`)
  t.match(
    await uploads.upload({ name: 'without pixels', bytes: bytes.subarray(0, 60) }),
    { status: 400, body: { code: 'IMAGE_TOO_LARGE' } },
    'its pixels are not looked at: it is the same without them',
  )
})

t.test('an upload survives the death of the process that decodes it', async (t) => {
  const bytes = await jpeg({ width: 4000, height: 3000, progressive: true })
  await uploads.upload({ name: 'warm', bytes: Buffer.from('no picture') })
  const [pid = 0] = await imageChildren(uploads.pid)
  const before = await cpuSeconds(pid)
  const upload = uploads.upload({ name: 'photo', bytes })
  await until(async () => (await cpuSeconds(pid)) > before + 0.1)
  process.kill(pid, 'SIGKILL')
  t.match(await upload, { status: 201, body: { width: 4000, height: 3000 } })
  t.notOk((await imageChildren(uploads.pid)).includes(pid), 'in another process')
})
