import t from '@vitrine/testing/t'
import { render } from '../../src/direct.js'
import { parseRendition, plan, type SourceImage } from '../../src/index.js'
import { writePicture } from '../files.js'
import { noise } from '../pictures.js'

const source: SourceImage = {
  contentType: 'image/jpeg',
  width: 300,
  height: 200,
  frameCount: 1,
  hasAlpha: false,
}
const planned = plan(parseRendition({ w: '100', format: 'webp' }, undefined), source)
if (!planned) throw new Error('a smaller WebP is no original')

const original = noise(300, 200).jpeg().toBuffer()

t.test('input as bytes and as a file gives the same result', async (t) => {
  const bytes = await original
  t.strictSame(await render(bytes, planned), await render(writePicture(t, bytes), planned))
})

t.test('does not start if already aborted', async (t) => {
  const reason = new Error('gone before it started')
  await t.rejects(render(await original, planned, { signal: AbortSignal.abort(reason) }), reason)
})

t.test('rejects with the reason when aborted in progress', async (t) => {
  const abort = new AbortController()
  const reason = new Error('gone meanwhile')
  const rendering = render(await original, planned, { signal: abort.signal })
  abort.abort(reason)
  await t.rejects(rendering, reason)
})

t.test('ignores an abort after the end', async (t) => {
  const abort = new AbortController()
  const bytes = await render(await original, planned, { signal: abort.signal })
  abort.abort()
  t.ok(bytes.length > 0)
})

t.test('rejects images above the pixel limit', async (t) => {
  const limited = render(await original, planned, { limits: { maxPixels: 300 * 200 - 1 } })
  await t.rejects(limited, { code: 'IMAGE_TOO_LARGE' })
})

t.test('rejects broken data', async (t) => {
  const bytes = await original
  for (const broken of [
    bytes.subarray(0, bytes.length / 2),
    Buffer.from('text'),
    Buffer.alloc(0),
  ]) {
    await t.rejects(render(broken, planned), { code: 'UNSUPPORTED_IMAGE' })
  }
})
