import { availableParallelism } from 'node:os'
import type { Target } from '../load/get.js'
import { sourceNames } from '../pictures/sources.js'
import type { Fixture } from './fixture.js'
import { ipxPath, queryOf } from './sample-project.js'

/** More renditions than any machine renders in that time. */
export const enoughFor = (seconds: number): number => 60 * availableParallelism() * seconds

/** Targets for renditions never requested before, cycling through the sources. */
export function freshOf(
  { project, delivery, ipx, nextVariant }: Fixture,
  contender: 'ours' | 'ipx',
  count: number,
  ipxUrl = ipx.url,
): Target[] {
  return Array.from({ length: count }, (_, i) => {
    const name = sourceNames[i % sourceNames.length] ?? 'baseline.jpg'
    const variant = nextVariant(`${contender} ${name} webp`)
    return contender === 'ours'
      ? project.image(delivery.url, name, queryOf(variant, 'webp'))
      : { url: ipxUrl + ipxPath(name, variant, 'webp') }
  })
}
