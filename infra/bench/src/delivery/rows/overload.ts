import { line } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { percentile } from '../../statistics.js'
import type { Fixture } from '../fixture.js'
import { freshOf } from '../fresh.js'
import { measureOverload, type OverloadResult, type Side } from '../overload.js'
import type { Row } from '../row.js'
import { ipxPath, queryOf } from '../sample-project.js'

/** Each takes a minute. */
const rounds = 3

/** Ten times the server's capacity. Requests for cached content must not be affected. */
export const overload: Row = async (fixture) => {
  fixture.log('ten times the load …')
  const { ours, ipx } = await inTurns(
    {
      ours: () => measureOverload(ourSide(fixture)),
      ipx: async () => {
        // ipx continues to work for minutes after its clients have disconnected.
        const peer = await fixture.startIpx()
        return measureOverload(ipxSide(fixture, peer.url)).finally(() => peer.stop())
      },
    },
    rounds,
  )
  const sum = (all: readonly OverloadResult[], of: (one: OverloadResult) => number) =>
    all.reduce((total, one) => total + of(one), 0)
  const losses = (all: readonly OverloadResult[]) =>
    `${sum(all, ({ refusalMs }) => refusalMs.length)} refused and ${sum(all, ({ lost }) => lost)} lost`
  const offered = (all: readonly OverloadResult[]) => all.map((one) => one.offered).join(', ')
  const keptP99 = ({ keptMs }: OverloadResult) => percentile(keptMs, 0.99)
  const share = ({ goodput, capacity }: OverloadResult) => (100 * goodput) / capacity
  return [
    line({
      name: 'overload, kept images: p99',
      unit: 'ms',
      ours: ours.map(keptP99),
      peers: [{ name: 'ipx', samples: ipx.map(keptP99) }],
      bars: [{ atMost: 25 }],
      note: 'a widget and a rendition, 50 requests a second; of ipx, which keeps nothing, the rendition alone',
    }),
    line({
      name: 'overload, refusals: p99',
      unit: 'ms',
      ours: ours.map(({ refusalMs }) => percentile(refusalMs, 0.99)),
      bars: [{ atMost: 20 }],
      note: `${losses(ours)} of ours; ${losses(ipx)} of ipx’s`,
    }),
    line({
      name: 'overload, good answers of the most',
      unit: '%',
      ours: ours.map(share),
      peers: [{ name: 'ipx', samples: ipx.map(share) }],
      bars: [{ atLeast: 90 }],
    }),
    line({
      name: 'cold renditions at most',
      unit: '/s',
      ours: ours.map(({ capacity }) => capacity),
      peers: [{ name: 'ipx', samples: ipx.map(({ capacity }) => capacity) }],
      note: `under overload ${offered(ours)} a second were asked for of us, ${offered(ipx)} of ipx`,
    }),
  ]
}

/** Larger than any fresh rendition. */
const warm = { width: 720, height: 540 }

const ourSide = (fixture: Fixture): Side => ({
  kept: [
    fixture.project.widget(fixture.delivery.url),
    fixture.project.image(fixture.delivery.url, 'baseline.jpg', queryOf(warm, 'webp')),
  ],
  fresh: (count) => freshOf(fixture, 'ours', count),
})

const ipxSide = (fixture: Fixture, url: string): Side => ({
  kept: [{ url: url + ipxPath('baseline.jpg', warm, 'webp') }],
  fresh: (count) => freshOf(fixture, 'ipx', count, url),
})
