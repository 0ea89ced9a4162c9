import type { Reader } from '@vitrine/coherence'
import { createApiKey, hashApiKey } from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'
import t from '@vitrine/testing/t'
import type { KnownKey } from '../../src/resources/api-keys/repository.js'
import { createApiKeyService } from '../../src/resources/api-keys/service.js'

/** A service whose reader has cached this answer for every key. */
function build(kept: KnownKey | null) {
  const used: string[] = []
  const charged: string[] = []
  const { identify } = createApiKeyService({
    sql: {} as Sql,
    nowMs: Date.now,
    limits: { chargeKeyUse: (id) => charged.push(id) },
    reader: { read: () => kept } as unknown as Reader,
    usage: {
      used: (hash) => used.push(hash),
      flush: async () => undefined,
      close: async () => undefined,
    },
  })
  return { identify, used, charged }
}

const { key } = createApiKey()
const keyHash = Buffer.from(hashApiKey(key)).toString('hex')
const known = { id: 'id', projectId: 'project', allowedOrigins: [] as string[] }

t.test('the expiry of a cached key is checked at every use', async (t) => {
  const hour = 3_600_000
  for (const [expiresAtMs, isGood] of [
    [null, true],
    [Date.now() + hour, true],
    [Date.now(), false],
    [Date.now() - hour, false],
  ] as const) {
    const { identify, used } = build({ ...known, expiresAtMs })
    if (isGood) t.match(await identify(key, {}), known)
    else await t.rejects(identify(key, {}), { code: 'API_KEY_INVALID' })
    t.same(used, isGood ? [keyHash] : [])
  }
})

t.test('a cached key is checked and charged like any other', async (t) => {
  const kept = { ...known, expiresAtMs: Date.now() + 3_600_000 }
  const { identify, used, charged } = build(kept)
  t.equal(await identify(key, {}), kept)
  t.same([used, charged], [[keyHash], ['id']])
  kept.expiresAtMs = Date.now()
  await t.rejects(identify(key, {}), { code: 'API_KEY_INVALID' })
  t.same([used, charged], [[keyHash], ['id']], 'a key that is refused is not used')
})

t.test('an unknown key, a mistyped one and an expired one are refused alike', async (t) => {
  const { identify } = build(null)
  const expired = build({ ...known, expiresAtMs: 0 })
  const refusals = await Promise.all(
    [identify(key, {}), identify(`${key}x`, {}), expired.identify(key, {})].map((attempt) =>
      attempt.then(
        () => null,
        ({ code, message }) => ({ code, message }),
      ),
    ),
  )
  const refusal = { code: 'API_KEY_INVALID', message: 'The API key is not valid.' }
  t.same(refusals, [refusal, refusal, refusal])
})

t.test(
  'a key with origins is valid on their pages only, and its use is recorded only there',
  async (t) => {
    const allowedOrigins = ['https://shop.example']
    const { identify, used } = build({ ...known, expiresAtMs: null, allowedOrigins })
    for (const from of [{}, { origin: 'null' }, { origin: 'https://shop.example.evil.com' }]) {
      await t.rejects(identify(key, from), { code: 'ORIGIN_NOT_ALLOWED' })
    }
    t.same(used, [])
    t.match(await identify(key, { origin: 'https://shop.example' }), { id: 'id' })
    t.same(used, [keyHash])
  },
)

t.test('an expired key is rejected as invalid on every page', async (t) => {
  const allowedOrigins = ['https://shop.example']
  const { identify } = build({ ...known, expiresAtMs: 0, allowedOrigins })
  await t.rejects(identify(key, {}), { code: 'API_KEY_INVALID' })
})
