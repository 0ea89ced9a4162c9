// Needs a process of its own: it counts all replicas that use the database.

import { EventEmitter, once } from 'node:events'
import { backends, databaseUrlOf, until } from '@vitrine/testing'
import { createFaultProxy } from '@vitrine/testing/fault-proxy'
import t from '@vitrine/testing/t'
import type { Route } from 'playwright-core'
import { callsOf, createProject, upload } from '../browser/sample.ts'
import { startStack } from '../browser/stack.ts'
import { axeProblems, visitAs } from '../browser/visit.ts'

/** An address through a proxy whose link can be cut. */
async function linkTo(address: string) {
  const url = new URL(address)
  const target = { host: url.hostname, port: Number(url.port) }
  const proxy = await createFaultProxy({ target })
  t.teardown(proxy.close)
  url.port = String(proxy.port)
  return { proxy, address: url.href }
}

const postgres = await linkTo(databaseUrlOf('delivery'))
const redis = await linkTo(backends().redisUrl)
const cutOff = { DELIVERY_DATABASE_URL: postgres.address, REDIS_URL: redis.address }
const { url, account, replicas } = await startStack(t, { delivery: [{}, cutOff] })
const [whole = '', lame = ''] = replicas
const calls = callsOf(url, account)
const projectId = await createProject(calls, account.organizationId)
const assetId = await upload(url, account, projectId, { name: 'Dunes.jpg' })
const project = `/api/projects/${projectId}`
const { key } = await calls<{ key: string }>('POST', `${project}/api-keys`, { name: 'Probe' })
const { id } = await calls<{ id: string }>('POST', `${project}/widgets`, {
  name: 'Front page',
  slug: 'front-page',
  layout: 'GRID',
  assetIds: [assetId],
})
await calls('PUT', `${project}/widgets/${id}/publish`)

/** Whether a replica shows the widget; null if it serves nothing at the moment. */
async function shows(replica: string): Promise<boolean | null> {
  const response = await fetch(`${replica}/api/v1/widgets/front-page?api_key=${key}`)
  await response.arrayBuffer()
  return response.status >= 500 ? null : response.ok
}

const { page } = await visitAs(t, { url, account })

/** What the proof line was, and the answers to the change, in their order. */
const seen: string[] = []
await page.exposeFunction('vitrineSaw', (tone: string) => {
  if (seen.at(-1) !== tone) seen.push(tone)
})
await page.addInitScript(`
  const look = () => {
    const tone = document.querySelector('[data-step]')?.getAttribute('data-tone')
    if (tone) window.vitrineSaw(tone)
  }
  addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ['data-tone'],
  }))`)
const line = (tone: string) => page.locator(`[data-step][data-tone="${tone}"]`)

/** Passes answers to a change on as `pass` says. */
async function answers(path: string, pass: (route: Route, attempt: number) => Promise<void>) {
  let attempt = 0
  await page.route(`**${path}`, (route) => {
    attempt += 1
    return pass(route, attempt)
  })
}

async function choose(item: string, button: string): Promise<void> {
  await page.getByRole('button', { name: 'More about Front page' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: button, exact: true })
    .click()
}

t.test(
  'with a replica cut off the line is amber, and green when no replica shows it',
  async (t) => {
    t.same(await Promise.all([whole, lame].map(shows)), [true, true], 'both have it in their cache')
    await page.goto(`${url}/console/p/${projectId}/widgets`)
    await page.getByText('Live', { exact: true }).locator('visible=true').first().waitFor()
    const gate = new EventEmitter()
    const released = once(gate, 'open')
    await answers(`/widgets/${id}/unpublish`, async (route) => {
      const response = await route.fetch()
      seen.push(String(response.status()))
      await released
      await route.fulfill({ response })
    })
    postgres.proxy.set({ kind: 'cut' })
    redis.proxy.set({ kind: 'cut' })
    await choose('Unpublish …', 'Unpublish')
    await line('late').waitFor()
    t.same(await axeProblems(page), [])
    t.notOk(seen.includes('good'), 'not green without an answer')
    gate.emit('open')
    await line('good').filter({ hasText: 'Gone everywhere' }).waitFor()
    t.equal(await shows(whole), false)
    t.not(await shows(lame), true, 'the replica that is cut off does not show it either')
    t.ok(seen.indexOf('good') > seen.indexOf('200'), seen.join(', '))
    postgres.proxy.set({ kind: 'none' })
    redis.proxy.set({ kind: 'none' })
    // It may lose its lease again right after an answer, so the first answer counts.
    const { shown } = await until(async () => {
      const shown = await shows(lame)
      return shown !== null && { shown }
    })
    t.equal(shown, false)
    await page.getByRole('button', { name: 'Done' }).click()
  },
)
