import t from '@vitrine/testing/t'
import type { Entry } from '../../src/uploads/ledger.ts'
import { createLedgerStore } from '../../src/uploads/store.ts'
import { type Call, nameOf, openPage, refusal } from './service-double.ts'
import { entry as sample } from './upload-samples.ts'

const page = openPage(t)
const { createQueue } = await import('../../src/uploads/queue.ts')

const bytes = 'GIF89a\x01\0\x01\0'
const entry = sample('key', { name: 'a.gif', size: bytes.length })
const upload = 'POST /assets'
const lookUp = 'POST /assets/lookup'

const queueOf = (store: ReturnType<typeof createLedgerStore>) =>
  createQueue({
    store,
    fileOf: () => new File([bytes], 'a.gif'),
    limits: async () => ({ maxBytes: 1000, maxPixels: 1e6 }),
    onStored: () => undefined,
  })

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
  const queue = queueOf(store)
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

t.test('an upload that the service refuses is told from one that may pass later', async (t) => {
  const cases: [status: number, code: string, isRefused: boolean][] = [
    [400, 'IMAGE_TOO_COSTLY', true],
    [400, 'UNSUPPORTED_IMAGE', true],
    [413, 'BODY_TOO_LARGE', true],
    [403, 'QUOTA_EXCEEDED', false],
    [401, 'SESSION_ENDED', false],
  ]
  for (const [status, code, isRefused] of cases) {
    const store = createLedgerStore()
    page.answerBy((call) => (nameOf(call) === lookUp ? [] : refusal(status, code)))
    const queue = queueOf(store)
    store.send({ kind: 'added', entries: [entry] })
    const ended = new Promise<void>((resolve) => {
      store.subscribe((ledger) => ledger.get('key')?.state === 'failed' && resolve())
    })
    queue.pump()
    await ended
    t.equal(store.find('key')?.isRefused, isRefused, code)
  }
})
