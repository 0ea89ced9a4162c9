import t from 'tap'
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
const hourMs = 3_600_000

function sealsAt(nowMs: number, given: readonly string[] = secrets) {
  const clock = { nowMs }
  return { clock, ...createFrameSeals({ secrets: given, nowMs: () => clock.nowMs }) }
}

const requireSeal = (seal: string | null): string => {
  if (seal === null) throw new Error('no seal')
  return seal
}

t.test('a seal is valid for 18 to 24 hours, wherever in the six hours it was made', async (t) => {
  for (const offsetMs of [0, 1, 6 * hourMs - 1]) {
    const { clock, sealOf, isValid } = sealsAt(60 * hourMs + offsetMs)
    const seal = requireSeal(sealOf(key, 'summer'))
    clock.nowMs += 18 * hourMs
    t.equal(isValid(seal, key, 'summer'), true)
    clock.nowMs += 6 * hourMs
    t.equal(isValid(seal, key, 'summer'), false)
  }
})

t.test('pages of the same six hours have the same seal, later ones another', async (t) => {
  const { clock, sealOf } = sealsAt(60 * hourMs)
  const seal = sealOf(key, 'summer')
  clock.nowMs += 6 * hourMs - 1
  t.equal(sealOf(key, 'summer'), seal)
  clock.nowMs += 1
  t.not(sealOf(key, 'summer'), seal)
})

t.test('a seal is for its key, with its origins, and its widget', async (t) => {
  const { sealOf, isValid } = sealsAt(0)
  const seal = requireSeal(sealOf(key, 'summer'))
  t.equal(isValid(seal, key, 'winter'), false)
  t.equal(isValid(seal, { ...key, id: key.projectId }, 'summer'), false)
  t.equal(isValid(seal, { ...key, allowedOrigins: [] }, 'summer'), false)
  t.equal(isValid(seal, { ...key, allowedOrigins: ['https://b.example'] }, 'summer'), false)
})

t.test('the end of a seal cannot be changed, nor a seal be made up', async (t) => {
  const { clock, sealOf, isValid } = sealsAt(0)
  const [end, mac] = requireSeal(sealOf(key, 'summer')).split('.')
  const later = (Number.parseInt(String(end), 36) + hourMs).toString(36)
  t.equal(isValid(`${later}.${mac}`, key, 'summer'), false)
  for (const text of [
    '',
    '.',
    `${end}`,
    `${end}.`,
    `${end}.${'A'.repeat(22)}`,
    `zzzzzz.${mac}`,
    `-.${mac}`,
  ]) {
    t.equal(isValid(text, key, 'summer'), false, text)
  }
  clock.nowMs = Number.parseInt(String(end), 36)
  t.equal(isValid(`${end}.${mac}`, key, 'summer'), false, 'at its end')
})

t.test('a new secret accepts seals of the old one, which seals no more', async (t) => {
  const old = sealsAt(0)
  const seal = requireSeal(old.sealOf(key, 'summer'))
  const rolled = sealsAt(0, ['b'.repeat(32), ...secrets])
  t.equal(rolled.isValid(seal, key, 'summer'), true)
  t.not(rolled.sealOf(key, 'summer'), seal)
  t.equal(sealsAt(0, ['b'.repeat(32)]).isValid(seal, key, 'summer'), false)
})

t.test('only keys that record events on some pages alone need a seal', async (t) => {
  const { sealOf } = sealsAt(0)
  t.equal(sealOf({ ...key, allowedOrigins: [] }, 'summer'), null)
  t.equal(sealOf({ ...key, permissions: 'READ' }, 'summer'), null)
})

t.test('a sent key is split into the key and its seal', async (t) => {
  const seal = `abc123.${'x'.repeat(22)}`
  t.same(splitSeal(undefined), {})
  t.same(splitSeal('pk_1'), { sentKey: 'pk_1' })
  t.same(splitSeal(`pk_1.${seal}`), { sentKey: 'pk_1', seal })
  for (const text of [`pk_1.${seal}x`, `pk_1.${seal}.${seal}`, 'pk_1.', `.${seal}`, 'pk_1.a.b']) {
    t.same(splitSeal(text), { sentKey: text })
  }
})
