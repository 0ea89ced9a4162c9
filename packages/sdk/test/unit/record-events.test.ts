import t from '@vitrine/testing/t'
import { createClient } from '../../src/index.js'
import { recordEvents, type VisitorEvent } from '../../src/record-events.js'

type Body = { events: { type: string; assetId?: string; n: number }[] }

/** The bodies of the calls that record these events. */
async function bodiesOf(events: readonly VisitorEvent[], status = 204): Promise<Body[]> {
  const bodies: Body[] = []
  const vitrine = createClient({
    baseUrl: 'http://localhost',
    headers: { 'X-API-Key': 'pk_1' },
    retry: { attempts: 1 },
    fetch: async (request) => {
      bodies.push(await request.json())
      const body = status === 204 ? null : JSON.stringify({ status, code: 'API_KEY_READ_ONLY' })
      return new Response(body, { status })
    },
  })
  await recordEvents(vitrine, 'summer', events)
  return bodies
}

t.test('an event that happened often is split into as many as a call may have', async (t) => {
  const [body, ...more] = await bodiesOf([
    { type: 'view', n: 120 },
    { type: 'open', assetId: 'a' },
  ])
  t.same(body?.events, [
    { type: 'view', n: 50 },
    { type: 'view', n: 50 },
    { type: 'view', n: 20 },
    { type: 'open', assetId: 'a', n: 1 },
  ])
  t.same(more, [])
})

t.test('many events take several calls, each below the limit of 4 KiB', async (t) => {
  const assetId = '1f6f7f4e-6b0a-4c58-9f0e-3c5f6a1d2b90'
  const bodies = await bodiesOf(
    Array.from({ length: 95 }, () => ({ type: 'click', assetId, n: 50 })),
  )
  t.same(
    bodies.map(({ events }) => events.length),
    [40, 40, 15],
  )
  for (const body of bodies) t.ok(JSON.stringify(body).length <= 4096)
})

t.test('a key that may not record is an error', async (t) => {
  await t.rejects(bodiesOf([{ type: 'view' }], 403), { status: 403, code: 'API_KEY_READ_ONLY' })
})
