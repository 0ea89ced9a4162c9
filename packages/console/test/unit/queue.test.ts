import t from '@vitrine/testing/t'
import type { Entry } from '../../src/uploads/ledger.ts'
import { createLedgerStore } from '../../src/uploads/store.ts'
import { type Call, nameOf, openPage } from './service-double.ts'
import { entry as sample } from './upload-samples.ts'

const page = openPage(t)
const { createQueue } = await import('../../src/uploads/queue.ts')

const bytes = 'GIF89a\x01\0\x01\0'
const entry = sample('key', { name: 'a.gif', size: bytes.length })
const upload = 'POST /assets'
const lookUp = 'POST /assets/lookup'

/** Sends one file, whose first upload gets no answer. @param found the picture that a look-up finds after it. */
async function sendOne(found: string | null, more: Partial<Entry> = {}) {
  const store = createLedgerStore()
  const isSent = (call: Call) => nameOf(call) === upload
  page.answerBy((call) => {
    const sent = page.calls.filter(isSent)
    if (isSent(call)) return sent.length === 1 ? undefined : { id: 'by the answer' }
    const assets = sent.length > 0 && found !== null ? [{ id: found }] : []
    const { sha256 } = call.body as { sha256: string[] }
    return sha256.map((hash) => ({ sha256: hash, assets }))
  })
  const queue = createQueue({
    store,
    fileOf: () => new File([bytes], 'a.gif'),
    limits: async () => ({ maxBytes: 1000, maxPixels: 1e6 }),
    onStored: () => undefined,
  })
  store.send({ kind: 'added', entries: [{ ...entry, ...more }] })
  const ended = new Promise<void>((resolve) => {
    store.subscribe((ledger) => {
      if (ledger.get('key')?.state === 'stored') resolve()
    })
  })
  queue.pump()
  await ended
  const keys = page.calls.filter(isSent).map(({ headers }) => headers.get('Idempotency-Key'))
  return { assetId: store.find('key')?.assetId, calls: page.names(), keys }
}

t.test('a picture that was stored without an answer is not sent again', async (t) => {
  const { assetId, calls } = await sendOne('by the look-up')
  t.equal(assetId, 'by the look-up')
  t.same(calls, [lookUp, upload, lookUp])
})

t.test('a picture that was not stored is sent again with its key', async (t) => {
  const { assetId, keys } = await sendOne(null)
  t.equal(assetId, 'by the answer')
  t.same(keys, ['key', 'key'])
})

t.test('a picture that is sent although the project has it is sent again', async (t) => {
  const { assetId, calls } = await sendOne('another', { isForced: true })
  t.equal(assetId, 'by the answer')
  t.same(calls, [upload, upload])
})
