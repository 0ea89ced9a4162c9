import t from '@vitrine/testing/t'
import { checkWords } from './pseudo-pages.ts'

t.test('ar-XB: every page has words of its language, and fits into 360 px', (t) =>
  checkWords(t, 'ar-XB'),
)
