import t, { type Test } from 'tap'
import { createFrameSeals, splitSeal } from '../../src/resources/api-keys/frame-seal.js'
import type { KnownKey } from '../../src/resources/api-keys/repository.js'

const secrets = ['a'.repeat(32)]
const key: KnownKey = {
  id: '1f6f7f4e-6b0a-4c58-9f0e-3c5f6a1d2b90',
  projectId: '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10',
  permissions: 'READ_WRITE',
  expiresAtMs: null,
  allowedOrigins: ['https://shop.example'],
}

const requireSeal = (seal: string | null): string => {
  if (seal === null) throw new Error('no seal')
  return seal
}

/** Moves every clock of this process. */
function moveClocks(t: Test, byMs: number): void {
  const [wallMs, monotonicMs] = [Date.now() + byMs, performance.now() + byMs]
  t.intercept(Date, 'now', { value: () => wallMs })
  t.intercept(performance, 'now', { value: () => monotonicMs })
}

t.test('a page that is open for a year has a valid seal, the same as a page of then', async (t) => {
  const { sealOf, isValid } = createFrameSeals(secrets)
  const seal = requireSeal(sealOf(key, 'summer'))
  moveClocks(t, 365 * 24 * 3_600_000)
  t.equal(isValid(seal, key, 'summer'), true)
  t.equal(sealOf(key, 'summer'), seal, 'pages can be cached')
})

t.test('a seal is for its key, with its origins, and its widget', async (t) => {
  const { sealOf, isValid } = createFrameSeals(secrets)
  const seal = requireSeal(sealOf(key, 'summer'))
  t.equal(isValid(seal, key, 'winter'), false)
  t.equal(isValid(seal, { ...key, id: key.projectId }, 'summer'), false)
  t.equal(isValid(seal, { ...key, allowedOrigins: [] }, 'summer'), false)
  t.equal(isValid(seal, { ...key, allowedOrigins: ['https://b.example'] }, 'summer'), false)
})

t.test('a seal cannot be made up', async (t) => {
  const { sealOf, isValid } = createFrameSeals(secrets)
  const seal = requireSeal(sealOf(key, 'summer'))
  for (const text of ['', '.', 'A'.repeat(22), seal.slice(1), `${seal}A`, `${seal}.${seal}`]) {
    t.equal(isValid(text, key, 'summer'), false, text)
  }
})

t.test('a new secret accepts seals of the old one, which seals no more', async (t) => {
  const old = createFrameSeals(secrets)
  const seal = requireSeal(old.sealOf(key, 'summer'))
  const rolled = createFrameSeals(['b'.repeat(32), ...secrets])
  t.equal(rolled.isValid(seal, key, 'summer'), true)
  t.not(rolled.sealOf(key, 'summer'), seal)
  t.equal(createFrameSeals(['b'.repeat(32)]).isValid(seal, key, 'summer'), false)
})

t.test('only keys that record events on some pages alone need a seal', async (t) => {
  const { sealOf } = createFrameSeals(secrets)
  t.equal(sealOf({ ...key, allowedOrigins: [] }, 'summer'), null)
  t.equal(sealOf({ ...key, permissions: 'READ' }, 'summer'), null)
})

t.test('a sent key is split into the key and its seal', async (t) => {
  const seal = 'x'.repeat(22)
  t.same(splitSeal(undefined), {})
  t.same(splitSeal('pk_1'), { sentKey: 'pk_1' })
  t.same(splitSeal(`pk_1.${seal}`), { sentKey: 'pk_1', seal })
  for (const text of [`pk_1.${seal}x`, `pk_1.${seal}.${seal}`, 'pk_1.', `.${seal}`, 'pk_1.a.b']) {
    t.same(splitSeal(text), { sentKey: text })
  }
})
