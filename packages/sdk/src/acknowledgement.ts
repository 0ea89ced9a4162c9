/** What the service has measured for an acknowledged change. */
export type Acknowledgement = {
  /** null in the answer to a repeated call: an earlier one has committed the change. */
  commitMs: number | null
  /** From the commit on until every replica of delivery had the change; of a repeated call from its own beginning. */
  everywhereMs: number
  acknowledged: number
  /** All that may answer. One that has not acknowledged serves nothing until it has the change. */
  replicas: number
  /**
   * The cache in front of delivery, and how long its purge took after that; null if the service knows of none. With
   * `purgedMs: null` it is not purged, and may keep pictures for up to a year.
   */
  cdn: { purgedMs: number | null } | null
}

const metric = /^\s*([\w-]+)((?:;[^,]*)?)$/
const parameter = (name: string, text: string): string | undefined =>
  new RegExp(`;\\s*${name}="?([^";,]*)"?`).exec(text)?.[1]

/** Zero if the text is no number. */
const numberIn = (text: string | undefined): number => {
  const number = Number(text)
  return number >= 0 && number < Number.POSITIVE_INFINITY ? number : 0
}

/**
 * Reads `Server-Timing: commit;dur=8.2, everywhere;dur=1.9;desc="4 of 4", cdn;dur=41.0;desc="purged"` of the answer to a
 * change. Null if it has no acknowledgement.
 */
export function acknowledgementOf({ headers }: Pick<Response, 'headers'>): Acknowledgement | null {
  const metrics = new Map<string, string>()
  for (const part of (headers.get('Server-Timing') ?? '').split(',')) {
    const [, name = '', parameters = ''] = metric.exec(part) ?? []
    metrics.set(name, parameters)
  }
  const commit = metrics.get('commit')
  const everywhere = metrics.get('everywhere')
  if (everywhere === undefined) return null
  const [acknowledged, replicas] = (parameter('desc', everywhere) ?? '').split(' of ')
  return {
    commitMs: commit === undefined ? null : numberIn(parameter('dur', commit)),
    everywhereMs: numberIn(parameter('dur', everywhere)),
    acknowledged: numberIn(acknowledged),
    replicas: numberIn(replicas),
    cdn: cdnIn(metrics.get('cdn')),
  }
}

function cdnIn(cdn: string | undefined): Acknowledgement['cdn'] {
  const outcome = parameter('desc', cdn ?? '')
  if (outcome === 'purged') return { purgedMs: numberIn(parameter('dur', cdn ?? '')) }
  return outcome === 'not purged' ? { purgedMs: null } : null
}
