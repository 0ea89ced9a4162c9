// Needs a process of its own: it measures the memory of both services.
import { orThrow } from '@vitrine/sdk'
import { watchTree } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount, send } from '../account.js'
import { avifOf20Megapixels, largePictures } from '../large-pictures.js'
import { startServices } from '../services.js'

/** Of a service with its image processes. */
const mostBytes = 600 * 1024 * 1024

const services = await startServices(t, { settings: { RENDER_CONCURRENCY: '2' } })
const { management, delivery } = services
/** An upload is repeated while the service is too busy, as its 503 asks for. */
const retry = { attempts: Infinity, patienceMs: Infinity }
const { vitrine, projectId } = await newAccount(management.url, { retry })
const trees = {
  management: watchTree(t, management.pid),
  delivery: watchTree(t, delivery[0].pid),
}
const upload = (bytes: Buffer) => send(vitrine, projectId, bytes, 'a')
const accepted: { name: string; id: string }[] = []

/** The status and, for an error, its code. */
async function get(id: string, query: string): Promise<string> {
  const response = await fetch(`${delivery[0].url}/api/v1/deliver/${projectId}/${id}?${query}`)
  const body = await response.arrayBuffer()
  if (response.ok) return '200'
  const { code } = JSON.parse(Buffer.from(body).toString()) as { code: string }
  return `${response.status} ${code}`
}

t.test('an upload of any format is accepted if decoding it fits into memory', async (t) => {
  for (const { name, make, isAccepted } of largePictures) {
    const { data, error, response } = await upload(await make())
    if (isAccepted) {
      t.equal(response.status, 201, name)
      accepted.push({ name, id: data?.id ?? '' })
    } else {
      t.equal(response.status, 400, name)
      t.match(error, { code: 'IMAGE_TOO_LARGE', message: /MB of memory.*Save it/ }, name)
    }
  }
  const params = { path: { projectId } }
  const list = await orThrow(vitrine.GET('/api/projects/{projectId}/assets', { params }))
  t.equal(list.totalElements, accepted.length, 'rejected uploads leave no assets')
})

t.test('ten AVIFs of 20 megapixels at once', async (t) => {
  const bytes = await avifOf20Megapixels()
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload(bytes)))
  for (const { error, response } of answers) t.equal(response.status, 201, error?.message ?? '')
  accepted.push({ name: 'AVIF', id: answers[0]?.data?.id ?? '' })
  t.ok(trees.management.peakBytes() <= mostBytes, `${trees.management.peakBytes()} bytes`)
})

t.test('each has renditions, and none fails or uses too much memory', async (t) => {
  const heaviest = 'w=4096&h=4096&dpr=3&format=avif&q=100'
  for (const { name, id } of accepted) {
    const large = await Promise.all([get(id, heaviest), get(id, 'w=4000&format=webp')])
    for (const answer of large) t.match(answer, /^(200|400 IMAGE_TOO_LARGE)$/, name)
    t.equal(await get(id, 'w=300&format=webp'), '200', name)
  }
  t.ok(trees.delivery.peakBytes() <= mostBytes, `${trees.delivery.peakBytes()} bytes`)
})
