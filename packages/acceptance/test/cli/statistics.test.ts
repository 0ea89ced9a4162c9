import { orThrow, type Schemas, upload } from '@vitrine/sdk'
import { jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { createCommandLine, signIn } from './command.js'

const services = await startServices(t)
const [delivery] = services.delivery
const account = await newAccount(services.management.url)
const { vitrine, projectId } = account
const cli = createCommandLine(t, services.management.url)
await signIn(cli, account.registration)

const file = new Blob([new Uint8Array(await jpeg())])
const asset = await upload(vitrine, { projectId, file, filename: 'dune.jpg' })
const params = { path: { projectId } }
const widgets = '/api/projects/{projectId}/widgets'
const body = { name: 'Home', slug: 'home', layout: 'GRID' as const, assetIds: [asset.id] }
const { id: widgetId } = await orThrow(vitrine.POST(widgets, { params, body }))
const path = { projectId, widgetId }
await orThrow(vitrine.PUT(`${widgets}/{widgetId}/publish`, { params: { path } }))
const { key } = await orThrow(
  vitrine.POST('/api/projects/{projectId}/api-keys', {
    params,
    body: { name: 'Site', permissions: 'READ_WRITE' },
  }),
)

t.before(async () => {
  const events = [
    { type: 'view', n: 3 },
    { type: 'click', assetId: asset.id, n: 2 },
  ]
  await fetch(`${delivery.url}/api/v1/widgets/home/events?api_key=${key}`, {
    method: 'POST',
    body: JSON.stringify({ events }),
  })
  await until(async () => {
    const call = vitrine.GET('/api/projects/{projectId}/statistics', { params })
    const { totals } = (await orThrow(call)) as Schemas['Statistics']
    return totals.views === 3 && totals.clicks === 2
  })
})

t.test('the counts of a project and of a widget are tables for people', async (t) => {
  const { code, stdout, stderr } = await cli.run(['statistics', '--by', 'widget'])
  t.equal(code, 0)
  t.match(stdout, /^WIDGET ID +SLUG +NAME +VIEWS +CLICKS +OPENS\n\S+ +home +Home +3 +2 +0\n$/)
  t.equal(stderr, '3 views, 2 clicks, 0 opens\n')
  const ofWidget = await cli.run(['statistics', 'widget', widgetId, '--by', 'asset'])
  t.match(ofWidget.stdout, /dune\.jpg +0 +2 +0\n$/)
})

t.test('programs get the answer, or CSV', async (t) => {
  const args = ['statistics', 'project', '--by', 'day', '--tz', 'UTC']
  const [answer, ...others] = await cli.json(args)
  t.match(answer, { timeZone: 'UTC', totals: { views: 3, clicks: 2 }, content: Array })
  t.same(others, [])
  const csv = await cli.run(['statistics', 'widget', widgetId, '--by', 'asset', '--csv'])
  t.match(csv, { code: 0, stderr: '', stdout: /^assetId,filename,views,clicks,opens\r\n/ })
  t.equal(csv.stdout.split('\r\n').length, 3)
})

t.test('a wrong time is refused', async (t) => {
  const outcome = await cli.run(['statistics', '--from', 'yesterday'])
  t.match(outcome, { code: 4, stdout: '', stderr: /: from must be / })
  t.match(await cli.run(['statistics', '--by', 'month']), { code: 2, stderr: /Allowed choices/ })
})
