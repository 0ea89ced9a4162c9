import { startService } from '@vitrine/local/services'
import { backendSettings, readProc } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { acceptedPictures } from '../hostile-pictures.js'
import { inspectPicture } from '../inspect-picture.js'
import { createTenant } from '../tenant.js'

// Downloads 55 MB if the corpora are missing.
t.setTimeout(1_200_000)

const service = await startService({
  name: 'delivery',
  log: () => undefined,
  env: {
    ...backendSettings(),
    PUBLIC_URL: 'http://127.0.0.1',
    LOG_LEVEL: 'warn',
    REDIS_GRACE_SECONDS: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    RENDER_LIMIT_PER_ADDRESS: '0',
  },
})
t.teardown(() => service.stop())
const project = await (await createTenant(t)).addProject()

const formats = ['webp', 'avif', 'jpeg'] as const

async function fetchRendition(assetId: string, format: string) {
  const path = `/api/v1/deliver/${project.id}/${assetId}?w=64&format=${format}`
  const response = await fetch(`${service.url}${path}`)
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Asserts that the rendition is an intact image of its type. */
async function checkRendition(t: Test, assetId: string, format: string, name: string) {
  const { status, bytes } = await fetchRendition(assetId, format)
  if (status !== 200) {
    t.fail(`${name} as ${format}: ${status} ${bytes.toString('latin1', 0, 300)}`)
    return
  }
  const { contentType, width } = await inspectPicture(t, bytes)
  t.ok(contentType === `image/${format}` && width <= 64, `${name} as ${format}`)
}

t.test('every accepted hostile file can be rendered, in each format in turn', async (t) => {
  let count = 0
  for await (const { name, bytes } of acceptedPictures(t)) {
    const format = formats[count % formats.length] ?? 'webp'
    count += 1
    await checkRendition(t, await project.addAsset(bytes), format, name)
  }
  t.ok(count > 50, `${count} pictures`)
})

t.test('the service process itself loads no decoder', async (t) => {
  const maps = (await readProc(service.pid, 'maps')) ?? ''
  t.match(maps, /libc/, 'it is there')
  t.notMatch(maps, /vips|sharp/)
})
