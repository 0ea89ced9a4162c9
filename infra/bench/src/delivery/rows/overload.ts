import { line } from '../../report/line.js'
import { percentile } from '../../statistics.js'
import { ipxPath, queryOf } from '../exhibition.js'
import { freshOf } from '../fresh.js'
import { endure, type Side } from '../overload.js'
import type { Row } from '../row.js'
import type { Stage } from '../stage.js'

/** Ten times the load it can bear: who asks for what is kept must not notice. */
export const overload: Row = async (stage) => {
  stage.log('ten times the load …')
  const us = await endure(ourSide(stage))
  // It works on for minutes after its clients have gone.
  const ipx = await stage.startIpx()
  const them = await endure(ipxSide(stage, ipx.url)).finally(() => ipx.stop())
  const p99 = (values: readonly number[]) => [percentile(values, 0.99)]
  const share = ({ goodput, capacity }: { goodput: number; capacity: number }) => [
    (100 * goodput) / capacity,
  ]
  return [
    line({
      name: 'overload, what is kept: p99',
      unit: 'ms',
      ours: p99(us.keptMs),
      peers: [{ name: 'ipx', samples: p99(them.keptMs) }],
      bars: [{ atMost: 25 }],
      note: 'a widget and a rendition, 50 requests a second; of ipx, which keeps nothing, the rendition alone',
    }),
    line({
      name: 'overload, refusals: p99',
      unit: 'ms',
      ours: p99(us.refusalMs),
      bars: [{ atMost: 20 }],
      note: `${us.refusalMs.length} refused and ${us.lost} lost of ours; ${them.refusalMs.length} refused and ${them.lost} lost of ipx’s`,
    }),
    line({
      name: 'overload, good answers of the most',
      unit: '%',
      ours: share(us),
      peers: [{ name: 'ipx', samples: share(them) }],
      bars: [{ atLeast: 90 }],
    }),
    line({
      name: 'cold renditions at most',
      unit: '/s',
      ours: [us.capacity],
      peers: [{ name: 'ipx', samples: [them.capacity] }],
      note: `under overload ${us.offered} a second were asked for of us, ${them.offered} of ipx`,
    }),
  ]
}

/** Larger than any of the fresh ones. */
const warm = { width: 720, height: 540 }

const ourSide = (stage: Stage): Side => ({
  kept: [
    stage.exhibition.widget(stage.delivery.url),
    stage.exhibition.image(stage.delivery.url, 'baseline.jpg', queryOf(warm, 'webp')),
  ],
  fresh: (count) => freshOf(stage, 'ours', count),
})

const ipxSide = (stage: Stage, url: string): Side => ({
  kept: [{ url: url + ipxPath('baseline.jpg', warm, 'webp') }],
  fresh: (count) => freshOf(stage, 'ipx', count, url),
})
