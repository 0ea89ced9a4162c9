import { isOpaque, type SourceName, sourceNames } from '../../pictures/sources.js'
import { type Line, line, type Samples } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { median } from '../../statistics.js'
import { cpuMsOfRendition, type Party } from '../cost.js'
import type { Fixture } from '../fixture.js'
import type { Row } from '../row.js'

/** Renditions per round; ours are enough to make the kernel's clock tick of 10 ms negligible. */
const counts = { ours: 6, peers: 2 }

/** CPU-ms, and the ratio of the dearest and the cheapest opaque source. */
const bars = { each: 45, spread: 1.3 }

/**
 * A new rendition of about 640 px from 12 megapixels, for each file format. The peers read the original
 * each time.
 */
export const cold: Row = async (fixture) => {
  fixture.log('cold renditions …')
  const peers = ['ipx', 'sharp', ...Object.keys(fixture.others)]
  const measures = sourceNames.flatMap((name) =>
    ['ours', ...peers].map((party) => {
      const count = party === 'ours' ? counts.ours : counts.peers
      return [`${party} ${name}`, () => costOf(fixture, { party, name, count })] as const
    }),
  )
  const samples: Record<string, number[]> = await inTurns(Object.fromEntries(measures))
  const of = (party: Party, name: SourceName) => samples[`${party} ${name}`] ?? []
  const spread = (party: Party): Samples => {
    const costs = sourceNames.filter(isOpaque).map((name) => median(of(party, name)))
    return [Math.max(...costs) / Math.min(...costs)]
  }
  const peersBy = (give: (party: Party) => Samples) =>
    peers.map((name) => ({ name, samples: give(name) }))
  return [
    ...sourceNames.map(
      (name): Line =>
        line({
          name: `cold, from ${name}`,
          unit: 'CPU-ms',
          ours: of('ours', name),
          peers: peersBy((party) => of(party, name)),
          bars: isOpaque(name) ? [{ atMost: bars.each }] : [],
        }),
    ),
    line({
      name: 'cold, dearest ÷ cheapest source',
      unit: '×',
      ours: spread('ours'),
      peers: peersBy(spread),
      bars: [{ atMost: bars.spread }],
      note: 'of the opaque sources',
    }),
  ]
}

type Cost = { party: Party; name: SourceName; count: number }

/** NaN for a source that an image server does not read. */
async function costOf(fixture: Fixture, { party, name, count }: Cost): Promise<number> {
  try {
    return await cpuMsOfRendition(fixture, { party, name, format: 'webp', count })
  } catch (error) {
    if (party in fixture.others) return Number.NaN
    throw error
  }
}
