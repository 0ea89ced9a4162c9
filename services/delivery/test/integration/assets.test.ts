import { createHash } from 'node:crypto'
import { animatedWebp, avif, gif, heic, jpeg, png, tiff } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { deliver } from '../requests.js'
import { createTenant } from '../tenant.js'

const headersOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const { date, connection, 'x-request-id': id, ...rest } = headers
  return rest
}

t.test('an original is delivered bit for bit, with all header fields for caches', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const pictures: [string, Buffer][] = [
    ['image/jpeg', await jpeg({ orientation: 6, gps: true })],
    ['image/png', await png({ alpha: true })],
    ['image/webp', await animatedWebp()],
    ['image/gif', await gif()],
    ['image/avif', await avif()],
    ['image/heic', heic()],
    ['image/tiff', await tiff()],
  ]
  for (const [contentType, picture] of pictures) {
    await t.test(contentType, async (t) => {
      const createdAt = new Date('2026-03-04T05:06:07.890Z')
      const assetId = await project.addAsset(picture, { createdAt })
      const response = await deliver(app, { projectId: project.id, assetId })
      t.equal(response.statusCode, 200)
      t.ok(response.rawPayload.equals(picture))
      t.strictSame(headersOf(response), {
        'referrer-policy': 'no-referrer',
        'content-type': contentType,
        'content-length': String(picture.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'cache-tag': `project-${project.id},asset-${assetId}`,
        'cdn-tag': `project-${project.id},asset-${assetId}`,
        'surrogate-key': `project-${project.id} asset-${assetId}`,
        etag: `"${createHash('sha256').update(picture).digest('hex').slice(0, 32)}"`,
        'last-modified': 'Wed, 04 Mar 2026 05:06:07 GMT',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'ETag, Accept-Ranges, Content-Range, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
        'content-disposition': `inline; filename="${assetId}.${contentType.slice(6)}"`,
      })
    })
  }
})
