import type { Vitrine } from '@vitrine/sdk'
import { VitrineError } from '@vitrine/sdk'
import type { Acknowledgement } from '@vitrine/sdk/acknowledgement'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { whereWords } from '../../src/editor/where-words.ts'
import {
  type Confirmation,
  type ConfirmationEvent,
  idle,
  next,
  type Wait,
} from '../../src/publishing/confirmation.ts'
import { follow } from '../../src/publishing/follow.ts'
import { type Effect, proofWords } from '../../src/publishing/proof-words.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { inBrowser } from './browser-globals.ts'

loadWords()
inBrowser(t, { navigator: { language: 'en', onLine: true } })

const effects: readonly Effect[] = ['live', 'gone', 'changed', 'saved']
const proofs = fc.record<Acknowledgement>({
  commitMs: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })),
  everywhereMs: fc.double({ min: 0, max: 1e5, noNaN: true }),
  acknowledged: fc.nat(20),
  replicas: fc.nat(20),
  cdn: fc.option(fc.record({ purgedMs: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })) })),
})
const error = new VitrineError(new Response(null, { status: 409 }), { message: 'It is taken.' })
const commits = fc.constantFrom(null, { by: null }, { by: 'call-1' })

const events: fc.Arbitrary<ConfirmationEvent> = fc.oneof(
  fc.constant<ConfirmationEvent>({ kind: 'sent', at: 0 }),
  fc.constant<ConfirmationEvent>({ kind: 'late' }),
  fc.record({ kind: fc.constant('repeated' as const), isStored: fc.boolean(), commit: commits }),
  fc.record({
    kind: fc.constant('answered' as const),
    proof: fc.option(proofs),
    requestId: fc.option(fc.constant('call-2')),
  }),
  fc.record({
    kind: fc.constant('refused' as const),
    error: fc.constant(error),
    isStored: fc.boolean(),
  }),
)

t.test('a line is green exactly after an answer, and each line has its words', async () => {
  fc.assert(
    fc.property(fc.array(events), fc.constantFrom(...effects), (list, effect) => {
      let state: Confirmation = idle
      let isAnswered = false
      for (const event of list) {
        const isOpen = state.step === 'sending'
        state = next(state, event)
        if (event.kind === 'answered') isAnswered ||= isOpen
        if (event.kind === 'sent') isAnswered = false
      }
      const line = proofWords(state, effect, 3000)
      if (line === null) return state.step === 'idle'
      const all = `${line.words} ${line.detail ?? ''}`
      return (line.tone === 'good') === isAnswered && !/NaN|undefined|\{|\}|\s{2}\S/.test(all)
    }),
    { numRuns: 500 },
  )
})

/** The line of a change whose last answer is this one; the SDK has made its repetitions before. */
async function lineAfter(answer: () => Promise<Response>): Promise<string | undefined> {
  let state: Confirmation = idle
  const change = async () => {
    const response = await answer()
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    return response.ok ? { data: body, response } : { error: body, response }
  }
  const client = () => ({}) as Vitrine<never>
  await follow(change, 'key', client, (event) => {
    state = next(state, event)
  })
  return proofWords(state, 'live', 0)?.tone
}

t.test('no answer but a 2xx makes a line green', async (t) => {
  const pending = { code: 'PROPAGATION_PENDING', message: 'not everywhere' }
  const tones: [status: number, body: object | null, tone: string][] = [
    [200, { id: 'w' }, 'good'],
    [201, { id: 'w' }, 'good'],
    [204, null, 'good'],
    [304, null, 'bad'],
    [400, { code: 'VALIDATION_FAILED', message: 'No.' }, 'bad'],
    [401, { code: 'SESSION_ENDED', message: 'No.' }, 'bad'],
    [403, { code: 'FORBIDDEN', message: 'No.' }, 'bad'],
    [409, { code: 'WIDGET_SLUG_TAKEN', message: 'No.' }, 'bad'],
    [412, { code: 'PRECONDITION_FAILED', message: 'No.' }, 'bad'],
    [429, { code: 'TOO_MANY_REQUESTS', message: 'No.' }, 'bad'],
    [500, { code: 'INTERNAL', message: 'No.' }, 'bad'],
    [502, null, 'bad'],
    [503, { code: 'OVERLOADED', message: 'No.' }, 'bad'],
    [503, pending, 'late'],
  ]
  for (const [status, body, tone] of tones) {
    const headers = { 'server-timing': 'commit;dur=8.2, everywhere;dur=1.9;desc="4 of 4"' }
    const text = body === null ? null : JSON.stringify(body)
    const answer = async () => new Response(text, { status, headers })
    t.equal(await lineAfter(answer), tone, `${status} ${JSON.stringify(body)}`)
  }
  t.equal(await lineAfter(() => Promise.reject(new TypeError('fetch failed'))), 'bad')
})

t.test('while it waits, a line says for how long, in whole seconds', async (t) => {
  const words: [wait: Wait, words: string][] = [
    ['answer', 'Confirming …'],
    ['late', 'Not yet confirmed everywhere; waiting (12 s)'],
    ['stored', 'Saved. Not yet confirmed everywhere; asking again (12 s)'],
    ['unanswered', 'No answer yet; asking again (12 s)'],
  ]
  for (const [wait, expected] of words) {
    const state: Confirmation = { step: 'sending', wait, sentAt: 1000, commit: null }
    t.same(
      [proofWords(state, 'live', 13_999)?.words, proofWords(state, 'live', 13_999)?.tone],
      [expected, wait === 'answer' ? 'waiting' : 'late'],
    )
    t.notMatch(proofWords(state, 'live', 0)?.words, '-', 'a clock that went back')
  }
})

const confirmed = (proof: Acknowledgement | null, effect: Effect) =>
  proofWords({ step: 'confirmed', proof, requestId: null }, effect, 0)
const proof = { commitMs: 8.2, everywhereMs: 9.4, acknowledged: 4, replicas: 4, cdn: null }

t.test('each effect has its words, for one replica and for many', async (t) => {
  const one = { ...proof, acknowledged: 1, replicas: 1 }
  const rows: [effect: Effect, many: string, single: string, without: string][] = [
    ['live', 'Live on 4 of 4 replicas', 'Live on 1 of 1 replica', 'Live everywhere'],
    [
      ...(['gone', 'Gone everywhere: 4 of 4 replicas'] as const),
      ...(['Gone everywhere: 1 of 1 replica', 'Gone everywhere'] as const),
    ],
    [
      ...(['changed', 'In effect on 4 of 4 replicas'] as const),
      ...(['In effect on 1 of 1 replica', 'In effect everywhere'] as const),
    ],
    ['saved', 'In effect on 4 of 4 replicas', 'In effect on 1 of 1 replica', 'Saved'],
  ]
  for (const [effect, many, single, without] of rows) {
    t.equal(confirmed(proof, effect)?.words, without)
    t.equal(
      confirmed(proof, effect)?.detail,
      `${many}, 9 ms after commit. Committed in 8 ms.`,
      'the proof is given on demand',
    )
    t.equal(confirmed(one, effect)?.detail, `${single}, 9 ms after commit. Committed in 8 ms.`)
    t.equal(confirmed({ ...proof, commitMs: null }, effect)?.detail, `${many}.`, 'a repeated call')
    t.equal(confirmed({ ...one, commitMs: null }, effect)?.detail, `${single}.`)
    t.same(confirmed(null, effect), { tone: 'good', words: without })
    t.equal(confirmed({ ...proof, acknowledged: 0, replicas: 0 }, effect)?.words, without)
  }
})

t.test('replicas that did not answer are counted beside the line', async (t) => {
  const detail = (acknowledged: number) =>
    confirmed({ ...proof, acknowledged }, 'live')?.detail?.replace(
      /^Live on .*? after commit\. /,
      '',
    )
  t.equal(detail(4), 'Committed in 8 ms.')
  t.equal(
    detail(3),
    'Committed in 8 ms. 1 replica did not answer, and serves nothing until it has the change.',
  )
  t.equal(
    detail(2),
    'Committed in 8 ms. 2 replicas did not answer, and serve nothing until they have the change.',
  )
})

t.test('an effect takes a millisecond at least, and thousands are grouped', async (t) => {
  const words = (everywhereMs: number) => confirmed({ ...proof, everywhereMs }, 'live')?.detail
  t.match(words(0), ', 1 ms after commit')
  t.match(words(0.6), ', 1 ms after commit')
  t.match(words(2650.4), ', 2,650 ms after commit')
})

t.test('a cache in front is part of the line: purged, or named as one that is not', async (t) => {
  const words = (effect: Effect, purgedMs: number | null) =>
    confirmed({ ...proof, cdn: { purgedMs } }, effect)?.words
  t.equal(words('live', 41.3), 'Live everywhere and purged from the CDN in 41 ms')
  t.equal(words('gone', 0.2), 'Gone everywhere and purged from the CDN in 1 ms')
  t.equal(words('changed', 2650), 'In effect everywhere and purged from the CDN in 2,650 ms')
  t.equal(words('saved', 41), 'Saved and purged from the CDN in 41 ms')
  t.equal(words('gone', null), 'Gone everywhere, but the CDN may keep pictures up to a year')
})

t.test('the head of the editor says where the changes are', async (t) => {
  const draft = { problem: null, isLive: false, hasConflicts: false }
  const live = { ...draft, isLive: true }
  t.equal(whereWords({ ...draft, saving: 'saved' }), 'Saved')
  t.equal(whereWords({ ...draft, saving: 'kept' }), 'Saving soon …')
  t.equal(whereWords({ ...draft, saving: 'saving' }), 'Saving …')
  t.equal(whereWords({ ...live, saving: 'saved' }), 'All changes are live')
  t.equal(whereWords({ ...live, saving: 'kept' }), 'Changes not published')
  for (const state of [draft, live]) {
    t.equal(whereWords({ ...state, saving: 'offline' }), 'No connection. Kept in this browser')
    const choosing = { ...state, hasConflicts: true }
    t.equal(whereWords({ ...choosing, saving: 'kept' }), 'Waiting for your choice')
    t.equal(whereWords({ ...choosing, saving: 'saved' }), 'Waiting for your choice')
    t.equal(
      whereWords({ ...choosing, saving: 'refused', problem: error }),
      'Not saved: It is taken.',
      'the reason comes first',
    )
  }
})
