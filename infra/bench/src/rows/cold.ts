import type { Contender, Images } from '../images/fixture.js'
import { type SourceName, sourceNames } from '../images/sources.js'
import { median } from '../quantile.js'
import { inTurns } from '../rounds.js'
import type { Line } from '../table.js'

/** Renditions per round; ours are enough to make the kernel's clock tick of 10 ms negligible. */
const counts: Record<Contender, number> = { ours: 12, ipx: 2 }

/**
 * A new WebP of about 640 px from 12 megapixels, by the format of the source, and an AVIF. ipx reads the original
 * each time. Its cost for the JPEG tells how fast the machine is.
 */
export async function cold({ cpuMsOfRendition, rounds, log }: Images): Promise<Line[]> {
  log('cold renditions …')
  const measures = sourceNames.flatMap((name) =>
    (['ours', 'ipx'] as const).map((contender) => {
      const measure = () => cpuMsOfRendition(contender, name, 'webp', counts[contender])
      return [`${contender} ${name}`, measure] as const
    }),
  )
  const samples: Record<string, number[]> = await inTurns(rounds, Object.fromEntries(measures))
  const of = (contender: Contender, name: SourceName) => samples[`${contender} ${name}`] ?? []
  const costs = sourceNames.map((name) => median(of('ours', name)))
  const theirs = sourceNames.map((name) => median(of('ipx', name)))
  const [dearest, jpegAtIpx] = [Math.max(...costs), median(of('ipx', 'baseline.jpg'))]
  const avif = await inTurns(rounds, {
    ours: () => cpuMsOfRendition('ours', 'baseline.jpg', 'avif', 6),
    webp: () => cpuMsOfRendition('ours', 'baseline.jpg', 'webp', 6),
  })
  return [
    ...sourceNames.map(
      (name): Line => ({
        name: `cold, from ${name}`,
        unit: 'CPU-ms',
        ours: of('ours', name),
        peer: { name: 'ipx', samples: of('ipx', name) },
      }),
    ),
    {
      name: 'cold, dearest source, beside the JPEG at ipx',
      unit: 'CPU-ms',
      ours: [dearest],
      peer: { name: 'ipx', samples: [jpegAtIpx] },
      bar: { of: 'ratio', atMost: 0.61 },
    },
    {
      name: 'cold, dearest ÷ cheapest source',
      unit: '×',
      ours: [dearest / Math.min(...costs)],
      peer: { name: 'ipx', samples: [Math.max(...theirs) / Math.min(...theirs)] },
      bar: { of: 'figure', atMost: 1.3 },
    },
    {
      name: 'cold AVIF, from baseline.jpg',
      unit: 'CPU-ms',
      ours: avif.ours,
      peer: { name: 'our WebP', samples: avif.webp },
      bar: { of: 'ratio', atMost: 1.3 },
    },
  ]
}
