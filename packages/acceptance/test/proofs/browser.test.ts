import { launchChromium } from '@vitrine/local/browser'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { newAccount, outdated } from '../account.js'
import { startProxy } from '../sdk/proxy.js'
import { newTab } from '../sdk/tabs.js'
import { startServices } from '../services.js'

const services = await startServices(t)
const proxy = await startProxy(t, services)
const browser = await launchChromium({ log: () => undefined })
t.teardown(() => browser.close())

const client = `
  const session = sdk.createSession(sdk.webStore())
  const vitrine = sdk.createClient({ baseUrl: location.origin, session })`

t.test('two tabs with an expired token refresh once', async (t) => {
  const { refreshToken } = await newAccount(proxy.url)
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const tabs = [await newTab(context, proxy.url), await newTab(context, proxy.url)]
  const tokens = JSON.stringify({ accessToken: outdated, refreshToken })
  await tabs[0]?.evaluate(`localStorage.setItem('vitrine', ${JSON.stringify(tokens)})`)
  const before = proxy.calls.length
  const statuses = await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(`(async () => {
        ${client}
        const calls = Array.from({ length: 5 }, () => vitrine.GET('/api/auth/me'))
        return (await Promise.all(calls)).map(({ response }) => response.status)
      })()`),
    ),
  )
  t.same(statuses, [Array(5).fill(200), Array(5).fill(200)])
  const refreshes = proxy.calls.slice(before).filter((call) => call.endsWith('/refresh'))
  t.equal(refreshes.length, 1)
})

t.test('an upload from a page reports its progress, and can be aborted', async (t) => {
  const account = await newAccount(proxy.url)
  const { vitrine, projectId } = account
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const tab = await newTab(context, proxy.url)
  const tokens = JSON.stringify({ accessToken: outdated, refreshToken: account.refreshToken })
  await tab.evaluate(`localStorage.setItem('vitrine', ${JSON.stringify(tokens)})`)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 1200, height: 900, channels: 3, background: '#000', noise } as const
  const picture = await sharp({ create }).png().toBuffer()
  const script = (onProgress: string) => `(async () => {
    ${client}
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (c) => c.charCodeAt(0))
    const file = new File([bytes], 'noise.png')
    const controller = new AbortController()
    const { signal } = controller
    const loaded = []
    let last
    const onProgress = ${onProgress}
    const result = await sdk.upload(vitrine, { projectId: '${projectId}', file, onProgress, signal })
      .then(({ filename }) => filename, (error) => error.message)
    return { result, loaded, last, size: file.size }
  })()`

  const aborted = await tab.evaluate(script("() => controller.abort(new Error('Escape'))"))
  t.match(aborted, { result: 'Escape' })
  const sent = (await tab.evaluate(
    script('({ loaded: n, phase }) => { loaded.push(n); last = phase }'),
  )) as {
    result: string
    loaded: number[]
    last: string
    size: number
  }
  t.equal(sent.result, 'noise.png')
  t.equal(sent.loaded.at(-1), sent.size)
  t.equal(sent.last, 'processing')
  const { data } = await vitrine.GET('/api/projects/{projectId}/assets', {
    params: { path: { projectId } },
  })
  t.equal(data?.totalElements, 1)
})
