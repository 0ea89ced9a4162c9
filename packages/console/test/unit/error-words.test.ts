import { type ErrorCode, VitrineError } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import { isStale, LimitReached, problemsOf, Refusal, wordsOf } from '../../src/words/errors.ts'
import { loadErrorWords } from '../../src/words/load-error-words.ts'
import { loadWords } from '../../src/words/load-words.ts'
import { inBrowser } from './browser-globals.ts'

loadErrorWords()

type Detail = { field: string; message: string }

const refusal = (status: number, code: ErrorCode, message: string, details: Detail[] = []) =>
  new VitrineError(new Response(null, { status }), { code, message, details })

t.test('codes for programmers have sentences for people', async (t) => {
  const wrong = refusal(401, 'CREDENTIALS_INVALID', 'credentials do not match')
  t.equal(wordsOf(wrong), 'The e-mail or the password is wrong.')
  t.match(wordsOf(refusal(403, 'FORBIDDEN', 'needs ADMIN')), 'An admin can change it')
  t.match(wordsOf(refusal(412, 'PRECONDITION_FAILED', 'revision 3')), 'Another person')
})

t.test(
  'other answers are shown as the service says them, the first field by its name',
  async (t) => {
    t.equal(wordsOf(refusal(409, 'WIDGET_SLUG_TAKEN', 'The slug is taken.')), 'The slug is taken.')
    const details = [
      { field: 'slug', message: 'is too long' },
      { field: 'name', message: 'is empty' },
    ]
    const invalid = refusal(400, 'VALIDATION_FAILED', 'The request is invalid.', details)
    t.equal(wordsOf(invalid), 'slug is too long')
    t.same(problemsOf(invalid), { slug: 'is too long', name: 'is empty' })
    t.equal(
      wordsOf(new VitrineError(new Response(null, { status: 418 }), '<html>')),
      'The answer is 418.',
    )
  },
)

t.test('what no service answered has words of the console', async (t) => {
  inBrowser(t, { navigator: { onLine: true, language: 'en' } })
  loadWords()
  t.equal(wordsOf(new Refusal('The key has been revoked.')), 'The key has been revoked.')
  t.equal(wordsOf(new DOMException('stop', 'AbortError')), 'Cancelled.')
  t.match(wordsOf(new TypeError('fetch failed')), 'The server does not answer')
  inBrowser(t, { navigator: { onLine: false, language: 'en' } })
  t.match(wordsOf(new TypeError('fetch failed')), 'You are offline')
  t.match(wordsOf('anything'), 'You are offline')
  t.same(problemsOf(new TypeError('fetch failed')), {})
})

t.test('only a refused revision means that the resource has changed', async (t) => {
  t.ok(isStale(refusal(412, 'PRECONDITION_FAILED', '')))
  t.notOk(isStale(refusal(409, 'WIDGET_SLUG_TAKEN', '')))
  t.notOk(isStale(new LimitReached(3)))
})
