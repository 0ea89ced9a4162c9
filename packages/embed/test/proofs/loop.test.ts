import t from '@vitrine/testing/t'
import { checkSteps } from '../carousel/steps.js'
import { createBench } from '../fixture/browser.js'

const bench = await createBench(t)

t.test('every step fills the view with the right slides, for any number of slides', (t) =>
  checkSteps(
    t,
    bench,
    Array.from({ length: 30 }, (_, index) => index + 1),
  ),
)
