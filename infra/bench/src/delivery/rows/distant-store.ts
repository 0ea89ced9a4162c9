import { getRight } from '../../load/get.js'
import { type Line, line } from '../../report/line.js'
import { median } from '../../statistics.js'
import { openDistantStore } from '../distant-store.js'
import type { Row } from '../row.js'
import { queryOf } from '../sample-project.js'

const delaysMs = [0, 50, 400]
/** Renditions per delay; every second one uses a picture whose copy is on disk by then. */
const pictures = ['baseline.jpg', 'progressive.jpg', 'p3.jpg'] as const

/** A new rendition with the object store in the next rack, in the next region and on another continent. */
export const distantStore: Row = async (fixture) => {
  const { project, log, nextVariant, startDelivery, storeUrl } = fixture
  log('a distant store …')
  const lines: Line[] = []
  for (const delayMs of delaysMs) {
    const store = await openDistantStore(storeUrl)
    try {
      // One service per delay, because a service keeps fetched copies on its disk.
      const delivery = await startDelivery({ S3_ENDPOINT: store.url })
      store.setDelay(delayMs)
      const make = async (name: (typeof pictures)[number]) => {
        const target = project.image(
          delivery.url,
          name,
          queryOf(nextVariant(`ours ${name} webp`), 'webp'),
        )
        const [startMs, before] = [performance.now(), store.reads()]
        await getRight(target, 'image/webp')
        return { ms: performance.now() - startMs, reads: store.reads() - before }
      }
      const first = []
      for (const name of pictures) first.push(await make(name))
      const again = []
      for (const name of pictures) again.push(await make(name))
      lines.push(
        line({
          name: `cold, the store ${delayMs} ms away`,
          unit: 'ms',
          ours: first.map(({ ms }) => ms),
          peers: [{ name: 'another size', samples: again.map(({ ms }) => ms) }],
          note: `${median(first.map(({ reads }) => reads))} reads of the store up to the answer, of another size ${median(again.map(({ reads }) => reads))}`,
        }),
      )
    } finally {
      store.close()
    }
  }
  return lines
}
