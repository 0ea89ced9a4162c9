import t, { type Test } from '@vitrine/testing/t'
import {
  createFrameSignatures,
  splitSignature,
} from '../../src/resources/api-keys/frame-signature.js'
import type { KnownKey } from '../../src/resources/api-keys/repository.js'

const secrets = ['a'.repeat(32)]
const key: KnownKey = {
  id: '1f6f7f4e-6b0a-4c58-9f0e-3c5f6a1d2b90',
  projectId: '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10',
  permissions: 'READ_WRITE',
  expiresAtMs: null,
  allowedOrigins: ['https://shop.example'],
}

const requireSignature = (signature: string | null): string => {
  if (signature === null) throw new Error('no signature')
  return signature
}

/** Moves every clock of this process. */
function moveClocks(t: Test, byMs: number): void {
  const [wallMs, monotonicMs] = [Date.now() + byMs, performance.now() + byMs]
  t.intercept(Date, 'now', { value: () => wallMs })
  t.intercept(performance, 'now', { value: () => monotonicMs })
}

t.test(
  'a page that is open for a year has a valid signature, the same as a page of then',
  async (t) => {
    const { signatureOf, isValid } = createFrameSignatures(secrets)
    const signature = requireSignature(signatureOf(key, 'summer'))
    moveClocks(t, 365 * 24 * 3_600_000)
    t.equal(isValid(signature, key, 'summer'), true)
    t.equal(signatureOf(key, 'summer'), signature, 'pages can be cached')
  },
)

t.test('a signature is for its key, with its origins, and its widget', async (t) => {
  const { signatureOf, isValid } = createFrameSignatures(secrets)
  const signature = requireSignature(signatureOf(key, 'summer'))
  t.equal(isValid(signature, key, 'winter'), false)
  t.equal(isValid(signature, { ...key, id: key.projectId }, 'summer'), false)
  t.equal(isValid(signature, { ...key, allowedOrigins: [] }, 'summer'), false)
  t.equal(isValid(signature, { ...key, allowedOrigins: ['https://b.example'] }, 'summer'), false)
})

t.test('a signature cannot be made up', async (t) => {
  const { signatureOf, isValid } = createFrameSignatures(secrets)
  const signature = requireSignature(signatureOf(key, 'summer'))
  for (const text of [
    '',
    '.',
    'A'.repeat(22),
    signature.slice(1),
    `${signature}A`,
    `${signature}.${signature}`,
  ]) {
    t.equal(isValid(text, key, 'summer'), false, text)
  }
})

t.test('a new secret accepts signatures of the old one, which signs no more', async (t) => {
  const old = createFrameSignatures(secrets)
  const signature = requireSignature(old.signatureOf(key, 'summer'))
  const rolled = createFrameSignatures(['b'.repeat(32), ...secrets])
  t.equal(rolled.isValid(signature, key, 'summer'), true)
  t.not(rolled.signatureOf(key, 'summer'), signature)
  t.equal(createFrameSignatures(['b'.repeat(32)]).isValid(signature, key, 'summer'), false)
})

t.test('only keys that record events on some pages alone need a signature', async (t) => {
  const { signatureOf } = createFrameSignatures(secrets)
  t.equal(signatureOf({ ...key, allowedOrigins: [] }, 'summer'), null)
  t.equal(signatureOf({ ...key, permissions: 'READ' }, 'summer'), null)
})

t.test('a sent key is split into the key and its signature', async (t) => {
  const signature = 'x'.repeat(22)
  t.same(splitSignature(undefined), {})
  t.same(splitSignature('pk_1'), { sentKey: 'pk_1' })
  t.same(splitSignature(`pk_1.${signature}`), { sentKey: 'pk_1', signature })
  for (const text of [
    `pk_1.${signature}x`,
    `pk_1.${signature}.${signature}`,
    'pk_1.',
    `.${signature}`,
    'pk_1.a.b',
  ]) {
    t.same(splitSignature(text), { sentKey: text })
  }
})
