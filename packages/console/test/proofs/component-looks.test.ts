import t from '@vitrine/testing/t'
import { allLooks } from '../browser/looks.ts'
import { checkLooks } from '../components/check-looks.ts'

await checkLooks(t, { looks: allLooks, openLooks: allLooks })
