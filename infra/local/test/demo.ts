import { randomUUID } from 'node:crypto'
import { backendSettings, freshEmail, jpeg, until } from '@vitrine/testing'
import type { Test } from 'tap'
import { createCodes } from '../src/demo-site/codes.js'
import { createDemoSite } from '../src/demo-site/site.js'
import { homePage } from '../src/home/home-page.js'
import { listen } from '../src/router/listen.js'
import type { Upstreams } from '../src/router/proxy.js'
import { createRouter } from '../src/router/router.js'
import { noRateLimits, type ServiceName, startService } from '../src/services.js'
import type { Demo } from '../src/stack-file.js'

/** The settings of a widget of each layout. */
const widgets = {
  CAROUSEL: { config: { autoplay: true, autoplaySpeed: 60_000, lightbox: true } },
  SLIDER: { config: { aspectRatio: '16/9', showCaptions: true, captionPosition: 'overlay' } },
  GRID: { config: { columns: 3, aspectRatio: '1/1', lightbox: true } },
  MASONRY: { config: { minColumnWidth: 260, showCaptions: true } },
  LIST_VERTICAL: { config: { maxHeight: 420, showCaptions: true } },
  LIST_HORIZONTAL: {
    config: { itemWidth: 320 },
    theme: { backgroundColor: '#10141f', padding: 16 },
  },
}

const pictures = [
  { width: 1400, height: 900 },
  { width: 600, height: 800 },
  { width: 640, height: 420 },
  { width: 500, height: 500 },
]

/**
 * Both services behind a router, a small demo, and the site that embeds it, as `npm start` runs
 * them, on the test run's backends.
 */
export async function startDemo(t: Test) {
  let upstreams: Upstreams = { 'management-api': [], delivery: [] }
  let demo: Demo | undefined
  const home = async () => homePage(base, demo ? await createCodes(base, demo)('en') : [])
  const router = await listen(
    createRouter({ upstreams: () => upstreams, home, site: () => null }),
    0,
  )
  t.teardown(router.close)
  const base = `http://localhost:${router.port}`
  const start = async (name: ServiceName) => {
    const env = environment(base)
    const { url, stop } = await startService({ name, env, log: () => undefined })
    t.teardown(() => stop())
    return [{ name, url }]
  }
  const [management, delivery] = await Promise.all([start('management-api'), start('delivery')])
  upstreams = { 'management-api': management, delivery }
  // A running service may not be ready yet; until then it responds with 503.
  await until(async () => (await fetch(`${base}/api/v1/readyz`)).status === 200)

  demo = await fill(base)
  const site = await listen(
    createDemoSite({ base, readCodes: createCodes(base, demo, '60rem') }),
    0,
  )
  t.teardown(site.close)
  return { base, site: `http://127.0.0.1:${site.port}`, count: Object.keys(widgets).length }
}

const environment = (publicUrl: string) => ({
  ...backendSettings(),
  ...noRateLimits,
  // Other suites register and log in from this address at the same time and share Redis.
  REGISTRATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
  LOGINS_PER_ADDRESS_PER_MINUTE: '1000000',
  PUBLIC_URL: publicUrl,
  JWT_SECRET: 'the-same-secret-on-every-instance-of-it',
  BCRYPT_COST: '10',
  // Without this, a killed replica would block all writers while Redis is down, in other suites
  // too.
  REDIS_GRACE_SECONDS: '0',
  TRUSTED_PROXIES: 'loopback',
  LOG_LEVEL: 'warn',
})

/** A new organization with one published widget of each layout. */
async function fill(base: string): Promise<Demo> {
  let token = ''
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const isForm = body instanceof FormData
    const headers = {
      // The same for each retry, so that the call takes effect once.
      'idempotency-key': randomUUID(),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
    }
    const send = () =>
      fetch(base + path, { method, headers, body: isForm ? body : JSON.stringify(body ?? {}) })
    // A busy machine may respond with 503; the test's timeout ends the retries.
    const answer = await until(async () => {
      const sent = await send()
      return sent.status !== 503 && sent
    })
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`)
    return (await answer.json()) as Answer
  }

  const login = { email: freshEmail(), password: 'as long as it has to be' }
  const account = { ...login, name: 'Demo', organizationName: 'Demo' }
  const { accessToken, organizationId } = await call('POST', '/api/auth/register', account)
  token = accessToken
  const projects = `/api/organizations/${organizationId}/projects`
  const project = await call('POST', projects, { name: 'Shop window' })
  const path = `/api/projects/${project.id}`

  const assetIds: string[] = []
  for (const [index, size] of pictures.entries()) {
    const form = new FormData()
    const bytes = new Uint8Array(await jpeg(size))
    form.set('file', new File([bytes], `${index}.jpg`, { type: 'image/jpeg' }))
    const { id } = await call('POST', `${path}/assets`, form)
    await call('PUT', `${path}/assets/${id}`, { altText: `Four colours, number ${index + 1}` })
    assetIds.push(id)
  }
  const slugs: string[] = []
  for (const [layout, look] of Object.entries(widgets)) {
    const slug = `demo-${layout.toLowerCase().replaceAll('_', '-')}`
    const widget = { ...look, layout, slug, name: layout, assetIds }
    const { id } = await call('POST', `${path}/widgets`, widget)
    await call('PUT', `${path}/widgets/${id}/publish`)
    slugs.push(slug)
  }
  const { key } = await call('POST', `${path}/api-keys`, { name: 'Demo', permissions: 'READ' })
  return { ...login, projectId: project.id, apiKey: key, slugs, missing: [] }
}

type Answer = { id: string; key: string; accessToken: string; organizationId: string }
