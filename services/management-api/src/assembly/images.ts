import type { App } from '@vitrine/http'
import { createMemoryBudget, ImageProcesses, reportConfinement } from '@vitrine/imaging'
import type { Metrics } from '@vitrine/metrics'
import type { Config } from '../config.js'

/** A tenth of an upload's CPU share, by Linux's table of weights, since no person waits for it. */
const aheadNiceness = 10

/**
 * One process for uploads, whose sender waits, and one for renditions that are rendered in advance. Each
 * processes one image at a time, and both share the memory for one image: a progressive JPEG of 24
 * megapixels takes 160 MB, an AVIF 390 MB.
 */
export function startImages(app: App, config: Config, meter: Metrics) {
  const maxMemoryBytes = config.MAX_IMAGE_MEMORY_BYTES
  const memory = createMemoryBudget(maxMemoryBytes)
  let deaths = 0
  const start = (niceness: number) => {
    const images = new ImageProcesses({
      processes: 1,
      limits: { maxPixels: config.MAX_IMAGE_PIXELS, maxMemoryBytes },
      memory,
      niceness,
      onDeath: (err) => {
        deaths += 1
        app.log.warn({ err }, 'lost an image process in the middle of a picture')
      },
    })
    app.addHook('onClose', () => images.close())
    return images
  }
  app.addHook('onReady', () => reportConfinement(app.log))
  meter.counter({
    name: 'image_process_deaths_total',
    help: 'Image processes that died, or were killed, in the middle of a picture.',
    read: () => deaths,
  })
  return { uploads: start(0), ahead: start(aheadNiceness) }
}
