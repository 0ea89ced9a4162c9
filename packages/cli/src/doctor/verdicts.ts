import type { Acknowledgement } from '@vitrine/sdk/acknowledgement'
import { acknowledgementWords, type Effect, replicasWords } from '../output/acknowledgement.js'
import { bad, type Finding, good, setPurge } from './finding.js'
import type { Read } from './public-reads.js'

export const keptIn = (all: readonly Read[]): string | null =>
  all.find(({ kept }) => kept !== null)?.kept ?? null

/** Whether every replica has acknowledged a change, and whether the CDN is purged. */
export function* replicasFindings(
  acknowledgement: Acknowledgement | null,
  effect: Effect,
): Generator<Finding> {
  const { acknowledged = 0, replicas = 0, cdn = null } = acknowledgement ?? {}
  if (acknowledgement === null || replicas === 0) {
    yield bad('replicas', 'No replica of delivery runs.', 'Start delivery.')
  } else if (acknowledged < replicas) {
    const remedy = 'Look for a replica of delivery that reaches neither Postgres nor Redis.'
    yield bad('replicas', acknowledgementWords(acknowledgement, effect), remedy)
  } else yield good('replicas', wordsOf(acknowledgement, effect))
  if (cdn === null || cdn.purgedMs !== null) return
  const message = 'A CDN stands in front that is not purged: it may keep pictures up to a year.'
  yield bad('purge', message, setPurge)
}

/** Without a CDN that is not purged, which has a finding of its own. */
const wordsOf = ({ cdn, ...acknowledgement }: Acknowledgement, effect: Effect): string =>
  acknowledgementWords({ ...acknowledgement, cdn: cdn?.purgedMs == null ? null : cdn }, effect)

const isShown = ({ status }: Read): boolean => status === 200

export function widgetFinding(shown: readonly Read[]): Finding {
  const other = shown.find((read) => !isShown(read))
  if (other === undefined) return good('widget', 'The widget is shown at the public address.')
  const remedy =
    other.kept === null
      ? 'Look at the log of delivery.'
      : 'Let the cache in front obey Cache-Control: an answer with no-store must not be kept.'
  return bad('widget', `The published widget is answered with ${whatIs(other)}.`, remedy)
}

const whatIs = ({ status, kept }: Read): string =>
  kept === null ? String(status) : `${status} by a cache in front (${kept})`

export function* pictureFindings(pictures: readonly Read[]): Generator<Finding> {
  const other = pictures.find((read) => !isShown(read) || !isPicture(read))
  if (other !== undefined) {
    const remedy = 'Look at the log of delivery, and at the router in front.'
    yield bad('picture', `The picture is answered with ${whatIs(other)}.`, remedy)
    return
  }
  yield good('picture', 'The picture is shown at the public address.')
  const cachedBy = keptIn(pictures)
  if (cachedBy !== null) return yield good('cache', `A cache in front keeps it (${cachedBy}).`)
  // A CDN that removes the tags from its answers has seen them.
  if (pictures.some(hasTags)) return yield good('cache', 'No cache in front has kept it.')
  yield bad(
    'tags',
    'The picture has neither Cache-Tag nor Surrogate-Key, so no cache in front can be purged of it.',
    'Let the router in front of delivery pass on Cache-Tag and Surrogate-Key.',
  )
}

const isPicture = ({ headers }: Read): boolean =>
  headers.get('content-type')?.startsWith('image/') === true

const hasTags = ({ headers }: Read): boolean =>
  headers.has('cache-tag') || headers.has('surrogate-key')

export function errorsFinding(all: readonly Read[]): Finding {
  const kept = all.find((read) => read.status >= 400 && read.kept !== null)
  if (kept === undefined) return good('errors', 'No cache in front keeps errors.')
  return bad(
    'errors',
    `A cache in front keeps errors: it answered ${kept.status} again (${kept.kept}).`,
    'Let it obey Cache-Control: an answer with no-store must not be kept, whatever its status.',
  )
}

type Refusal = {
  /** Of the removal. */
  acknowledgement: Acknowledgement | null
  /** How the cache in front has shown itself before. */
  cachedBy: string | null
  /** The widget after it was unpublished, and the picture after it was deleted. */
  hidden: readonly Read[]
  gone: readonly Read[]
}

export function refusalFinding({ acknowledgement, cachedBy, hidden, gone }: Refusal): Finding {
  const widget = hidden.find(isShown)
  if (widget !== undefined) return staleWidget(widget)
  const picture = gone.find(isShown)
  const cdn = acknowledgement?.cdn ?? null
  if (picture !== undefined) return stalePicture(picture, (cdn?.purgedMs ?? null) !== null)
  const other = [...hidden, ...gone].find(({ status }) => status !== 404)
  if (other !== undefined) {
    const message = `What was deleted is answered with ${whatIs(other)}, not with 404.`
    return bad('refused', message, 'Look at the log of delivery, and at the router in front.')
  }
  if (acknowledgement === null) {
    return bad('refused', 'The service has not said who refuses the picture.', 'Update it.')
  }
  if (acknowledgement.replicas === 0 || cachedBy === null) {
    return good('refused', wordsOf(acknowledgement, 'refused'))
  }
  return good('refused', `${replicasWords(acknowledgement, 'refused')} and by your CDN.`)
}

function staleWidget(read: Read): Finding {
  return read.kept === null
    ? staleReplica('An unpublished widget')
    : bad(
        'refused',
        `A cache in front still shows an unpublished widget (${read.kept}).`,
        'Let it obey Cache-Control: widgets must not be kept.',
      )
}

const staleReplica = (what: string): Finding =>
  bad(
    'refused',
    `${what} is still shown, and no cache says that it has kept it.`,
    'Ask who runs what is in front of delivery. If nothing is, look at coherence_violations_total of its metrics.',
  )

function stalePicture({ kept }: Read, isPurged: boolean): Finding {
  if (isPurged) {
    return bad(
      'refused',
      `The CDN has confirmed the purge and still shows a deleted picture${kept === null ? '' : ` (${kept})`}.`,
      'Correct CDN_PURGE_URL and CDN_PURGE_ZONE, and let Cache-Tag or Surrogate-Key reach the cache.',
    )
  }
  if (kept === null) return staleReplica('A deleted picture')
  return bad(
    'refused',
    `A cache in front still shows a deleted picture, and may keep it up to a year (${kept}).`,
    setPurge,
  )
}
