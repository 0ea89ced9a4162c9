import { describeMachine, formatMachine } from '../machine.js'
import { formatReport } from '../report/report.js'
import { carouselColumns, lightboxColumns } from './behaviour/columns.js'
import { measureLightbox } from './behaviour/lightbox.js'
import { measureCarousel } from './behaviour/measure.js'
import { formatSeen, missedOf } from './behaviour/table.js'
import type { Peer } from './carousels/peer.js'
import { carouselPeers, lightboxPeers } from './carousels/peers.js'
import { type Fixture, withFixture } from './fixture.js'
import { comparePaints } from './lcp/compare.js'
import { pictureCount } from './sample-project.js'
import { compareSizes } from './sizes.js'
import { ourCarousels, ourLightbox, peerSubject } from './subjects.js'

const legend = [
  'stops: option, only with an option that its documentation has for it; none, the keyboard cannot get into it',
  `fetched: of ${pictureCount} pictures, five screens below the first one, and on it`,
]

type Log = (line: string) => void

/**
 * Measures the cost and behaviour of the embed for a site's visitors, compared with peers on the
 * same page in the same browser.
 *
 * @throws if a subject lacks the measured behaviour.
 */
export async function benchEmbed(log: Log): Promise<void> {
  const machine = describeMachine()
  await withFixture(log, async (fixture) => {
    const sizes = await compareSizes()
    log('measuring when the first picture is there …')
    const paints = await comparePaints(fixture)
    const carousels = await behavioursOf(fixture)
    const lightboxes = await lightboxesOf(fixture)
    const lines = [
      formatMachine(machine),
      formatReport([...sizes, ...paints]),
      [...formatSeen(carouselColumns, [...carousels.ours, ...carousels.theirs]), ...legend],
      formatSeen(lightboxColumns, [...lightboxes.ours, ...lightboxes.theirs]),
      [...missedOf(carouselColumns, carousels.ours), ...missedOf(lightboxColumns, lightboxes.ours)],
    ]
    for (const line of lines.flatMap((part) => ['', part].flat())) log(line)
  })
}

async function behavioursOf(fixture: Fixture) {
  const seen = { ours: ourCarousels(fixture.project), theirs: await built(fixture, carouselPeers) }
  return inOrder(seen, (subject) => {
    fixture.log(`watching ${subject.name} …`)
    return measureCarousel(fixture, subject)
  })
}

async function lightboxesOf(fixture: Fixture) {
  const seen = { ours: [ourLightbox(fixture.project)], theirs: await built(fixture, lightboxPeers) }
  return inOrder(seen, (subject) => measureLightbox(fixture, subject))
}

const built = (fixture: Fixture, peers: readonly Peer[]) =>
  Promise.all(peers.map((peer) => peerSubject(peer, fixture)))

type Sides<One> = { ours: One[]; theirs: One[] }

/** Sequential, so that each has the machine to itself. */
async function inOrder<One, Seen>(
  { ours, theirs }: Sides<One>,
  measure: (one: One) => Promise<Seen>,
): Promise<Sides<Seen>> {
  const sides: Sides<Seen> = { ours: [], theirs: [] }
  for (const one of ours) sides.ours.push(await measure(one))
  for (const one of theirs) sides.theirs.push(await measure(one))
  return sides
}
