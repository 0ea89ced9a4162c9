import t from '@vitrine/testing/t'
import {
  AppError,
  errorCatalogue,
  errorCodes,
  UniqueViolation,
  validationFailed,
} from '../../src/errors/index.js'

t.test('codes are unique upper-case words, which clients switch on', async (t) => {
  t.equal(new Set(errorCodes).size, errorCodes.length)
  for (const code of errorCodes) t.match(code, /^[A-Z]+(?:_[A-Z]+)*$/)
})

t.test('every code is explained by sentences that fit into a table', async (t) => {
  for (const code of errorCodes) {
    for (const text of Object.values(errorCatalogue[code])) t.match(text, /^[A-Z`][^|\n]+\.$/, code)
  }
})

t.test('an AppError has a public message, and the cause for the log', async (t) => {
  const cause = new Error('vendor')
  const details = [{ field: 'slug', message: 'is taken' }]
  const error = new AppError('WIDGET_SLUG_TAKEN', 'Taken.', {
    details,
    retryAfterSeconds: 2,
    cause,
  })
  t.match(error, {
    code: 'WIDGET_SLUG_TAKEN',
    message: 'Taken.',
    details,
    retryAfterSeconds: 2,
    cause,
  })
  const bare = new AppError('INTERNAL', 'Internal error')
  t.equal(bare.details, undefined)
  t.notOk('cause' in bare)
})

t.test('a unique violation names its index and keeps its cause', async (t) => {
  const cause = new Error('vendor')
  t.match(new UniqueViolation('users_email_key_key', cause), {
    index: 'users_email_key_key',
    cause,
  })
})

t.test(
  'an invalid request is rejected with its first problem, and all of them in details',
  async (t) => {
    const details = [
      { field: 'name', message: 'is required' },
      { field: 'slug', message: 'is taken' },
    ]
    t.match(validationFailed(details), {
      code: 'VALIDATION_FAILED',
      message: 'name is required. 1 more problem is listed in details.',
      details,
    })
    t.equal(validationFailed(details.slice(0, 1)).message, 'name is required.')
  },
)
