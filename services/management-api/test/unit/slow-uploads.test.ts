import t from '@vitrine/testing/t'
import {
  createSlowUploads,
  maxSlowUploads,
} from '../../src/resources/assets/upload/slow-uploads.js'

t.test('an account has a bounded number of slow uploads', async (t) => {
  const slow = createSlowUploads()
  const ends = Array.from({ length: maxSlowUploads }, () => slow.begin('one'))
  t.notOk(ends.includes(null))
  t.equal(slow.begin('one'), null)
  t.type(slow.begin('other'), 'function', 'other accounts have theirs')
  ends[0]?.()
  t.type(slow.begin('one'), 'function', 'one has ended')
  t.equal(slow.begin('one'), null)
})

t.test('an account without slow uploads is forgotten', async (t) => {
  const slow = createSlowUploads()
  const ends = [slow.begin('one'), slow.begin('one')]
  t.equal(slow.accounts(), 1)
  for (const end of ends) end?.()
  t.equal(slow.accounts(), 0)
})
