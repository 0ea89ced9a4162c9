import { setImmediate } from 'node:timers/promises'
import t from 'tap'
// Built: the loader that runs the tests does not reach into threads.
import { catalogue } from '../../dist/seed/pictures/catalogue.js'
import { startDrawingThread } from '../../dist/seed/pictures/drawing-thread.js'

t.test('pictures are drawn while the main thread does other things', async (t) => {
  const { pictures, stop } = startDrawingThread()
  t.teardown(() => stop())
  t.same(
    pictures.map(({ filename }) => filename),
    catalogue.map(({ filename }) => filename),
  )
  const name = 'desert-dunes.jpg'
  let isDrawn = false
  const drawing = pictures
    .find(({ filename }) => filename === name)
    ?.render()
    .finally(() => {
      isDrawn = true
    })
  let turns = 0
  while (!isDrawn) {
    await setImmediate()
    turns++
  }
  t.ok(turns > 100, `${turns} turns of the event loop`)
  const expected = await catalogue.find(({ filename }) => filename === name)?.render()
  t.ok(expected && (await drawing)?.equals(expected))
})
