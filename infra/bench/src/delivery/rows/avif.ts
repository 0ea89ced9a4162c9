import { line } from '../../report/line.js'
import { inTurns } from '../../rounds.js'
import { cpuMsOfRendition } from '../cost.js'
import type { Row } from '../row.js'

const ours = { contender: 'ours', name: 'baseline.jpg', count: 6 } as const
const theirs = { name: 'baseline.jpg', format: 'avif', count: 1 } as const

/** The same rendition as AVIF, compared with our own WebP: AVIF must stay affordable. */
export const avif: Row = async (fixture) => {
  fixture.log('cold AVIF …')
  const samples = await inTurns({
    avif: () => cpuMsOfRendition(fixture, { ...ours, format: 'avif' }),
    webp: () => cpuMsOfRendition(fixture, { ...ours, format: 'webp' }),
    ipx: () => cpuMsOfRendition(fixture, { ...theirs, contender: 'ipx' }),
    sharp: () => cpuMsOfRendition(fixture, { ...theirs, contender: 'sharp' }),
  })
  return [
    line({
      name: 'cold AVIF, from baseline.jpg',
      unit: 'CPU-ms',
      ours: samples.avif,
      peers: [
        { name: 'our WebP', samples: samples.webp },
        { name: 'ipx', samples: samples.ipx },
        { name: 'sharp', samples: samples.sharp },
      ],
      bars: [{ peer: 'our WebP', atMost: 1.3 }],
    }),
  ]
}
