import type { Reader } from '@vitrine/coherence'
import { createApiKey } from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import t from 'tap'
import type { KnownKey } from '../../src/resources/api-keys/repository.js'
import { createApiKeyService } from '../../src/resources/api-keys/service.js'

/** A service whose reader has kept this answer for every key. */
function build(kept: KnownKey | null, isAdmitted = true) {
  const used: string[] = []
  const service = createApiKeyService({
    sql: {} as Sql,
    nowMs: Date.now,
    limits: { countKeyUse: () => undefined, admitWarm: () => isAdmitted },
    reader: { read: async () => kept, peek: () => kept } as unknown as Reader,
    usage: {
      used: (id) => used.push(id),
      flush: async () => undefined,
      close: async () => undefined,
    },
  })
  return { service, used }
}

const { key } = createApiKey()
const known = { id: 'id', projectId: 'project', allowedOrigins: [] as string[] }

t.test('a kept key is judged by the clock at every use', async (t) => {
  const hour = 3_600_000
  for (const [expiresAtMs, isGood] of [
    [null, true],
    [Date.now() + hour, true],
    [Date.now(), false],
    [Date.now() - hour, false],
  ] as const) {
    const { service, used } = build({ ...known, expiresAtMs })
    if (isGood) t.match(await service.identify(key, {}), known)
    else await t.rejects(service.identify(key, {}), { code: 'API_KEY_INVALID' })
    t.same(used, isGood ? ['id'] : [])
  }
})

t.test('a key that was good is known at once, until its time is over', async (t) => {
  const kept = { ...known, expiresAtMs: Date.now() + 3_600_000 }
  const { service, used } = build(kept)
  t.equal(service.identifyWarm(key, {}), null, 'not before it was found to be good')
  await service.identify(key, {})
  t.match(service.identifyWarm(key, {}), known)
  kept.expiresAtMs = Date.now()
  t.equal(service.identifyWarm(key, {}), null)
  t.same(used, ['id'], 'to know it is not to use it')
})

t.test('a warm use counts where there is room for it, and only then', async (t) => {
  for (const isAdmitted of [true, false]) {
    const { service, used } = build({ ...known, expiresAtMs: null }, isAdmitted)
    t.equal(service.admitWarm({ ...known, expiresAtMs: null }, '192.0.2.1'), isAdmitted)
    t.same(used, isAdmitted ? ['id'] : [])
  }
})

t.test('an unknown key, a mistyped one and an expired one are refused alike', async (t) => {
  const { service } = build(null)
  const expired = build({ ...known, expiresAtMs: 0 }).service
  const refusals = await Promise.all(
    [service.identify(key, {}), service.identify(`${key}x`, {}), expired.identify(key, {})].map(
      (attempt) =>
        attempt.then(
          () => null,
          ({ code, message }) => ({ code, message }),
        ),
    ),
  )
  const refusal = { code: 'API_KEY_INVALID', message: 'The API key is not valid.' }
  t.same(refusals, [refusal, refusal, refusal])
})

t.test('a key with origins is good on their pages alone, and used only there', async (t) => {
  const allowedOrigins = ['https://shop.example']
  const { service, used } = build({ ...known, expiresAtMs: null, allowedOrigins })
  for (const from of [{}, { origin: 'null' }, { origin: 'https://shop.example.evil.com' }]) {
    await t.rejects(service.identify(key, from), { code: 'ORIGIN_NOT_ALLOWED' })
  }
  t.same(used, [])
  t.match(await service.identify(key, { origin: 'https://shop.example' }), { id: 'id' })
  t.same(used, ['id'])
})

t.test('a key that has run out is refused as such wherever it is used', async (t) => {
  const allowedOrigins = ['https://shop.example']
  const { service } = build({ ...known, expiresAtMs: 0, allowedOrigins })
  await t.rejects(service.identify(key, {}), { code: 'API_KEY_INVALID' })
})
