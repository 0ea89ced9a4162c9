import type { Engine } from '@vitrine/testing/engines'
import type { Test } from 'tap'
import { createEngineBench } from './bench.js'
import { checkControls, checkLightbox } from './controls.js'
import { checkEvents, checkSilence } from './events.js'
import { checkLayouts } from './layouts.js'
import { checkFailedPictures } from './pictures.js'
import { checkScrolling } from './scrolling.js'

/** Rounds of four scrolls each: in all modes of a browser, and without `scrollend` and with reduced motion. */
const scrolls = {
  'few scrolls': { rounds: { script: 6, visitor: 3 }, reduced: { script: 2, visitor: 1 } },
  'many scrolls': { rounds: { script: 40, visitor: 10 }, reduced: { script: 6, visitor: 2 } },
}

/** The behaviour required of every engine. Uses one browser window, page after page. */
export async function checkEngine(
  t: Test,
  start: (env: NodeJS.ProcessEnv) => Promise<Engine>,
  howMany: keyof typeof scrolls,
): Promise<void> {
  const { rounds, reduced } = scrolls[howMany]
  const bench = await createEngineBench(t, start)

  await t.test('every layout is shown, in every form of embed code', (t) => checkLayouts(t, bench))
  await t.test('arrows, dots and keys', (t) => checkControls(t, bench))
  await t.test('the lightbox', async (t) => {
    for (const isMotionReduced of [true, false]) await checkLightbox(t, bench, { isMotionReduced })
  })
  await t.test('pictures that fail are requested again', (t) => checkFailedPictures(t, bench))
  await t.test('what visitors do is counted and sent', (t) => checkEvents(t, bench))
  await t.test('nothing is sent with a READ key or under Global Privacy Control', (t) =>
    checkSilence(t, bench),
  )
  await t.test('scrolls end on the slide that is shown and announced', (t) =>
    checkScrolling(t, bench, { rounds }),
  )
  await t.test('the same without scrollend, and with reduced motion', (t) =>
    checkScrolling(t, bench, {
      rounds: reduced,
      hasScrollend: false,
      isMotionReduced: true,
    }),
  )
}
