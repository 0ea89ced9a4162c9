import { errorCodes } from '@vitrine/contracts/errors'
import { type ErrorCode, VitrineError } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { isStale, LimitReached, problemsOf, Refusal, wordsOf } from '../../src/words/errors.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { inBrowser } from './browser-globals.ts'

loadWords()
inBrowser(t, { navigator: { onLine: true, language: 'en' } })

type Detail = { field: string; message: string }

const refusal = (code: ErrorCode, message: string, details: Detail[] = [], status = 400) =>
  new VitrineError(new Response(null, { status }), { code, message, details })

/** What only programmers understand. */
const technical = /\b(?:POST|GET|PUT|token|header|revision|If-Match|API|Internal error)\b/

t.test('every code of the service has a sentence', async (t) => {
  for (const code of errorCodes) {
    const words = wordsOf(refusal(code, 'The service says this.'))
    t.match(words, /^[A-Z][^{}]*\.$/, code)
    t.notMatch(words, code, 'and not its name')
  }
  t.ok(errorCodes.length > 50)
})

t.test('what a session or the service itself is about has words for people', async (t) => {
  const told: [code: ErrorCode, message: string, words: RegExp][] = [
    ['TOKEN_EXPIRED', 'Get a new one with POST /api/auth/refresh.', /signed out/],
    ['TOKEN_INVALID', 'This is not a token.', /signed out/],
    ['TOKEN_MISSING', 'Send a token.', /signed out/],
    ['SESSION_ENDED', 'The session of this token has ended.', /signed out/],
    ['REFRESH_TOKEN_INVALID', 'This refresh token is not valid.', /signed out/],
    ['CREDENTIALS_INVALID', 'No such token.', /e-mail or the password/],
    ['FORBIDDEN', 'This call needs the API role ADMIN.', /Your role/],
    ['PRECONDITION_FAILED', 'If-Match has another revision.', /Another person/],
    ['LAST_OWNER', 'PUT would leave none.', /at least one owner/],
    ['PROPAGATION_PENDING', 'GET it again.', /^Saved, but/],
    ['STORE_UNAVAILABLE', 'PUT failed.', /image store/],
    ['MAIL_TOKEN_INVALID', 'This token is not valid.', /used or has expired/],
    ['INTERNAL', 'Internal error', /service has failed/],
  ]
  for (const [code, message, words] of told) {
    t.match(wordsOf(refusal(code, message)), words, code)
    t.notMatch(wordsOf(refusal(code, message)), technical, code)
  }
})

t.test('a page of a router is a server that does not answer', async (t) => {
  for (const status of [502, 503, 504]) {
    for (const body of [undefined, '<html>', null, [], { error: 'bad gateway' }]) {
      const error = new VitrineError(new Response(null, { status }), body)
      t.match(wordsOf(error), /^The server does not answer\./, `${status}`)
    }
  }
  const own = refusal('OVERLOADED', 'The picture cannot be processed now. Try again.', [], 503)
  t.equal(wordsOf(own), 'The picture cannot be processed now. Try again.', 'but not its own answer')
})

t.test('what no service answered has words of the console', async (t) => {
  t.equal(wordsOf(new Refusal('The key has been revoked.')), 'The key has been revoked.')
  t.equal(wordsOf(new DOMException('stop', 'AbortError')), 'Cancelled.')
  t.match(wordsOf(new TypeError('fetch failed')), 'The server does not answer')
  t.equal(
    wordsOf(new VitrineError(new Response(null, { status: 418 }), '<html>')),
    'The answer is 418.',
  )
  inBrowser(t, { navigator: { onLine: false, language: 'en' } })
  t.match(wordsOf(new TypeError('fetch failed')), 'You are offline')
})

const details = fc.uniqueArray(
  fc.record({
    field: fc.constantFrom('name', 'slug', 'items[3].link', 'allowedOrigins[0]'),
    message: fc.constantFrom('is too long', 'is empty'),
  }),
  { selector: ({ field }) => field, maxLength: 4 },
)

t.test('each field of a form gets its own problem, and one sentence names the first', async (t) => {
  fc.assert(
    fc.property(details, (list) => {
      const error = refusal('VALIDATION_FAILED', 'The request is invalid.', list)
      t.same(problemsOf(error), Object.fromEntries(list.map((one) => [one.field, one.message])))
      const [first] = list
      return (
        wordsOf(error) ===
        (first === undefined ? 'The request is invalid.' : `${first.field} ${first.message}`)
      )
    }),
    { numRuns: 60 },
  )
})

t.test('a code that is known has its sentence even with problems of fields', async (t) => {
  const error = refusal('FORBIDDEN', 'No.', [{ field: 'role', message: 'is above yours' }])
  t.match(wordsOf(error), /^Your role/)
  t.same(problemsOf(error), { role: 'is above yours' })
})

t.test('a limit says how long it lasts', async (t) => {
  for (const seconds of [1, 59, 3600]) {
    const words = wordsOf(new LimitReached(seconds))
    t.equal(words, `Too many attempts. Try again in ${seconds} s.`)
  }
})

t.test(
  'everything that is thrown becomes a sentence, and nothing is stale but a revision',
  async (t) => {
    const thrown = fc.oneof(
      fc.anything(),
      fc.string().map((text) => new Error(text)),
    )
    fc.assert(
      fc.property(thrown, (error) => {
        t.same(problemsOf(error), {})
        return /^[A-Z].*\.$/.test(wordsOf(error)) && !isStale(error)
      }),
      { numRuns: 200 },
    )
    for (const code of errorCodes) {
      t.equal(isStale(refusal(code, 'No.')), code === 'PRECONDITION_FAILED', code)
    }
  },
)
