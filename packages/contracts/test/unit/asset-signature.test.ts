import t from '@vitrine/testing/t'
import { createAssetSignatures } from '../../src/index.js'

const projectId = '1f6f7f4e-6b0a-4c58-9f0e-3c5f6a1d2b90'
const assetId = '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10'
const address = { projectId, assetId }
const signatures = createAssetSignatures(['the secret of both services'])
const exp = 1_798_761_600
const s = signatures.sign(address, exp)

t.test('a signature is for one asset, until one time', async (t) => {
  t.match(s, /^v\.[A-Za-z0-9_-]{43}$/)
  t.ok(signatures.isValid(address, { s, exp: `${exp}` }))
  t.ok(signatures.isValid(address, { s, exp: `${exp}`, w: '640' }), 'for every rendition')
  const upper = { projectId: projectId.toUpperCase(), assetId: assetId.toUpperCase() }
  t.ok(signatures.isValid(upper, { s, exp: `${exp}` }), 'ids in any case')
  for (const other of [
    { projectId: assetId, assetId },
    { projectId, assetId: projectId },
    { projectId: assetId, assetId: projectId },
  ]) {
    t.notOk(signatures.isValid(other, { s, exp: `${exp}` }))
  }
  for (const changed of [`${exp + 1}`, `0${exp}`, '', undefined, exp, [`${exp}`, `${exp}`]]) {
    t.notOk(signatures.isValid(address, { s, exp: changed }), JSON.stringify(changed))
  }
  for (const changed of [undefined, '', 'v.', s.slice(2), `k1${s.slice(1)}`, [s, s], `${s}A`]) {
    t.notOk(signatures.isValid(address, { s: changed, exp: `${exp}` }), JSON.stringify(changed))
  }
})

t.test('while the secret is replaced, the new one signs and both are accepted', async (t) => {
  const both = createAssetSignatures(['a new secret', 'the secret of both services'])
  t.ok(both.isValid(address, { s, exp: `${exp}` }))
  const next = both.sign(address, exp)
  t.not(next, s)
  t.notOk(signatures.isValid(address, { s: next, exp: `${exp}` }))
  t.throws(() => createAssetSignatures([]))
})
