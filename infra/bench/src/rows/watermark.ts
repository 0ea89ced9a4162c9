import type { Images } from '../images/fixture.js'
import { inTurns } from '../rounds.js'
import type { Line } from '../table.js'

/** Renditions per round, as for cold ones. */
const count = 12

/** A new WebP with a watermark in a corner, made of a transparent picture of 12 megapixels, beside one without. */
export async function watermark(images: Images): Promise<Line[]> {
  const { cpuMsOfRendition, setWatermark, rounds, log } = images
  log('renditions with a watermark …')
  const measure = (isOn: boolean) => async () => {
    await setWatermark(isOn)
    // The first one decodes the mark, which image processes keep.
    await cpuMsOfRendition('ours', 'baseline.jpg', 'webp', 2)
    return cpuMsOfRendition('ours', 'baseline.jpg', 'webp', count)
  }
  const samples = await inTurns(rounds, { marked: measure(true), clean: measure(false) })
  await setWatermark(false)
  return [
    {
      name: 'cold with a watermark, from baseline.jpg',
      unit: 'CPU-ms',
      ours: samples.marked,
      peer: { name: 'without', samples: samples.clean },
      bar: { of: 'ratio', atMost: 1.15 },
    },
  ]
}
