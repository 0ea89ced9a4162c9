import { type SourceName, sourceNames } from '../../pictures/sources.js'
import { type Line, line, type Samples } from '../../report/line.js'
import { sentenceOf } from '../../report/sentence.js'
import { inTurns } from '../../rounds.js'
import { median } from '../../statistics.js'
import { type ContenderName, cpuMsOfRendition } from '../cost.js'
import type { Fixture } from '../fixture.js'
import type { Row } from '../row.js'

/** Renditions per round; ours are enough to make the kernel's clock tick of 10 ms and short bursts of other programs negligible. */
const counts = { ours: 12, peers: 2 }

/**
 * The dearest source beside the cost of the JPEG at ipx, which tells how fast the machine is, and beside the cheapest. The first is 45 CPU-ms where ipx takes 74.
 */
const bars = { dearest: 0.61, spread: 1.3 }

type ColdFixture = Pick<Fixture, 'log' | 'others' | 'missing'>
type Cost = { contender: ContenderName; name: SourceName; count: number }
type CostOf = (cost: Cost) => Promise<number>

/**
 * A new rendition of about 640 px from 12 megapixels, for each file format. The peers read the original
 * each time.
 */
export const cold: Row = (fixture) =>
  compareCold(fixture, (cost) => cpuMsOfRendition(fixture, { ...cost, format: 'webp' }))

/** A peer that fails has no figures; if it fails for each source, a note says why. */
export async function compareCold(
  { log, others, missing }: ColdFixture,
  costOf: CostOf,
): Promise<Line[]> {
  log('cold renditions …')
  const peers = ['ipx', 'sharp', ...Object.keys(others)]
  const failures = new Map<ContenderName, Map<SourceName, string>>()
  const measures = sourceNames.flatMap((name) =>
    ['ours', ...peers].map((contender) => {
      const count = contender === 'ours' ? counts.ours : counts.peers
      return [`${contender} ${name}`, () => measure({ contender, name, count })] as const
    }),
  )
  const measure = async (cost: Cost): Promise<number> => {
    const { contender, name } = cost
    const failed = failures.get(contender) ?? new Map<SourceName, string>()
    if (failed.has(name)) return Number.NaN
    try {
      return await costOf(cost)
    } catch (error) {
      if (contender === 'ours') throw error
      failures.set(contender, failed.set(name, sentenceOf(error)))
      return Number.NaN
    }
  }
  const samples: Record<string, number[]> = await inTurns(Object.fromEntries(measures))
  const failed = peers.flatMap((name) => {
    const reasons = failures.get(name)
    const [first] = reasons?.values() ?? []
    return reasons?.size === sourceNames.length ? [`${name} failed for each source: ${first}`] : []
  })
  const left = Object.entries(missing).map(([name, why]) => `${name} is left out: ${why}`)
  return linesOf(samples, peers, [...failed, ...left])
}

function linesOf(
  samples: Readonly<Record<string, number[]>>,
  peers: readonly ContenderName[],
  notes: readonly string[],
): Line[] {
  const of = (contender: ContenderName, name: SourceName) => samples[`${contender} ${name}`] ?? []
  const costs = (contender: ContenderName) => sourceNames.map((name) => median(of(contender, name)))
  const dearest = (contender: ContenderName) => Math.max(...costs(contender))
  const spread = (contender: ContenderName): Samples => [
    dearest(contender) / Math.min(...costs(contender)),
  ]
  const besideIpx = (contender: ContenderName): Samples => [
    dearest(contender) / median(of('ipx', 'baseline.jpg')),
  ]
  const peersBy = (give: (contender: ContenderName) => Samples) =>
    peers.map((name) => ({ name, samples: give(name) }))
  const each = sourceNames.map(
    (name): Line =>
      line({
        name: `cold, from ${name}`,
        unit: 'CPU-ms',
        ours: of('ours', name),
        peers: peersBy((contender) => of(contender, name)),
      }),
  )
  const most = line({
    name: 'cold, dearest source ÷ ipx from baseline.jpg',
    unit: '×',
    ours: besideIpx('ours'),
    peers: peersBy(besideIpx),
    bars: [{ atMost: bars.dearest }],
    note: '45 CPU-ms where ipx takes 74',
  })
  const ratio = line({
    name: 'cold, dearest ÷ cheapest source',
    unit: '×',
    ours: spread('ours'),
    peers: peersBy(spread),
    bars: [{ atMost: bars.spread }],
    ...(notes.length > 0 && { note: notes.join('; ') }),
  })
  return [...each, most, ratio]
}
