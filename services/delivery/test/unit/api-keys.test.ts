import type { Reader } from '@vitrine/coherence'
import { createApiKey } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import t from 'tap'
import type { KnownKey } from '../../src/resources/api-keys/repository.js'
import { createApiKeyService } from '../../src/resources/api-keys/service.js'

/** A service whose reader has kept this answer for every key. */
function build(kept: KnownKey | null) {
  const used: string[] = []
  const service = createApiKeyService({
    database: {} as Database,
    nowMs: Date.now,
    reader: { read: async () => kept } as unknown as Reader,
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
