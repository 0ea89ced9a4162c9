import { isOpaque, type SourceName, sourceNames } from '../../pictures/sources.js'
import { type Line, line, type Samples } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { median } from '../../statistics.js'
import { cpuMsOfRendition, type Party } from '../cost.js'
import type { Row } from '../row.js'

/** Renditions per round; enough to make the kernel's clock tick of 10 ms negligible. */
const counts: Record<Party, number> = { ours: 6, ipx: 2, sharp: 2 }
const parties = Object.keys(counts) as Party[]

/**
 * A new rendition of about 640 px from 12 megapixels, for each file format. ipx and plain sharp
 * read the original each time.
 */
export const cold: Row = async (fixture) => {
  fixture.log('cold renditions …')
  const measures = sourceNames.flatMap((name) =>
    parties.map((party) => {
      const work = { party, name, format: 'webp', count: counts[party] } as const
      return [`${party} ${name}`, () => cpuMsOfRendition(fixture, work)] as const
    }),
  )
  const samples: Record<string, number[]> = await inTurns(Object.fromEntries(measures))
  const of = (party: Party, name: SourceName) => samples[`${party} ${name}`] ?? []
  const spread = (party: Party): Samples => {
    const costs = sourceNames.filter(isOpaque).map((name) => median(of(party, name)))
    return [Math.max(...costs) / Math.min(...costs)]
  }
  return [
    ...sourceNames.map(
      (name): Line =>
        line({
          name: `cold, from ${name}`,
          unit: 'CPU-ms',
          ours: of('ours', name),
          peers: peersBy((party) => of(party, name)),
          bars: isOpaque(name) ? [{ atMost: 65 }] : [],
        }),
    ),
    line({
      name: 'cold, dearest ÷ cheapest source',
      unit: '×',
      ours: spread('ours'),
      peers: peersBy(spread),
      bars: [{ atMost: 1.5 }],
      note: 'of the opaque sources',
    }),
  ]
}

const peersBy = (give: (party: Party) => Samples) =>
  (['ipx', 'sharp'] as const).map((name) => ({ name, samples: give(name) }))
