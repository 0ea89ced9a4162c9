import t from '@vitrine/testing/t'
import { allLooks, someLooks } from '../browser/looks.ts'
import { checkLooks } from './check-looks.ts'

await checkLooks(t, {
  looks: someLooks,
  openLooks: allLooks.filter(({ name }) => name === 'dark-360-rtl'),
})
