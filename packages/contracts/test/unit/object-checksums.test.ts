import { createHash } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createObjectChecksums } from '../../src/index.js'

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const content = { key: 'projects/p/assets/a/x', contentType: 'image/webp', sha256: hex('bytes') }

t.test('an object stored under its key by this service is valid', (t) => {
  const metadata = createObjectChecksums([first]).metadataOf(content)
  t.match(metadata['vitrine-checksum'], /^[\w-]{8}\.[\w-]{43}$/)
  t.equal(createObjectChecksums([first]).check(content, metadata), 'right')
  t.end()
})

t.test('other bytes, types, keys and secrets are invalid', (t) => {
  const { metadataOf, check } = createObjectChecksums([first])
  const metadata = metadataOf(content)
  const others = [
    { ...content, sha256: hex('others') },
    { ...content, contentType: 'image/png' },
    { ...content, key: 'projects/p/assets/a/y' },
  ]
  for (const other of others) t.equal(check(other, metadata), 'wrong')
  const [id, mac] = String(metadata['vitrine-checksum']).split('.')
  for (const text of [`${id}.`, `${id}.${mac?.slice(1)}`, `${id}.A${mac}`, id ?? '']) {
    t.equal(check(content, { 'vitrine-checksum': text }), 'wrong', text)
  }
  for (const text of ['', '.', `.${mac}`, `other.${mac}`]) {
    t.equal(check(content, { 'vitrine-checksum': text }), 'unsigned', text)
  }
  t.equal(check(content, {}), 'unsigned')
  t.equal(createObjectChecksums([second]).check(content, metadata), 'unsigned')
  t.end()
})

t.test('every object stays valid while a secret is replaced in steps', (t) => {
  const sets = [[first], [first, second], [second, first], [second]]
  const steps = sets.map(createObjectChecksums)
  for (const [index, { check }] of steps.entries()) {
    // Instances of two consecutive steps run at the same time.
    for (const before of steps.slice(Math.max(0, index - 1), index + 2)) {
      const verdict = check(content, before.metadataOf(content))
      t.equal(verdict, 'right', `${sets[index]}`)
    }
  }
  const [before, , after] = steps
  const old = before?.metadataOf(content) ?? {}
  t.equal(before?.isCurrent(content, old), true)
  t.equal(after?.isCurrent(content, old), false)
  t.throws(() => createObjectChecksums([]))
  t.end()
})
