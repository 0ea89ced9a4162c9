import t from '@vitrine/testing/t'
import { checkWords } from '../browser/pseudo-pages.ts'

t.test('en-XA: every page has words of its language, and fits into 360 px', (t) =>
  checkWords(t, 'en-XA'),
)
