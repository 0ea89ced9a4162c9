import t from '@vitrine/testing/t'
import { embedWidthsOf } from '../../src/embed-renditions.js'

t.test("an image has the ladder's widths below its own width, and its own", async (t) => {
  const table: [number, number[]][] = [
    [6000, [320, 480, 640, 960, 1280, 1920]],
    [1921, [320, 480, 640, 960, 1280, 1920]],
    [1920, [320, 480, 640, 960, 1280, 1920]],
    [1500, [320, 480, 640, 960, 1280, 1500]],
    [1056, [320, 480, 640, 960, 1056]],
    [1055, [320, 480, 640, 1055]],
    [640, [320, 480, 640]],
    [330, [330]],
    [64, [64]],
    [1, [1]],
  ]
  for (const [sourceWidth, widths] of table) t.same(embedWidthsOf(sourceWidth), widths)
})

t.test('the next wider rendition is never much larger than needed', async (t) => {
  for (let sourceWidth = 1; sourceWidth <= 2500; sourceWidth++) {
    const widths = embedWidthsOf(sourceWidth)
    if (widths.at(-1) !== Math.min(sourceWidth, 1920)) t.fail(`${sourceWidth} ends at ${widths}`)
    const steps = widths.slice(1).map((width, i) => width / (widths[i] ?? 0))
    if (steps.some((step) => step < 1.1 || step > 1.65)) t.fail(`${sourceWidth} has ${widths}`)
  }
})
