import { createHash } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createApiKey, hashApiKey, isWellFormedApiKey } from '../../src/api-key.js'

t.test('a new key has the documented format, its prefix and its SHA-256', async (t) => {
  const { key, keyPrefix, keyHash } = createApiKey()
  t.match(key, /^pk_[0-9A-Za-z]{38}$/)
  t.equal(keyPrefix, key.slice(0, 11))
  t.equal(Buffer.from(keyHash).toString('hex'), createHash('sha256').update(key).digest('hex'))
  t.same(hashApiKey(key), keyHash)
  t.ok(isWellFormedApiKey(key))
})

t.test('keys are unique', async (t) => {
  const keys = new Set(Array.from({ length: 1000 }, () => createApiKey().key))
  t.equal(keys.size, 1000)
})

t.test('a key with any single mistyped character is malformed', async (t) => {
  const { key } = createApiKey()
  for (let i = 3; i < key.length; i += 1) {
    const typo = key[i] === 'x' ? 'y' : 'x'
    t.notOk(isWellFormedApiKey(key.slice(0, i) + typo + key.slice(i + 1)), `at ${i}`)
  }
})

t.test('texts that resemble a key are malformed', async (t) => {
  const { key } = createApiKey()
  for (const wrong of ['', 'pk_', key.slice(0, -1), `${key}0`, ` ${key}`, `sk_${key.slice(3)}`]) {
    t.notOk(isWellFormedApiKey(wrong), JSON.stringify(wrong))
  }
})

t.test('the checksum is the base62 of the CRC-32, zero-padded', async (t) => {
  t.ok(isWellFormedApiKey(`pk_${'0'.repeat(32)}${base62(crcOfZeros)}`))
})

/** CRC-32 (ISO-HDLC), bit by bit and independent of the code under test. */
const crcOfZeros = (() => {
  let crc = 0xffffffff
  for (const byte of Buffer.from('0'.repeat(32))) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
})()

function base62(value: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text
  return text.padStart(6, '0')
}
