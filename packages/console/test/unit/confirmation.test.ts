import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, createSession, memoryStore, VitrineError } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import {
  type Confirmation,
  type ConfirmationEvent,
  idle,
  next,
} from '../../src/publishing/confirmation.ts'
import { type Change, follow } from '../../src/publishing/follow.ts'
import { proofWords } from '../../src/publishing/proof-words.ts'

const proof = { commitMs: 8.2, everywhereMs: 9.4, acknowledged: 4, replicas: 4, cdn: null }
const run = (...events: ConfirmationEvent[]): Confirmation => events.reduce(next, idle)
const sent = { kind: 'sent', at: 0 } as const
const answered = { kind: 'answered', proof, requestId: 'last' } as const
const stored = { kind: 'repeated', isStored: true, commit: { by: 'first' } } as const
const lost = { kind: 'repeated', isStored: false, commit: { by: null } } as const
const error = new VitrineError(new Response(null, { status: 409 }), { message: 'taken' })
const refused = (isStored: boolean) => ({ kind: 'refused', error, isStored }) as const

t.test('a change goes from sending to its proof', async (t) => {
  t.match(run(sent), { step: 'sending', wait: 'answer' })
  t.match(run(sent, { kind: 'late' }), { wait: 'late' })
  t.same(run(sent, { kind: 'late' }, answered), { step: 'confirmed', proof, requestId: 'last' })
  t.match(run(sent, lost), { wait: 'unanswered' })
})

t.test('what is known to be stored stays known', async (t) => {
  t.match(run(sent, stored, lost), { wait: 'stored' })
  t.match(run(sent, stored, { kind: 'late' }), { wait: 'stored' })
  t.match(run(sent, stored, refused(false)), { step: 'failed', isStored: true })
  t.match(run(sent, stored, refused(true), sent), { step: 'sending', wait: 'stored' })
  t.match(run(sent, refused(false), sent), { step: 'sending', wait: 'answer' })
})

t.test(
  'the log has the call that committed the change, not the one that was answered last',
  async (t) => {
    t.match(run(sent, stored, answered), { requestId: 'first' })
    t.match(run(sent, stored, refused(true), sent, answered), { requestId: 'first' })
    t.match(run(sent, lost, stored, answered), { requestId: null }, 'either of two')
    const limited = { kind: 'repeated', isStored: false, commit: null } as const
    t.match(run(sent, limited, answered), { requestId: 'last' })
    t.match(run(sent, refused(false), sent, answered), { requestId: 'last' }, 'another call')
  },
)

t.test('nothing but an answer confirms, whatever the order of the steps', async (t) => {
  const event = fc.constantFrom<ConfirmationEvent>(
    sent,
    { kind: 'late' },
    stored,
    lost,
    refused(true),
    refused(false),
  )
  fc.assert(fc.property(fc.array(event), (events) => run(...events).step !== 'confirmed'))
  t.same(run(answered), idle, 'an answer to nothing')
})

t.test('each step has its words and its colour', async (t) => {
  const words = (state: Confirmation, effect: 'live' | 'gone' = 'live') =>
    proofWords(state, effect, 12_400)
  t.equal(words(idle), null)
  t.match(words(run(sent)), { tone: 'waiting', words: 'Confirming …' })
  t.match(words(run(sent, stored)), { tone: 'late' })
  t.match(words(run(sent, refused(true))), { tone: 'late', words: /^Saved\. Not confirmed/ })
  t.match(words(run(sent, refused(false))), { tone: 'bad', words: 'taken' })
  const repeated = { commitMs: null, everywhereMs: 2, acknowledged: 1, replicas: 2, cdn: null }
  t.match(words(run(sent, { ...answered, proof: repeated })), {
    tone: 'good',
    words: 'Live everywhere',
    detail: /^Live on 1 of 2 replicas\. 1 replica did not answer/,
  })
  const single = { ...repeated, replicas: 1 }
  t.match(words(run(sent, { ...answered, proof: single })), { detail: 'Live on 1 of 1 replica.' })
  t.match(words(run(sent, { ...answered, proof: null }), 'gone'), {
    tone: 'good',
    words: 'Gone everywhere',
  })
})

t.test('the same call is repeated until the service confirms it', async (t) => {
  const keys: unknown[] = []
  const pending = { status: 503, error: '', message: '', path: '/', code: 'PROPAGATION_PENDING' }
  const server = createServer(({ headers }, answer) => {
    keys.push(headers['idempotency-key'])
    const isFirst = keys.length < 3
    answer.writeHead(isFirst ? 503 : 200, {
      'content-type': 'application/json',
      ...(isFirst && { 'retry-after': '0' }),
      'x-request-id': `call-${keys.length}`,
      'server-timing': 'commit;dur=8.2, everywhere;dur=9.4;desc="4 of 4"',
    })
    answer.end(JSON.stringify(isFirst ? pending : { id: 'w' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const path = { projectId: 'p', widgetId: 'w' }
  const change: Change<{ id: string }> = (client, key) =>
    client.PUT('/api/projects/{projectId}/widgets/{widgetId}/publish', {
      params: { path, header: { 'Idempotency-Key': key } },
    })
  const told: ConfirmationEvent[] = []
  const clientFor = (
    onRetry: NonNullable<Parameters<typeof createClient>[0]['retry']>['onRetry'],
  ) =>
    createClient({
      baseUrl,
      session: createSession(memoryStore()),
      retry: { ...(onRetry && { onRetry }) },
    })
  const outcome = await follow(change, 'one-key', clientFor, (event) => told.push(event))
  t.match(outcome, { data: { id: 'w' } })
  t.same(keys, ['one-key', 'one-key', 'one-key'])
  const waits = told.filter(({ kind }) => kind !== 'late' && kind !== 'sent')
  t.same(waits, [
    { kind: 'repeated', isStored: true, commit: { by: 'call-1' } },
    { kind: 'repeated', isStored: true, commit: { by: 'call-2' } },
    { kind: 'answered', proof, requestId: 'call-3' },
  ])
})
